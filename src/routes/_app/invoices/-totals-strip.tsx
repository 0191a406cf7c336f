import { Skeleton, Text } from '@mantine/core'

import { money } from '../../../lib/money.ts'
import type { CurrencyTotal } from './-page-totals.ts'
import classes from './-totals-strip.module.css'

/** Totals a currency, at the foot of the window for as long as the list is in sight. */
export function TotalsStrip({
  label,
  totals,
}: {
  /** What they are the totals of. */
  label: string
  /** Undefined while they are on their way. */
  totals: readonly CurrencyTotal[] | undefined
}) {
  return (
    <section className={classes.strip} aria-label="Totals">
      <Text size="sm" c="dimmed" className={classes.label}>
        {label}
      </Text>
      {totals ? (
        totals.map(({ currency, count, total_amount, open_amount }) => (
          <dl key={currency} className={classes.currency}>
            <div>
              <dt>
                {currency}, {count.toLocaleString('en-GB')} {count === 1 ? 'invoice' : 'invoices'}
              </dt>
              <dd>{money(total_amount, currency)}</dd>
            </div>
            <div>
              <dt>of it open</dt>
              <dd>{money(open_amount, currency)}</dd>
            </div>
          </dl>
        ))
      ) : (
        <Skeleton height={38} width={240} />
      )}
    </section>
  )
}
