import { Text } from '@mantine/core'

import { TextLink } from '#kit/link.tsx'
import { digits } from '#lib/decimal.ts'
import { numberText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { BucketFigure, Figure } from './-figures.ts'

import classes from './-overview.module.css'

interface AmountLine {
  readonly label: string
  readonly color: string
  readonly figure: Figure
  /** What the invoice list is asked for, to show the same invoices. */
  readonly search: BucketFigure['search']
  readonly hasBar: boolean
}

/** Amounts of one currency with their bars, and how many invoices they are of. */
export function AmountTable({
  head,
  currency,
  lines,
}: {
  head: string
  currency: string
  lines: readonly AmountLine[]
}) {
  const most = Math.max(...lines.map(({ figure, hasBar }) => (hasBar ? lengthOf(figure) : 0)))
  return (
    <table className={classes.amounts}>
      <thead>
        <tr>
          {[head, 'Amount', 'Invoices'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, color, figure, search, hasBar }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {hasBar && (
                <div className={classes.track} aria-hidden>
                  <div
                    className={classes.bar}
                    style={{ width: `${shareOf(figure, most) * 100}%`, background: color }}
                  />
                </div>
              )}
            </th>
            <td className={classes.figures}>{money(figure.amount, currency)}</td>
            <td className={classes.figures}>
              {/* The list has no filter by currency, so what leads there is the number over all currencies. */}
              <TextLink
                to="/invoices"
                search={search}
                size="sm"
                aria-label={`${pluralize(figure.countInAll, 'invoice')}: ${label}`}
              >
                {pluralize(figure.countInAll, 'invoice')}
              </TextLink>
              {figure.count !== figure.countInAll && (
                <Text size="xs" c="dimmed">
                  {numberText(figure.count)} in {currency}
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Only for the length of a bar; the amounts themselves stay exact. */
const lengthOf = ({ amount }: Figure) => Number(digits(amount))

/** A sliver shows that there is something at all. */
function shareOf(figure: Figure, most: number): number {
  const length = lengthOf(figure)
  return length <= 0 || most <= 0 ? 0 : Math.max(length / most, 0.01)
}
