import type { Service } from '#contract/services/services.ts'
import { type Decimal, decimalOf, digits, percent, plus, rounded, times, zero } from '#lib/decimal.ts'
import { decimalsOf, money, rateText } from '#lib/money.ts'

type Priced = Pick<Service, 'price' | 'currency' | 'tax_rate'>

/** A quantity of one service. */
export interface QuoteLine<Item extends Priced = Priced> {
  readonly service: Item
  readonly quantity: Decimal
}

/** The tax at one rate. */
export interface QuoteTax {
  /** In percent. */
  readonly rate: number
  readonly amount: Decimal
  /** Before rounding, where it was exactly halfway between two amounts; otherwise undefined. */
  readonly half: Decimal | undefined
}

/** The amounts of a quote, all in one currency; `lines` in the order of what was quoted. */
export interface Quote {
  readonly lines: readonly Decimal[]
  readonly net: Decimal
  /** One for each rate, over all lines of that rate. */
  readonly taxes: readonly QuoteTax[]
  readonly tax: Decimal
  readonly gross: Decimal
}

/**
 * The price of quantities of services in one currency, rounded as on an invoice. Not by the invoice's
 * `amountsOf`: a price may be finer than its currency, and a rate of 0 is shown.
 */
export function quote(lines: readonly QuoteLine[]): Quote {
  const decimals = decimalsOf(lines[0]?.service.currency ?? '')
  const none = rounded(zero, decimals)
  const nets = lines.map(({ service, quantity }) =>
    rounded(times(decimalOf(service.price), quantity), decimals),
  )
  const rates = Map.groupBy(
    lines.map(({ service }, index) => ({ rate: service.tax_rate, net: nets[index] ?? none })),
    ({ rate }) => rate,
  )
  const taxes = [...rates].map(([rate, some]): QuoteTax => {
    const exact = percent(some.map(({ net }) => net).reduce(plus, none), decimalOf(rate))
    return {
      rate,
      amount: rounded(exact, decimals),
      half: isHalf(exact, decimals) ? exact : undefined,
    }
  })
  const net = nets.reduce(plus, none)
  const tax = taxes.map(({ amount }) => amount).reduce(plus, none)
  return { lines: nets, net, taxes, tax, gross: plus(net, tax) }
}

/** Returns a quote as plain text, for an email. */
export function quoteText(lines: readonly QuoteLine<Priced & Pick<Service, 'name' | 'unit'>>[]): string {
  const currency = lines[0]?.service.currency ?? ''
  const { lines: nets, net, taxes, gross } = quote(lines)
  return [
    ...lines.map(({ service, quantity }, index) =>
      [
        `${service.name}: ${digits(quantity)}${service.unit === '' ? '' : ` ${service.unit}`}`,
        `${money(service.price, currency)} = ${money(nets[index] ?? zero, currency)}`,
      ].join(' × '),
    ),
    `Net: ${money(net, currency)}`,
    ...taxes.map(({ rate, amount }) => `Tax ${rateText(rate)}: ${money(amount, currency)}`),
    `Total: ${money(gross, currency)}`,
  ].join('\n')
}

function isHalf({ units, scale }: Decimal, decimals: number): boolean {
  if (scale <= decimals) return false
  const divisor = 10n ** BigInt(scale - decimals)
  return ((units < 0n ? -units : units) % divisor) * 2n === divisor
}
