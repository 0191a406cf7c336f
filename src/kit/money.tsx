import type { Decimal } from '#lib/decimal.ts'
import { money } from '#lib/money.ts'

import classes from './money.module.css'

interface Props {
  amount: number | Decimal
  currency: string
  /** `large` for the key figure of a page; `muted` where nothing is left to pay. */
  look?: 'large' | 'muted'
}

/** An amount, in figures of one width and never broken over two lines. In a table, align its cell to the end. */
export function Money({ amount, currency, look }: Props) {
  return (
    <span className={classes['money']} data-look={look} dir="ltr">
      {money(amount, currency)}
    </span>
  )
}
