import { Skeleton, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { meetings } from '#api/meetings.ts'
import { session } from '#api/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'

import { MeetingRows } from './meeting-rows.tsx'

const shownAtMost = 20

/** The meetings of a customer to come and the last ones, on the page of the customer. */
export function CustomerMeetings({ customerId }: { customerId: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  const page = { page: 1, size: shownAtMost, customer: customerId }
  const upcoming = useQuery(meetings.list({ ...page, when: 'upcoming' }))
  const past = useQuery(meetings.list({ ...page, when: 'past' }))
  const error = upcoming.error ?? past.error
  if (error) return <InlineProblem error={error} />
  if (!upcoming.data || !past.data) return <Skeleton height={60} aria-hidden />
  const rows = [...upcoming.data.rows, ...past.data.rows].slice(0, shownAtMost)
  const total = upcoming.data.total + past.data.total
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm" px={20} pb="md">
        No meetings.
      </Text>
    )
  return (
    <>
      <MeetingRows rows={rows} zone={current.time_zone} hasCustomer={false} />
      {total > rows.length && (
        <Text size="sm" px={20} pb="md">
          <TextLink to="/meetings" search={{ customer: customerId, status: 'past' }}>
            All meetings
          </TextLink>
        </Text>
      )}
    </>
  )
}
