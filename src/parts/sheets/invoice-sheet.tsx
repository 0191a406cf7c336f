import { useSuspenseQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'

import { session } from '#api/session.ts'
import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import type { InvoiceWords } from '#contract/invoices/words.ts'
import { TextLink } from '#kit/link.tsx'
import { QrCode } from '#kit/qr-code.tsx'
import { useToday } from '#kit/today.ts'
import { daysBetween } from '#lib/calendar.ts'
import { decimalOf, minus, zero } from '#lib/decimal.ts'
import { type InvoiceAmounts, amountsOf } from '#parts/invoices/invoice-amounts.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import { InLanguage } from './in-language.tsx'
import { BillingFacts, Exemption } from './sheet-facts.tsx'
import { SheetCustomer, SheetFoot, SheetHead } from './sheet-head.tsx'
import { type SheetLanguage, english } from './sheet-language.ts'

import classes from './invoice-sheet.module.css'

/** The invoice as a sheet of paper, in its language: what is printed is this and nothing else. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  return (
    <InLanguage look={invoice.look ?? standardLook}>
      {(language) => <Sheet invoice={invoice} language={language} />}
    </InLanguage>
  )
}

function Sheet({ invoice, language }: { invoice: Invoice; language: SheetLanguage }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { invoice_number, currency, status, due_date, sender, look = standardLook } = invoice
  const today = useToday()
  const { words } = language
  useSheetName(sender?.name ?? current.account.name, invoice_number, words)
  const amounts = amountsOf(invoice)
  const lastPayment = status === 'paid' ? invoice.payments?.at(-1) : undefined
  const age = isOpen(status) ? language.dueIn(due_date, today) : ''
  return (
    <article
      className={classes.sheet}
      data-sheet
      {...lookProps(look)}
      aria-label={`${words.invoice} ${invoice_number}`}
    >
      <SheetHead
        business={current.account.name}
        sender={sender}
        kind={words.invoice}
        number={invoice_number}
        taxNumber={words.taxNumber}
        logoPosition={look.logo_position}
      />
      <div className={classes.parties}>
        <SheetCustomer label={words.billedTo} customer={invoice} />
        <dl className={classes.dates}>
          <div>
            <dt>{words.issued}</dt>
            <dd>{language.dayOf(invoice.created_at, sender?.time_zone)}</dd>
          </div>
          <div>
            <dt>{words.due}</dt>
            <dd>{language.day(due_date)}</dd>
          </div>
          <BillingFacts document={invoice} language={language} />
          {lastPayment && (
            <div>
              <dt>{words.paid}</dt>
              <dd>
                {language.day(lastPayment.paid_on)}
                {lastPayment.method && (
                  <span className={classes.age}>{language.method(lastPayment.method)}</span>
                )}
              </dd>
            </div>
          )}
          <div className={isOpen(status) ? classes.internal : undefined}>
            <dt>{words.status}</dt>
            <dd>
              {language.status(status)}
              {age !== '' && (
                <span className={classes.age} data-late={daysBetween(due_date, today) > 0 || undefined}>
                  {age}
                </span>
              )}
            </dd>
          </div>
        </dl>
      </div>
      {look.intro !== '' && (
        <p className={classes.intro} dir="auto">
          {look.intro}
        </p>
      )}
      <SheetLines lines={amounts.lines} currency={currency} language={language} />
      <Totals invoice={invoice} amounts={amounts} language={language} />
      {invoice.notes && (
        <p className={classes.notes} dir="auto">
          {invoice.notes}
        </p>
      )}
      {look.closing !== '' && (
        <p className={classes.notes} dir="auto">
          {look.closing}
        </p>
      )}
      <Exemption document={invoice} lines={invoice.line_items} language={language} />
      <SheetFoot
        sender={sender}
        isPayable
        payTo={words.payTo}
        payOnline={words.payOnline}
        link={linkOf(invoice)}
        code={<PaymentCode invoice={invoice} label={words.payByCode} />}
      />
    </article>
  )
}

/** Where what is due is paid online. */
const linkOf = ({ sender, status, invoice_number, currency, amount_due = 0 }: Invoice) =>
  sender && isOpen(status)
    ? paymentLink(sender.payment_link, { number: invoice_number, amount: amount_due, currency })
    : undefined

/** How a sheet shows its look. */
export const lookProps = ({ language, layout, color }: DocumentLook) => ({
  ...(language !== 'en' && { lang: language }),
  'data-layout': layout,
  style: color === standardLook.color ? undefined : ({ '--accent': color } as CSSProperties),
})

/** Fills in the transfer of what is due in a banking app; nothing where it can’t be paid so. */
function PaymentCode({ invoice, label }: { invoice: Invoice; label: string }) {
  const { payment_code: code } = invoice
  if (code == null) return null
  return (
    <div className={classes.code}>
      <QrCode text={code} label={label} size={120} />
      <p className={classes.label}>{label}</p>
    </div>
  )
}

/** Prints the name of the business and the number on each page, and which of them it is. */
export function useSheetName(
  business: string,
  number: string,
  { page, of }: Pick<InvoiceWords, 'page' | 'of'> = english.words,
): void {
  useEffect(
    function nameThePages() {
      const { style } = document.documentElement
      // The margins of a printed page take from the root element alone.
      const texts = { '--sheet-name': `${business} · ${number}`, '--sheet-page': page, '--sheet-of': of }
      for (const [name, text] of Object.entries(texts)) style.setProperty(name, JSON.stringify(text))
      return () => {
        for (const name of Object.keys(texts)) style.removeProperty(name)
      }
    },
    [business, number, page, of],
  )
}

/** Net, tax and total if tax is listed separately; otherwise only the total. */
function Totals({
  invoice,
  amounts,
  language: { words, money, tax },
}: {
  invoice: Invoice
  amounts: InvoiceAmounts
  language: SheetLanguage
}) {
  const { currency, total_amount, credit_notes = [], amount_to_refund = 0 } = invoice
  return (
    <dl className={classes.totals}>
      {amounts.net && (
        <div>
          <dt>{words.net}</dt>
          <dd>{money(amounts.net, currency)}</dd>
        </div>
      )}
      {amounts.taxes.map((line) => (
        <div key={line.id}>
          <dt>{tax(line)}</dt>
          <dd>{money(line.total, currency)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>
          {amounts.taxes.length > 0 ? words.totalWithTax : words.total} {currency}
        </dt>
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
                  {words.creditNote} {note.credit_number}
                </TextLink>
              </dt>
              <dd>{money(minus(zero, decimalOf(note.total_amount)), currency)}</dd>
            </div>
          ))}
          {invoice.payments.length > 0 && (
            <div>
              <dt>{words.paid}</dt>
              <dd>{money(minus(zero, decimalOf(invoice.amount_paid)), currency)}</dd>
            </div>
          )}
          <div className={classes.total}>
            <dt>{amount_to_refund > 0 ? words.toRefund : words.amountDue}</dt>
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
  language: { words, money, quantity: quantityText, percent } = english,
}: {
  lines: readonly Pick<LineItem, 'id' | 'description' | 'quantity' | 'unit_price' | 'total' | 'discount'>[]
  currency: string
  /** English unless given. */
  language?: SheetLanguage
}) {
  if (lines.length === 0) return <p className={classes.none}>{words.noLines}</p>
  return (
    <table className={classes.lines}>
      <caption className={classes.caption}>{words.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{words.description}</th>
          <th scope="col">{words.quantity}</th>
          <th scope="col">{words.unitPrice}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, description, quantity, unit_price, total, discount = 0 }) => (
          <tr key={id}>
            <td dir="auto">
              {description}
              {discount > 0 && (
                <span className={classes.discount}>
                  {percent(discount)} {words.discount}
                </span>
              )}
            </td>
            <td data-label={words.quantity}>{quantityText(quantity)}</td>
            <td data-label={words.unitPrice}>{money(unit_price, currency)}</td>
            <td data-label={words.amount}>{money(total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
