import { useQuery } from '@tanstack/react-query'

import { meetings } from '#api/meetings.ts'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { MeetingRows } from './meeting-rows.tsx'

const shownAtMost = 5

/** The next meetings, on the overview. Nothing while there are none. */
export function UpcomingMeetings({ zone }: { zone: string | undefined }) {
  const { data } = useQuery(meetings.list({ page: 1, size: shownAtMost, when: 'upcoming' }))
  if (!data || data.rows.length === 0) return null
  return (
    <SectionCard
      title="Upcoming meetings"
      isFlush
      actions={
        <TextLink to="/meetings" size="sm">
          {data.total > data.rows.length ? `All ${pluralize(data.total, 'meeting')}` : 'All meetings'}
        </TextLink>
      }
    >
      <MeetingRows rows={data.rows} zone={zone} hasCustomer />
    </SectionCard>
  )
}
