import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import { meetings } from '#api/meetings.ts'
import { longestMeeting } from '#contract/meetings/meetings.ts'
import { dayMs } from '#contract/values/durations.ts'
import { besideText } from '#lib/meeting-time.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props {
  /** Of the meeting that is changed. */
  id: number | undefined
  /** In milliseconds since 1970; NaN while one is being typed. */
  start: number
  end: number
  zone: string
}

const mostNamed = 2

/** Says which other meetings are at the same time, before somebody is asked to be in two places. */
export function SameTime({ id, start, end, zone }: Props) {
  const isWhole = end > start && end - start <= longestMeeting.days * dayMs
  const [times] = useDebouncedValue(
    isWhole ? `${new Date(start).toISOString()} ${new Date(end).toISOString()}` : '',
    300,
  )
  const [from = '', to = ''] = times.split(' ')
  const { data = [] } = useQuery({ ...meetings.between(from, to), enabled: times !== '' })
  const others = isWhole ? data.filter((meeting) => meeting.id !== id) : []
  if (others.length === 0) return null
  const more = others.length - mostNamed
  return (
    <Text span display="block" inherit c="var(--bureau-notice)">
      At the same time:
      {others.slice(0, mostNamed).map(({ id: other, title, starts_at, ends_at }) => (
        <Text span display="block" inherit key={other}>
          <bdi>{title}</bdi>, {besideText(starts_at, ends_at, zone, zone)}
        </Text>
      ))}
      {more > 0 && ` and ${pluralize(more, 'other meeting')}`}
    </Text>
  )
}
