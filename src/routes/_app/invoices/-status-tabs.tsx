import { Input, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { type InvoiceStatusFilter, hasStatus } from '#contract/invoice-filter.ts'
import type { InvoiceTotals } from '#contract/invoices.ts'
import { useScrollEdges } from '#kit/scroll-edges.ts'
import { numberText } from '#lib/locale.ts'
import { statusWord } from '#parts/invoices/invoice-status.tsx'

import classes from '#parts/invoices/status-tabs.module.css'

interface Props {
  /** Empty for all of them. */
  status: string
  /** Null or undefined where the service does not count them, or has not yet. */
  totals: Pick<InvoiceTotals, 'by_status' | 'refundable_count'> | null | undefined
  /** Why the service rejects the status. */
  error: string | undefined
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
export function StatusTabs({ status, totals, error, offersOutstanding, onStatus, children }: Props) {
  const countOf = (name: InvoiceStatusFilter | typeof all) =>
    name === 'refundable'
      ? totals?.refundable_count
      : totals?.by_status.reduce(
          (sum, one) => (name === all || hasStatus(one.status, name) ? sum + one.count : sum),
          0,
        )
  const value = status === '' ? all : status
  const [list, setList] = useState<HTMLDivElement | null>(null)
  useScrollEdges(list)
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={value}
      onChange={(next) => onStatus(next === null || next === all ? '' : next)}
    >
      <div className={classes.strip} data-list-tool>
        <Tabs.List ref={setList} aria-label="Status" className={classes.list ?? ''}>
          {([all, ...order] as const)
            .filter((one) => one !== 'outstanding' || offersOutstanding)
            // Most accounts have none of these.
            .filter((one) => !rare.has(one) || value === one || (countOf(one) ?? 0) > 0)
            .map((one) => (
              <Tabs.Tab key={one} value={one}>
                {one === all ? 'All' : statusWord(one)}{' '}
                {totals !== null && (
                  <span className={classes.count}>{totals && numberText(countOf(one) ?? 0)}</span>
                )}
              </Tabs.Tab>
            ))}
        </Tabs.List>
      </div>
      {error !== undefined && <Input.Error mb="sm">{error}</Input.Error>}
      <Tabs.Panel value={value} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
