import { IconPackages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { subscriptions } from '#api/plans.ts'
import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { requireId } from '#kit/require-id.ts'
import { SubscriptionBadge, nextText, priceText } from '#parts/subscriptions/plan-words.tsx'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { SubscriptionActions } from '../-plans/subscription-actions.tsx'
import { SubscriptionDetails } from '../-plans/subscription-details.tsx'

import layout from '#kit/record-page.module.css'

export const Route = createFileRoute('/_app/invoices/subscriptions/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    await queryClient.ensureQueryData(subscriptions.one(id))
  },
  component: SubscriptionPage,
  errorComponent: recordProblem({
    icon: IconPackages,
    title: 'Subscription not found',
    back: { to: '/invoices/plans', label: 'Back to plans' },
  }),
})

function SubscriptionPage() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: subscription } = useSuspenseQuery(subscriptions.one(Number(id)))
  const { status, plan_id, plan_name, customer_name, net_amount, currency, frequency } = subscription
  return (
    <div className={layout.page}>
      <PageHeader
        back={
          <BackLink to="/invoices/plans/$id" params={{ id: String(plan_id) }}>
            {plan_name}
          </BackLink>
        }
        title={`${plan_name} for ${customer_name}`}
        subtitle={
          <span className={layout.status}>
            <SubscriptionBadge status={status} />
            {[`${priceText(net_amount, currency, frequency)} excl. tax`, nextText(subscription)]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        }
        actions={
          current.abilities.includes('invoices.manage') ? (
            <SubscriptionActions subscription={subscription} />
          ) : (
            <NeedsPermission ability="invoices.manage" to="change subscriptions" />
          )
        }
      />
      <SubscriptionDetails subscription={subscription} />
    </div>
  )
}
