import { Skeleton, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { subscriptions } from '#api/plans.ts'
import type { Session } from '#contract/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { SubscriptionRows } from '#routes/_app/invoices/-plans/subscription-rows.tsx'

const shownAtMost = 25

interface Props {
  customerId: number
  session: Session
}

/** The plans that a customer is subscribed to; nothing on a service without plans. */
export function CustomerSubscriptions({ customerId, session: { abilities, features } }: Props) {
  const isOffered = features.includes('plans')
  const { data, error } = useQuery({
    ...subscriptions.list({ page: 1, size: shownAtMost, customer: customerId }),
    enabled: isOffered,
  })
  const navigate = useNavigate()
  const search = { customer: customerId }
  const canAdd = isOffered && abilities.includes('invoices.manage')
  const add = () => void navigate({ to: '/invoices/subscriptions/new', search })
  usePageActions(canAdd ? [{ label: 'Subscribe to a plan', icon: IconUserPlus, run: add }] : [])
  if (!isOffered) return null
  const rows = data?.rows ?? []
  return (
    <SectionCard
      title="Subscriptions"
      isFlush={rows.length > 0}
      {...(data !== undefined &&
        data.total > rows.length && {
          description: `The newest ${rows.length} of ${pluralize(data.total, 'subscription')}`,
        })}
      actions={
        canAdd && (
          <ButtonLink
            to="/invoices/subscriptions/new"
            search={search}
            variant="default"
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            Subscribe
          </ButtonLink>
        )
      }
    >
      {error && <InlineProblem error={error} />}
      {!data && !error && <Skeleton height={20} aria-hidden />}
      {data?.rows.length === 0 && (
        <Text c="dimmed" size="sm">
          No subscriptions.
        </Text>
      )}
      {rows.length > 0 && <SubscriptionRows rows={rows} name="plan_name" />}
    </SectionCard>
  )
}
