import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { session } from '#api/session.ts'
import type { Invoice, Payment } from '#contract/invoices/invoices.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { Money } from '#kit/money.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { abilityName } from '#lib/ability-name.ts'
import { dayText } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { paymentMethodWord } from '#parts/invoices/payment-method.ts'
import { type InvoiceWithPayments, hasPayments } from '#parts/invoices/payments.ts'

import classes from './-payment-list.module.css'

const DeletePaymentDialog = lazyWithRetry(
  async () => (await import('./-delete-payment-dialog.tsx')).DeletePaymentDialog,
)

/** Payments of the invoice and the amount due; nothing for one without an amount. */
export function PaymentList({ invoice }: { invoice: Invoice }) {
  const { data: current } = useSuspenseQuery(session.current())
  const canManage = mayWriteInvoices(current)
  if (!hasPayments(invoice) || (invoice.payments.length === 0 && !isOpen(invoice.status))) return null
  return (
    <SectionCard title="Payments" isFlush>
      <Rows invoice={invoice} canManage={canManage} />
      {!canManage && (
        <div className={classes['locked']}>
          {isOpen(invoice.status) && (
            <Button variant="default" size="sm" disabled>
              Record payment
            </Button>
          )}
          <Text size="sm" c="dimmed">
            You need the “{abilityName('invoices.manage')}” permission to change payments
          </Text>
        </div>
      )}
    </SectionCard>
  )
}

function Rows({ invoice, canManage }: { invoice: InvoiceWithPayments; canManage: boolean }) {
  const { payments, currency, amount_paid, amount_due, amount_to_refund, status } = invoice
  const [deleted, setDeleted] = useState<Payment>()
  return (
    <>
      {payments.length === 0 ? (
        <Text c="dimmed" px={20} pb={12}>
          No payments yet.
        </Text>
      ) : (
        <ul className={classes['list']}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <div className={classes['words']}>
                <span>{dayText(payment.paid_on)}</span>
                <PaymentDetail payment={payment} />
              </div>
              <Money amount={payment.amount} currency={currency} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={!canManage}
                aria-label={`Delete ${payment.kind} of ${money(Math.abs(payment.amount), currency)} from ${dayText(payment.paid_on)}`}
                onClick={() => setDeleted(payment)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <dl className={classes['sums']}>
        {payments.length > 0 && (
          <div>
            <dt>Paid</dt>
            <dd>
              <Money amount={amount_paid} currency={currency} />
            </dd>
          </div>
        )}
        {isOpen(status) && (
          <div className={classes['due']}>
            <dt>Amount due</dt>
            <dd>
              <Money amount={amount_due} currency={currency} />
            </dd>
          </div>
        )}
        {amount_to_refund > 0 && (
          <div className={classes['due']}>
            <dt>To refund</dt>
            <dd>
              <Money amount={amount_to_refund} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      {deleted && (
        <Suspense>
          <DeletePaymentDialog invoice={invoice} payment={deleted} onClose={() => setDeleted(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function PaymentDetail({ payment: { kind, method, reference, recorded_by } }: { payment: Payment }) {
  const texts = [
    kind === 'refund' ? 'Refund' : '',
    method === null ? '' : paymentMethodWord(method),
    reference,
    recorded_by === null ? '' : `recorded by ${recorded_by}`,
  ].filter((text) => text !== '')
  if (texts.length === 0) return null
  return (
    <span className={classes['detail']} dir="auto">
      {texts.join(' · ')}
    </span>
  )
}
