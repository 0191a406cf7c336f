import { Text } from '@mantine/core'

import type { DraftAmounts } from '#api/invoice-draft.ts'
import { digits } from '#lib/decimal.ts'
import { money, rateText } from '#lib/money.ts'

import classes from './totals.module.css'

interface Props {
  amounts: DraftAmounts | undefined
  currency: string
}

/** Net, tax by rate and total, as they will be on the invoice. */
export function DraftTotals({ amounts, currency }: Props) {
  if (!amounts)
    return (
      <Text size="sm" c="var(--bureau-bad)" role="alert">
        The amounts are too large
      </Text>
    )
  const { net, taxes, total } = amounts
  return (
    <div>
      <dl className={classes.totals} aria-label="Totals" aria-live="polite">
        <div>
          <dt>Net</dt>
          <dd>{money(net, currency)}</dd>
        </div>
        {taxes.map((tax) => (
          <div key={digits(tax.rate)}>
            <dt>
              Tax {rateText(Number(digits(tax.rate)))}{' '}
              <span className={classes.of}>of {money(tax.net, currency)}</span>
            </dt>
            <dd>{money(tax.tax, currency)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{money(total, currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
