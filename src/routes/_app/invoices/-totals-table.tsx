import { Skeleton, Text } from '@mantine/core'

import type { Failure } from '#kit/problem.tsx'
import { numberText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import type { CurrencyTotal } from '#parts/invoices/page-totals.ts'

import classes from './-totals-table.module.css'

interface Props {
  /** The subject of the totals. */
  label: string
  /** Undefined while they are on their way. */
  totals: readonly CurrencyTotal[] | undefined
  /** Note about invoices that they leave out. */
  note?: string | undefined
  error: Failure | null
}

/** The totals of the list, one row per currency: amounts in different currencies are never added up. */
export function TotalsTable({ label, totals, note, error }: Props) {
  const hasRefunds = totals?.some(({ refund_amount = 0 }) => refund_amount !== 0)
  const hasPaid = totals?.some(({ paid_amount }) => paid_amount !== undefined)
  return (
    <section className={classes['totals']} aria-label="Totals" data-list>
      {error ? (
        <Text size="sm">Couldn’t load the totals. {error.message}.</Text>
      ) : totals ? (
        <table className={classes['table']}>
          {note !== undefined && <caption>{note}</caption>}
          <thead>
            <tr>
              <th scope="col">{label}</th>
              <th scope="col">Invoices</th>
              <th scope="col">Total</th>
              {hasPaid && <th scope="col">Paid on these days</th>}
              <th scope="col">Outstanding</th>
              {hasRefunds && <th scope="col">To refund</th>}
            </tr>
          </thead>
          <tbody>
            {totals.map(({ currency, count, total_amount, open_amount, refund_amount = 0, paid_amount }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>{numberText(count)}</td>
                <td>{money(total_amount, currency)}</td>
                {hasPaid && <td>{money(paid_amount ?? 0, currency)}</td>}
                <td>{money(open_amount, currency)}</td>
                {hasRefunds && <td>{money(refund_amount, currency)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Skeleton height={64} />
      )}
    </section>
  )
}
