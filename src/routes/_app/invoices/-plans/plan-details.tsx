import { Alert, Skeleton, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { subscriptions } from '#api/plans.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import { FactList, FactState } from '#kit/facts.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { termsText } from '#parts/payment-terms.ts'
import { intervalWords, trialText } from '#parts/subscriptions/plan-words.tsx'
import { SubscriptionRows } from '#parts/subscriptions/subscription-rows.tsx'

import { ScheduleLines } from '../-recurring/schedule-lines.tsx'

import layout from '#kit/record-page.module.css'

export const shownSubscriptions = 50

/** The price of a plan, and its subscribers. */
export function PlanDetails({ plan }: { plan: Plan }) {
  const { id, frequency, trial_days, payment_days, archived_at } = plan
  return (
    <div className={layout.cards}>
      {archived_at !== null && (
        <Alert color="gray" icon={<IconArchive size={18} aria-hidden />} title="Archived">
          Nobody can be subscribed to this plan any more. Subscriptions that exist continue.
        </Alert>
      )}
      <SectionCard title="Plan">
        <FactList>
          <FactState label="Interval">{intervalWords[frequency]}</FactState>
          <FactState label="Trial">{trialText(trial_days)}</FactState>
          <FactState label="Payment terms">{termsText(payment_days)}</FactState>
        </FactList>
      </SectionCard>
      <ScheduleLines title="Lines" content={plan} />
      <Subscriptions plan={id} />
    </div>
  )
}

function Subscriptions({ plan }: { plan: number }) {
  const { data, error } = useQuery(subscriptions.list({ page: 1, size: shownSubscriptions, plan }))
  const rows = data?.rows ?? []
  return (
    <SectionCard
      title="Subscriptions"
      isFlush={rows.length > 0}
      actions={
        rows.length > 0 && (
          <TextLink to="/invoices/subscriptions" search={{ plan }} size="sm">
            View in list
          </TextLink>
        )
      }
      {...(data !== undefined &&
        data.total > rows.length && {
          description: `The newest ${rows.length} of ${pluralize(data.total, 'subscription')}`,
        })}
    >
      {error && <InlineProblem error={error} />}
      {!data && !error && <Skeleton height={120} aria-hidden />}
      {data?.rows.length === 0 && <Text c="dimmed">Nobody is subscribed yet.</Text>}
      {rows.length > 0 && <SubscriptionRows rows={rows} name="customer_name" />}
    </SectionCard>
  )
}
