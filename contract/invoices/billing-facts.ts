import type { BilledTo } from './document-sender.ts'
import type { InvoiceWords } from './words.ts'

/** Everything is missing on invoices of services that don’t know it. */
interface Billed {
  readonly reference?: string | undefined
  readonly delivered_from?: string | null | undefined
  readonly delivered_to?: string | null | undefined
  readonly billed_to?: Pick<BilledTo, 'reference' | 'tax_number'> | undefined
}

/** What the customer calls a document: its own reference, or else the one in their billing details. */
export const billedReference = ({ reference, billed_to }: Pick<Billed, 'reference' | 'billed_to'>): string =>
  reference || (billed_to?.reference ?? '')

/** Where a document is emailed: to the customer’s address for invoices, or else their own. */
export const billedEmail = ({
  customer_email,
  billed_to,
}: {
  readonly customer_email: string
  readonly billed_to?: Pick<BilledTo, 'email'> | undefined
}): string => billed_to?.email || customer_email

/** How a document writes its facts. */
interface FactWriter {
  readonly words: InvoiceWords
  /** Writes a day, YYYY-MM-DD. */
  readonly day: (day: string) => string
  readonly number: (count: number) => string
}

/** A line beside the customer. */
interface Fact {
  readonly label: string
  readonly value: string
}

/** `14 days` */
export const termsText = (days: number, { words, number }: Pick<FactWriter, 'words' | 'number'>): string =>
  days === 0 ? words.onReceipt : days === 1 ? `1 ${words.day}` : `${number(days)} ${words.days}`

/**
 * What tells the customer’s bookkeeping what a document is about: their reference, the delivery and their tax number, as far as
 * they are known.
 */
export const billingFacts = (
  { reference, delivered_from, delivered_to, billed_to }: Billed,
  { words, day }: Pick<FactWriter, 'words' | 'day'>,
): readonly Fact[] =>
  [
    { label: words.reference, value: billedReference({ reference, billed_to }) },
    {
      label: words.delivered,
      value: [delivered_from, delivered_to]
        .filter((one) => one != null)
        .map(day)
        .join(' – '),
    },
    { label: words.taxNumber, value: billed_to?.tax_number ?? '' },
  ].filter(({ value }) => value !== '')

interface InvoiceDays {
  /** As it’s written; empty for a draft. */
  readonly issued: string
  readonly due_date: string
  readonly payment_days?: number | null | undefined
}

/** The days of an invoice, its terms and what it’s about. */
export const invoiceFacts = (
  { issued, due_date, payment_days, ...billed }: InvoiceDays & Billed,
  writer: FactWriter,
): readonly Fact[] => {
  const { words, day } = writer
  return [
    ...(issued === '' ? [] : [{ label: words.issued, value: issued }]),
    { label: words.due, value: day(due_date) },
    ...(payment_days == null ? [] : [{ label: words.terms, value: termsText(payment_days, writer) }]),
    ...billingFacts(billed, writer),
  ]
}

interface Credited {
  readonly invoice_number: string
  /** When the invoice was issued; undefined where the service doesn’t say. */
  readonly invoice_issued_on?: string | undefined
}

/** What a credit note says of its invoice, and what that is about. */
export const creditNoteFacts = (
  { issued, invoice_number, invoice_issued_on, ...billed }: Pick<InvoiceDays, 'issued'> & Credited & Billed,
  writer: FactWriter,
): readonly Fact[] => {
  const { words, day } = writer
  return [
    { label: words.issued, value: issued },
    { label: words.forInvoice, value: invoice_number },
    ...(invoice_issued_on === undefined ? [] : [{ label: words.invoiceDate, value: day(invoice_issued_on) }]),
    ...billingFacts(billed, writer),
  ]
}
