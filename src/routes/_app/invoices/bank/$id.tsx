import { Alert } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { bankPayments } from '#api/bank-payments.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { BackLink } from '#kit/back-link.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { requireId } from '#kit/require-id.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { dayText } from '#lib/calendar.ts'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { BankPaymentActions } from '../-bank/bank-payment-actions.tsx'
import { SuggestionBadge, payerOf, stateWords, whySuggested } from '../-bank/bank-words.tsx'
import { MatchForm } from '../-bank/match-form.tsx'

import layout from '#kit/record-page.module.css'
import classes from '../-bank/bank.module.css'

export const Route = createFileRoute('/_app/invoices/bank/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    await queryClient.ensureQueryData(bankPayments.one(id))
  },
  component: BankPaymentPage,
  errorComponent: recordProblem({
    icon: IconBuildingBank,
    title: 'Bank payment not found',
    back: { to: '/invoices/bank', label: 'Back to bank payments' },
  }),
})

function BankPaymentPage() {
  const { id } = Route.useParams()
  const { data: payment } = useSuspenseQuery(bankPayments.one(Number(id)))
  const { state, paid_on, currency, suggestion, payments, twin } = payment
  return (
    <div className={layout.page}>
      <PageHeader
        back={<BackLink to="/invoices/bank">Bank payments</BackLink>}
        title={payerOf(payment)}
        subtitle={
          <span className={layout.status}>
            <StatusBadge tone={state === 'recorded' ? 'good' : state === 'open' ? 'info' : 'neutral'}>
              {stateWords[state]}
            </StatusBadge>
            <Money amount={payment.amount} currency={currency} />
            Received {dayText(paid_on)}
          </span>
        }
        actions={<BankPaymentActions payment={payment} />}
      />
      <div className={layout.cards}>
        <SectionCard title="From the statement">
          <FactList>
            <Fact label="Reference" value={payment.text} isWide />
            <Fact label="Payer’s account" value={payment.payer_account} />
            <Fact label="File" value={payment.source} />
            <FactState label="Imported by">{payment.imported_by}</FactState>
          </FactList>
        </SectionCard>
        {payments.length > 0 && <Recorded {...payment} />}
        {state === 'open' && (
          <SectionCard
            title={payments.length > 0 ? 'What the rest pays' : 'What it pays'}
            {...(suggestion && { description: whySuggested(suggestion.reason) })}
            actions={<SuggestionBadge payment={payment} />}
          >
            {twin && (
              <Alert color="yellow" mb="md" title="Maybe imported twice">
                “{twin.source}” has{' '}
                <TextLink to="/invoices/bank/$id" params={{ id: String(twin.id) }}>
                  a payment of the same day and amount
                </TextLink>
                . If it’s the same, set this one aside.
              </Alert>
            )}
            <MatchForm key={payment.id} payment={payment} />
          </SectionCard>
        )}
      </div>
    </div>
  )
}

const Recorded = ({ payments, currency }: BankPayment) => (
  <SectionCard title="Recorded" description="To take one back, delete the payment on its invoice.">
    <ul className={classes.matches}>
      {payments.map(({ invoice_id, invoice_number, customer_name, amount }, index) => (
        // One invoice may be paid twice from it.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} fw={500} c="inherit">
            {invoice_number}
          </TextLink>
          <bdi>{customer_name}</bdi>
          <Money amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  </SectionCard>
)
