import type { BilledTo } from './document-sender.ts'
import type { InvoiceWords } from './invoice-words.ts'

/** Everything is missing on invoices of services that don’t know it. */
interface Billed {
  readonly reference?: string | undefined
  readonly delivered_from?: string | null | undefined
  readonly delivered_to?: string | null | undefined
  readonly billed_to?: Pick<BilledTo, 'reference' | 'tax_number'> | undefined
}

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
    { label: words.reference, value: reference || (billed_to?.reference ?? '') },
    {
      label: words.delivered,
      value: [delivered_from, delivered_to]
        .filter((day) => day != null)
        .map(dayText)
        .join(' – '),
    },
    { label: words.taxNumber, value: billed_to?.tax_number ?? '' },
  ].filter(({ value }) => value !== '')
