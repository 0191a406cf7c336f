import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'

import { customerCounts } from '#api/customer-counts.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SectionCard } from '#kit/section-card.tsx'

// Parts of the screens of plans and meetings, which are larger than the page of a customer.
const SubscriptionList = lazyWithRetry(
  async () => (await import('#parts/subscriptions/customer-subscriptions.tsx')).CustomerSubscriptions,
)
const MeetingList = lazyWithRetry(
  async () => (await import('#parts/meetings/customer-meetings.tsx')).CustomerMeetings,
)

/** The subscriptions and meetings of a customer, where there are any. What begins one is in the customer's menu. */
export function CustomerRelated({ id }: { id: number }) {
  const { data: counts } = useQuery(customerCounts(id))
  return (
    <>
      <Related title="Subscriptions" count={counts?.subscriptions} id={id} List={SubscriptionList} />
      <Related title="Meetings" count={counts?.meetings} id={id} List={MeetingList} />
    </>
  )
}

interface Props {
  title: string
  count: number | undefined
  id: number
  List: ComponentType<{ customerId: number }>
}

const rowHeight = 57

function Related({ title, count = 0, id, List }: Props) {
  if (count === 0) return null
  return (
    <SectionCard title={title} isFlush>
      <Suspense fallback={<Skeleton height={Math.min(count, 20) * rowHeight} aria-hidden />}>
        <List customerId={id} />
      </Suspense>
    </SectionCard>
  )
}
