import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { session } from '#api/session.ts'
import type { Invoice, LineItem } from '#contract/invoices.ts'
import { TextLink } from '#kit/link.tsx'
import { useToday } from '#kit/today.ts'
import { dayText, dayTextOf, daysBetween, dueText } from '#lib/calendar.ts'
import { decimalOf, minus, zero } from '#lib/decimal.ts'
import { numberFormat } from '#lib/locale.ts'
import { money, rateText } from '#lib/money.ts'

import { type InvoiceAmounts, amountsOf } from './-invoice-amounts.ts'
import { isOpen, statusWord } from './-invoice-status.tsx'
import { paymentMethodWord } from './-payment-method.ts'
import { hasPayments } from './-payments.ts'
import { SheetCustomer, SheetFoot, SheetHead } from './-sheet-head.tsx'

import classes from './-invoice-sheet.module.css'

/** The invoice as a sheet of paper: what is printed is this and nothing else. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { invoice_number, currency, status, due_date } = invoice
  const today = useToday()
  const { sender } = invoice
  useSheetName(sender?.name ?? current.account.name, invoice_number)
  const amounts = amountsOf(invoice)
  const lastPayment = status === 'paid' ? invoice.payments?.at(-1) : undefined
  const age = isOpen(status) ? dueText(due_date, today) : ''
  return (
    <article className={classes.sheet} data-sheet aria-label={`Invoice ${invoice_number}`}>
      <SheetHead business={current.account.name} sender={sender} kind="Invoice" number={invoice_number} />
      <div className={classes.parties}>
        <SheetCustomer label="Billed to" customer={invoice} />
        <dl className={classes.dates}>
          <div>
            <dt>Issued</dt>
            <dd>{dayTextOf(invoice.created_at, sender?.time_zone)}</dd>
          </div>
          <div>
            <dt>Due</dt>
            <dd>{dayText(due_date)}</dd>
          </div>
          {lastPayment && (
            <div>
              <dt>Paid</dt>
              <dd>
                {dayText(lastPayment.paid_on)}
                {lastPayment.method && (
                  <span className={classes.age}>{paymentMethodWord(lastPayment.method)}</span>
                )}
              </dd>
            </div>
          )}
          <div className={isOpen(status) ? classes.internal : undefined}>
            <dt>Status</dt>
            <dd>
              {statusWord(status)}
              {age !== '' && (
                <span className={classes.age} data-late={daysBetween(due_date, today) > 0 || undefined}>
                  {age}
                </span>
              )}
            </dd>
          </div>
        </dl>
      </div>
      <SheetLines lines={amounts.lines} currency={currency} />
      <Totals invoice={invoice} amounts={amounts} />
      {invoice.notes && (
        <p className={classes.notes} dir="auto">
          {invoice.notes}
        </p>
      )}
      {amounts.taxes.some(({ kind }) => kind === 'tax') && (
        <p className={classes.fine}>
          Tax is calculated for each rate on the sum of its lines, and rounded half away from zero.
        </p>
      )}
      <SheetFoot sender={sender} isPayable />
    </article>
  )
}

/** Prints the name of the business and the number on each page. */
export function useSheetName(business: string, number: string): void {
  useEffect(
    function nameThePages() {
      const { style } = document.documentElement
      // The margins of a printed page take from the root element alone.
      style.setProperty('--sheet-name', JSON.stringify(`${business} · ${number}`))
      return () => void style.removeProperty('--sheet-name')
    },
    [business, number],
  )
}

/** Net, tax and total if tax is listed separately; otherwise only the total. */
function Totals({ invoice, amounts }: { invoice: Invoice; amounts: InvoiceAmounts }) {
  const { currency, total_amount, credit_notes = [], amount_to_refund = 0 } = invoice
  return (
    <dl className={classes.totals}>
      {amounts.net && (
        <div>
          <dt>Net</dt>
          <dd>{money(amounts.net, currency)}</dd>
        </div>
      )}
      {amounts.taxes.map(({ id, description, total }) => (
        <div key={id}>
          <dt>{description.replace(/(\d) %/, '$1%')}</dt>
          <dd>{money(total, currency)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>Total {currency}</dt>
        <dd>{money(total_amount, currency)}</dd>
      </div>
      {hasPayments(invoice) && (invoice.payments.length > 0 || credit_notes.length > 0) && (
        <>
          {credit_notes.map((note) => (
            <div key={note.id}>
              <dt>
                <TextLink
                  to="/invoices/credit-notes/$id"
                  params={{ id: String(note.id) }}
                  className={classes.link ?? ''}
                >
                  Credit note {note.credit_number}
                </TextLink>
              </dt>
              <dd>{money(minus(zero, decimalOf(note.total_amount)), currency)}</dd>
            </div>
          ))}
          {invoice.payments.length > 0 && (
            <div>
              <dt>Paid</dt>
              <dd>{money(minus(zero, decimalOf(invoice.amount_paid)), currency)}</dd>
            </div>
          )}
          <div className={classes.total}>
            <dt>{amount_to_refund > 0 ? 'To refund' : 'Amount due'}</dt>
            <dd>{money(amount_to_refund > 0 ? amount_to_refund : invoice.amount_due, currency)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

/** The lines of an invoice or a credit note. */
export function SheetLines({
  lines,
  currency,
}: {
  lines: readonly Pick<LineItem, 'id' | 'description' | 'quantity' | 'unit_price' | 'total' | 'discount'>[]
  currency: string
}) {
  if (lines.length === 0) return <p className={classes.none}>No line items.</p>
  return (
    <table className={classes.lines}>
      <caption className={classes.caption}>Lines</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, description, quantity, unit_price, total, discount = 0 }) => (
          <tr key={id}>
            <td dir="auto">
              {description}
              {discount > 0 && <span className={classes.discount}>{rateText(discount)} discount</span>}
            </td>
            <td data-label="Quantity">{quantityFormat(quantity)}</td>
            <td data-label="Unit price">{money(unit_price, currency)}</td>
            <td data-label="Amount">{money(total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const quantityFormat = numberFormat({ maximumFractionDigits: 8 })
