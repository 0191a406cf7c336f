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

/**
 * What tells the customer’s bookkeeping what a document is about: their reference, the delivery and their tax number, as far as
 * they are known. `dayText` writes a day in the language of the words.
 */
export const billingFacts = (
  { reference, delivered_from, delivered_to, billed_to }: Billed,
  words: Pick<InvoiceWords, 'reference' | 'delivered' | 'taxNumber'>,
  dayText: (day: string) => string,
): { readonly label: string; readonly value: string }[] =>
  [
    { label: words.reference, value: billedReference({ reference, billed_to }) },
    {
      label: words.delivered,
      value: [delivered_from, delivered_to]
        .filter((day) => day != null)
        .map(dayText)
        .join(' – '),
    },
    { label: words.taxNumber, value: billed_to?.tax_number ?? '' },
  ].filter(({ value }) => value !== '')
