import type { ReactNode } from 'react'

import { type InvoiceStatusFilter, hasStatus } from '#contract/invoices/filter.ts'
import type { InvoiceTotals } from '#contract/invoices/invoices.ts'
import { ListTabs } from '#kit/list/tabs.tsx'
import { statusWord } from '#parts/invoices/invoice-status.tsx'

interface Props {
  /** Empty for all of them. */
  status: string
  /** Null or undefined where the service does not count them, or has not yet. */
  totals: Pick<InvoiceTotals, 'by_status' | 'refundable_count'> | null | undefined
  /** Whether the service can list everything outstanding. */
  offersOutstanding: boolean
  onStatus: (status: string) => void
  children: ReactNode
}

const all = 'all' as const
// Unpaid invoices come before paid ones.
const order: readonly InvoiceStatusFilter[] = [
  'outstanding',
  'overdue',
  'sent',
  'draft',
  'paid',
  'refundable',
  'credited',
  'void',
]

const rare: ReadonlySet<string> = new Set(['refundable', 'credited', 'void'])

/** A tab for each status and for what is to be refunded, with how many invoices of it the other filters find. */
export function StatusTabs({ status, totals, offersOutstanding, onStatus, children }: Props) {
  const countOf = (name: InvoiceStatusFilter | typeof all) =>
    name === 'refundable'
      ? totals?.refundable_count
      : totals?.by_status.reduce(
          (sum, one) => (name === all || hasStatus(one.status, name) ? sum + one.count : sum),
          0,
        )
  return (
    <ListTabs
      label="Status"
      tabs={([all, ...order] as const)
        .filter((one) => one !== 'outstanding' || offersOutstanding)
        // Most accounts have none of these.
        .filter((one) => !rare.has(one) || status === one || (countOf(one) ?? 0) > 0)
        .map((one) => ({
          value: one === all ? '' : one,
          label: one === all ? 'All' : statusWord(one),
          count: totals === null ? null : countOf(one),
        }))}
      value={status}
      onValue={onStatus}
    >
      {children}
    </ListTabs>
  )
}
