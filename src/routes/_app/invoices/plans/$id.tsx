import { IconPackages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { plans, subscriptions } from '#api/plans.ts'
import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { requireId } from '#kit/require-id.ts'
import { StatusBadge } from '#kit/status-badge.tsx'
import { priceText } from '#parts/subscriptions/plan-words.tsx'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { PlanActions } from '../-plans/plan-actions.tsx'
import { PlanDetails, shownSubscriptions } from '../-plans/plan-details.tsx'

import layout from '#kit/record-page.module.css'

export const Route = createFileRoute('/_app/invoices/plans/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    void queryClient.prefetchQuery(subscriptions.list({ page: 1, size: shownSubscriptions, plan: id }))
    await queryClient.ensureQueryData(plans.one(id))
  },
  component: PlanPage,
  errorComponent: recordProblem({
    icon: IconPackages,
    title: 'Plan not found',
    back: { to: '/invoices/plans', label: 'Back to plans' },
  }),
})

function PlanPage() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: plan } = useSuspenseQuery(plans.one(Number(id)))
  const { name, net_amount, currency, frequency, archived_at } = plan
  return (
    <div className={layout.page}>
      <PageHeader
        back={<BackLink to="/invoices/plans">Plans</BackLink>}
        title={name}
        subtitle={
          <span className={layout.status}>
            {archived_at !== null && <StatusBadge tone="neutral">Archived</StatusBadge>}
            {priceText(net_amount, currency, frequency)} excl. tax
          </span>
        }
        actions={
          current.abilities.includes('invoices.manage') ? (
            <PlanActions plan={plan} />
          ) : (
            <NeedsPermission ability="invoices.manage" to="change plans" />
          )
        }
      />
      <PlanDetails plan={plan} />
    </div>
  )
}
