import type { InvoiceDetails } from '#contract/invoices.ts'
import { type SendBlocker, sendBlockersOf } from '#contract/send-blockers.ts'
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

type Checked = Pick<InvoiceDetails, 'sender' | 'billed_to'> & Parameters<typeof sendBlockersOf>[0]

const texts: Record<SendBlocker['kind'], string> = {
  'no items': 'Add at least one line.',
  'blank item': 'Every line needs a description.',
  'negative total': 'The total can’t be negative.',
  'due date passed': 'The due date has passed. Choose a later one.',
}

/** Returns what a draft lacks. */
export function checksOf(draft: Checked, today: Day): SendChecks {
  const { sender, billed_to } = draft
  return {
    blockers: [...new Set(sendBlockersOf(draft, today).map(({ kind }) => texts[kind]))],
    sender: [
      ...(sender.address === '' ? ['address'] : []),
      ...(sender.tax_number === '' ? ['tax number'] : []),
      ...(sender.bank_details === '' ? ['bank details'] : []),
    ],
    hasCustomerAddress: billed_to.address !== '',
  }
}
