import { Skeleton, Text } from '@mantine/core'

import { FootStrip } from '#kit/foot-strip.tsx'
import type { Failure } from '#kit/problem.tsx'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { CurrencyTotal } from './-page-totals.ts'

import classes from './-totals-strip.module.css'

interface Props {
  /** What they are the totals of. */
  label: string
  /** Undefined while they are on their way. */
  totals: readonly CurrencyTotal[] | undefined
  error: Failure | null
}

/** What the list comes to, a block a currency. */
export function TotalsStrip({ label, totals, error }: Props) {
  return (
    <FootStrip label="Totals">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {error ? (
        <Text size="sm">Couldn’t load. {error.message}.</Text>
      ) : totals ? (
        totals.map(({ currency, count, total_amount, open_amount }) => (
          <dl key={currency} className={classes.currency}>
            <div>
              <dt>
                {currency}, {pluralize(count, 'invoice')}
              </dt>
              <dd>{money(total_amount, currency)}</dd>
            </div>
            <div>
              <dt>Outstanding</dt>
              <dd>{money(open_amount, currency)}</dd>
            </div>
          </dl>
        ))
      ) : (
        <Skeleton height={37} width={240} />
      )}
    </FootStrip>
  )
}
