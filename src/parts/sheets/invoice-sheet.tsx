import { invoiceFacts } from '#contract/invoices/billing-facts.ts'
import { exemptionText } from '#contract/invoices/exemptions.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import { TextLink } from '#kit/link.tsx'
import { QrCode } from '#kit/qr-code.tsx'
import { useToday } from '#kit/today.ts'
import { daysBetween } from '#lib/calendar.ts'
import { decimalOf, minus, zero } from '#lib/decimal.ts'
import { amountsOf } from '#parts/invoices/invoice-amounts.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import { InLanguage } from './in-language.tsx'
import { Paper, SheetFact, SheetFacts, SheetFigures, SheetFine, SheetFoot } from './paper.tsx'
import type { SheetLanguage } from './sheet-language.ts'

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
  const { invoice_number, currency, status, due_date, total_amount } = invoice
  const { sender, look = standardLook } = invoice
  const today = useToday()
  const { words } = language
  const issued = status === 'draft' ? '' : language.dayOf(invoice.created_at, sender?.time_zone)
  const { lines, taxes } = amountsOf(invoice)
  const lastPayment = status === 'paid' ? invoice.payments?.at(-1) : undefined
  const age = isOpen(status) ? language.dueIn(due_date, today) : ''
  return (
    <Paper
      look={look}
      language={language}
      sender={sender}
      kind={words.invoice}
      number={invoice_number}
      label={words.billedTo}
      customer={invoice}
      dates={
        <>
          <SheetFacts facts={invoiceFacts({ ...invoice, issued }, language)} />
          {lastPayment && (
            <SheetFact label={words.paid}>
              {language.day(lastPayment.paid_on)}
              {lastPayment.method && (
                <span className={classes.age}>{language.method(lastPayment.method)}</span>
              )}
            </SheetFact>
          )}
          <SheetFact label={words.status} isInternal={isOpen(status)}>
            {language.status(status)}
            {age !== '' && (
              <span className={classes.age} data-late={daysBetween(due_date, today) > 0 || undefined}>
                {age}
              </span>
            )}
          </SheetFact>
        </>
      }
    >
      {look.intro !== '' && (
        <p className={classes.intro} dir="auto">
          {look.intro}
        </p>
      )}
      <SheetFigures
        lines={lines}
        taxes={taxes}
        total={taxes.length > 0 ? words.totalWithTax : words.total}
        amount={total_amount}
        currency={currency}
        language={language}
      >
        <Balance invoice={invoice} language={language} />
      </SheetFigures>
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
      <SheetFine text={exemptionText(invoice, invoice.line_items, words)} />
      <SheetFoot
        sender={sender}
        isPayable
        payTo={words.payTo}
        payOnline={words.payOnline}
        link={linkOf(invoice)}
        code={<PaymentCode invoice={invoice} label={words.payByCode} />}
      />
    </Paper>
  )
}

/** Where what is due is paid online. */
const linkOf = ({ sender, status, invoice_number, currency, amount_due = 0 }: Invoice) =>
  sender && isOpen(status)
    ? paymentLink(sender.payment_link, { number: invoice_number, amount: amount_due, currency })
    : undefined

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

/** What was paid and credited, and what is left. */
function Balance({ invoice, language }: { invoice: Invoice; language: SheetLanguage }) {
  const { words, money } = language
  const { currency, credit_notes = [], amount_to_refund = 0 } = invoice
  if (!hasPayments(invoice) || invoice.payments.length + credit_notes.length === 0) return null
  return (
    <>
      {credit_notes.map((note) => (
        <SheetFact
          key={note.id}
          label={
            <TextLink
              to="/invoices/credit-notes/$id"
              params={{ id: String(note.id) }}
              className={classes.link ?? ''}
            >
              {words.creditNote} {note.credit_number}
            </TextLink>
          }
        >
          {money(minus(zero, decimalOf(note.total_amount)), currency)}
        </SheetFact>
      ))}
      {invoice.payments.length > 0 && (
        <SheetFact label={words.paid}>
          {money(minus(zero, decimalOf(invoice.amount_paid)), currency)}
        </SheetFact>
      )}
      <div className={classes.total}>
        <dt>{amount_to_refund > 0 ? words.toRefund : words.amountDue}</dt>
        <dd>{money(amount_to_refund > 0 ? amount_to_refund : invoice.amount_due, currency)}</dd>
      </div>
    </>
  )
}
