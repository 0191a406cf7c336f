import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { type SendBlocker, sendBlockersOf } from '#contract/invoices/send-blockers.ts'
import type { Day } from '#lib/calendar.ts'

/** What to know before an invoice is sent. */
export interface SendChecks {
  /** Why it can't be sent yet. */
  readonly blockers: readonly string[]
  /** What it doesn't say of its sender: "address". */
  readonly sender: readonly string[]
  /** What it doesn’t say of the customer: "address", "tax number". */
  readonly customer: readonly string[]
  /** Whether lines aren’t taxed and nobody has said why. */
  readonly lacksExemption: boolean
}

type Line = Pick<InvoiceDetails['line_items'][number], 'kind' | 'description' | 'tax_rate'>
type Checked = Pick<InvoiceDetails, 'sender' | 'billed_to' | 'exemption'> &
  Omit<Parameters<typeof sendBlockersOf>[0], 'line_items'> & { readonly line_items: readonly Line[] }

/** Reverse charge and deliveries within the EU name the one who owes the tax. */
const needsTaxNumber: readonly unknown[] = ['AE', 'K']

const texts: Record<SendBlocker['kind'], string> = {
  'no items': 'Add at least one line.',
  'blank item': 'Every line needs a description.',
  'negative total': 'The total can’t be negative.',
  'due date passed': 'The due date has passed. Choose a later one.',
}

/** Returns what a draft lacks. */
export function checksOf(draft: Checked, today: Day): SendChecks {
  const { sender, billed_to, exemption, line_items } = draft
  const isUntaxed = line_items.some(({ kind, tax_rate }) => kind === 'item' && tax_rate === 0)
  return {
    blockers: [...new Set(sendBlockersOf(draft, today).map(({ kind }) => texts[kind]))],
    sender: [
      ...(sender.address === '' ? ['address'] : []),
      ...(sender.tax_number === '' ? ['tax number'] : []),
      ...(sender.bank_details === '' ? ['bank details'] : []),
    ],
    customer: [
      ...(billed_to.address === '' ? ['address'] : []),
      ...(isUntaxed && needsTaxNumber.includes(exemption) && billed_to.tax_number === ''
        ? ['tax number']
        : []),
    ],
    // A business without a tax number charges none.
    lacksExemption: isUntaxed && exemption === null && sender.tax_number !== '',
  }
}
