import type { InvoiceDetails } from '#contract/invoices.ts'
import type { Day } from '#lib/calendar.ts'

/** What to know before an invoice is sent. */
export interface SendChecks {
  /** Why it can't be sent yet. */
  readonly blockers: readonly string[]
  /** What it doesn't say of its sender: "address". */
  readonly sender: readonly string[]
  /** Whether it says where the customer is. */
  readonly hasCustomerAddress: boolean
}

type Checked = Pick<InvoiceDetails, 'sender' | 'billed_to' | 'payment_days' | 'due_date'> & {
  readonly line_items: readonly Pick<InvoiceDetails['line_items'][number], 'kind' | 'description'>[]
}

/** Returns what a draft lacks. */
export function checksOf(
  { sender, billed_to, payment_days, due_date, line_items }: Checked,
  today: Day,
): SendChecks {
  const items = line_items.filter(({ kind }) => kind === 'item')
  return {
    blockers: [
      ...(items.length === 0 ? ['Add at least one line.'] : []),
      ...(items.some(({ description }) => description.trim() === '')
        ? ['Every line needs a description.']
        : []),
      ...(payment_days === null && due_date < today ? ['The due date has passed. Choose a later one.'] : []),
    ],
    sender: [
      ...(sender.address === '' ? ['address'] : []),
      ...(sender.tax_number === '' ? ['tax number'] : []),
      ...(sender.bank_details === '' ? ['bank details'] : []),
    ],
    hasCustomerAddress: billed_to.address !== '',
  }
}
