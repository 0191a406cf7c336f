import { IconRepeat } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { schedules } from '#api/schedules.ts'
import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { requireId } from '#kit/require-id.ts'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { ScheduleActions } from '../-recurring/schedule-actions.tsx'
import { ScheduleDetails } from '../-recurring/schedule-details.tsx'
import { ScheduleBadge, frequencyWords, nextText } from '../-recurring/schedule-words.tsx'

import layout from '#kit/record-page.module.css'

export const Route = createFileRoute('/_app/invoices/recurring/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    await queryClient.ensureQueryData(schedules.one(id))
  },
  component: SchedulePage,
  errorComponent: recordProblem({
    icon: IconRepeat,
    title: 'Recurring invoice not found',
    back: { to: '/invoices/recurring', label: 'Back to recurring invoices' },
    reason: 'It may have been deleted, or it belongs to another account.',
  }),
})

function SchedulePage() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: schedule } = useSuspenseQuery(schedules.one(Number(id)))
  const { status, total_amount, currency, frequency, customer_name } = schedule
  return (
    <div className={layout.page}>
      <PageHeader
        back={<BackLink to="/invoices/recurring">Recurring invoices</BackLink>}
        title={`${frequencyWords[frequency]} invoice for ${customer_name}`}
        subtitle={
          <span className={layout.status}>
            <ScheduleBadge status={status} />
            <Money amount={total_amount} currency={currency} />
            {status === 'active' && `Next: ${nextText(schedule)}`}
          </span>
        }
        actions={
          schedule.subscription_id != null ? (
            <ButtonLink
              to="/invoices/subscriptions/$id"
              params={{ id: String(schedule.subscription_id) }}
              size="sm"
              variant="default"
            >
              Open subscription
            </ButtonLink>
          ) : mayWriteInvoices(current) ? (
            <ScheduleActions schedule={schedule} />
          ) : (
            <NeedsPermission ability="invoices.manage" to="change recurring invoices" />
          )
        }
      />
      <ScheduleDetails schedule={schedule} />
    </div>
  )
}
