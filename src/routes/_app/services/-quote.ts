import { type Decimal, decimalOf, percent, plus, rounded, times } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'

export interface Quote {
  readonly net: Decimal
  readonly tax: Decimal
  readonly gross: Decimal
}

/** What a quantity of something costs, each amount in whole minor units of the currency. */
export function quote(
  priced: { readonly price: number; readonly currency: string; readonly tax_rate: number },
  quantity: Decimal,
): Quote {
  const decimals = decimalsOf(priced.currency)
  const net = rounded(times(decimalOf(priced.price), quantity), decimals)
  const tax = rounded(percent(net, decimalOf(priced.tax_rate)), decimals)
  return { net, tax, gross: plus(net, tax) }
}
