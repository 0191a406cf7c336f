import { Money } from '#kit/money.tsx'
import { type Decimal, digits } from '#lib/decimal.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { Balance } from './use-customer-invoices.ts'

import classes from './customer-balance.module.css'

/** Outstanding and overdue amounts of the customer, by currency. Its space is reserved until known. */
export function CustomerBalance({ balances }: { balances: readonly Balance[] | undefined }) {
  const open = balances?.filter(({ outstanding }) => !isZero(outstanding)) ?? []
  const late = open.filter(({ overdue }) => !isZero(overdue))
  const count = balances?.reduce((sum, one) => sum + one.count, 0) ?? 0
  return (
    <dl className={classes.figures} aria-busy={balances === undefined}>
      <Figure label="Outstanding">
        {open.map(({ currency, outstanding }) => (
          <Amount key={currency} amount={outstanding} currency={currency} />
        ))}
        {open.length === 0 && <span className={classes.none}>{nothing(balances, count)}</span>}
      </Figure>
      <Figure label="Overdue" isBad={late.length > 0}>
        {late.map(({ currency, overdue }) => (
          <Amount key={currency} amount={overdue} currency={currency} />
        ))}
        {late.length === 0 && <span className={classes.none}>{balances ? 'None' : '–'}</span>}
      </Figure>
      <Figure label="Invoiced">
        {balances?.map(({ currency, total }) => (
          <Amount key={currency} amount={total} currency={currency} />
        ))}
        {count > 0 && <span className={classes.note}>{pluralize(count, 'invoice')}</span>}
        {count === 0 && <span className={classes.none}>{balances ? 'Nothing yet' : '–'}</span>}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  isBad?: boolean
  children: React.ReactNode
}

function Figure({ label, isBad = false, children }: FigureProps) {
  return (
    <div className={classes.figure} data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Amount = ({ amount, currency }: { amount: number | Decimal; currency: string }) => (
  <span className={classes.amount}>
    <Money amount={amount} currency={currency} />
  </span>
)

const isZero = (amount: number | Decimal) =>
  typeof amount === 'number' ? amount === 0 : Number(digits(amount)) === 0

function nothing(balances: readonly Balance[] | undefined, count: number): string {
  if (!balances) return '–'
  return count > 0 ? 'All paid' : 'None'
}
