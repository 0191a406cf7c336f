import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { subscriptions } from '#api/plans.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'

import { SubscriptionRows } from './subscription-rows.tsx'

const shownAtMost = 100

/** The newest subscriptions of a customer, on the page of the customer. */
export function CustomerSubscriptions({ customerId }: { customerId: number }) {
  const { data, error } = useQuery(subscriptions.list({ page: 1, size: shownAtMost, customer: customerId }))
  if (error) return <InlineProblem error={error} />
  if (!data) return <Skeleton height={60} aria-hidden />
  if (data.rows.length > 0) return <SubscriptionRows rows={data.rows} name="plan_name" />
  return (
    <Text c="dimmed" size="sm" px={20} pb="md">
      No subscriptions.
    </Text>
  )
}
