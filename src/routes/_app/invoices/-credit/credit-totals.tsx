import { Text } from '@mantine/core'

import type { CreditAmounts } from '#contract/invoices/credit-amounts.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { decimalOf, minus, plus, zero } from '#lib/decimal.ts'
import { money } from '#lib/money.ts'

import { amountIn } from './credit-values.ts'

import classes from '#parts/lines/totals.module.css'

/** The total of the credit note, and the amount due after it. */
export function CreditTotals({ invoice, amounts }: { invoice: InvoiceDetails; amounts: CreditAmounts }) {
  const { currency, line_items, total_amount, amount_paid, amount_credited } = invoice
  const amount = amountIn(currency)
  const settled = plus(decimalOf(amount_paid), plus(decimalOf(amount_credited), amount(amounts.total)))
  const due = minus(decimalOf(total_amount), settled)
  const taxName = (id: number) =>
    (line_items.find((line) => line.id === id)?.description ?? 'Tax').replace(/(\d) %/, '$1%')
  return (
    <>
      <dl className={classes.totals} aria-label="Totals" aria-live="polite">
        {amounts.taxes.length > 0 && (
          <div>
            <dt>Net</dt>
            <dd>{money(amount(amounts.net), currency)}</dd>
          </div>
        )}
        {amounts.taxes.map(({ id, net, tax }) => (
          <div key={id}>
            <dt>
              {taxName(id)} <span className={classes.of}>of {money(amount(net), currency)}</span>
            </dt>
            <dd>{money(amount(tax), currency)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total credit</dt>
          <dd>{money(amount(amounts.total), currency)}</dd>
        </div>
        <div>
          <dt>{due.units < 0n ? 'To refund after this' : 'Amount due after this'}</dt>
          <dd>{money(due.units < 0n ? minus(zero, due) : due, currency)}</dd>
        </div>
      </dl>
      {due.units < 0n && (
        <Text size="sm" c="dimmed" mt="xs">
          The customer has paid more than the new total. Refund the difference.
        </Text>
      )}
    </>
  )
}
