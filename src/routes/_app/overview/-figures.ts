import type { OverviewData } from '#api/computed-overview.ts'
import type { InvoiceStatus } from '#contract/invoice-filter.ts'
import { ageingBuckets } from '#contract/overview.ts'
import { type Decimal, decimalOf, plus, zero } from '#lib/decimal.ts'

type Bucket = (typeof ageingBuckets)[number]

/** Amount and number of the chosen currency, and the number over all currencies, which is what a list can show. */
export interface Figure {
  readonly amount: Decimal
  readonly count: number
  readonly countInAll: number
}

export interface StatusFigure extends Figure {
  readonly status: InvoiceStatus
}

export interface BucketFigure extends Figure {
  readonly bucket: Bucket
  /** What the invoice list is asked for, to show the same invoices. */
  readonly search: { status: InvoiceStatus; from?: string; to?: string }
}

/** The currencies that occur, the one with most invoices first. */
export function currenciesOf({ receivables, revenue }: OverviewData): readonly string[] {
  const counts = new Map(revenue.map(({ currency }) => [currency, 0]))
  for (const { currency, count } of receivables) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts.entries()]
    .toSorted(([a, most], [b, more]) => more - most || a.localeCompare(b))
    .map(([currency]) => currency)
}

export const statusFigures = ({ receivables }: OverviewData, currency: string): readonly StatusFigure[] =>
  statusOrder.map((status) => ({
    status,
    ...figureOf(
      receivables.filter((sum) => sum.status === status),
      currency,
    ),
  }))

export const ageingFigures = ({ ageing, today }: OverviewData, currency: string): readonly BucketFigure[] =>
  ageingBuckets.map((bucket) => ({
    bucket,
    search: searchOf(bucket, today),
    ...figureOf(
      ageing.filter((sum) => sum.bucket === bucket),
      currency,
    ),
  }))

/** What is owed in each currency, the currencies with most invoices first. */
export const owedIn = (picture: OverviewData, status: InvoiceStatus): readonly Owed[] =>
  currenciesOf(picture)
    .map((currency) => ({ currency, ...figureOf(picture.receivables.filter(isOf(status)), currency) }))
    .filter(({ count }) => count > 0)

export interface Owed extends Figure {
  readonly currency: string
}

// Paid comes last: it is done with.
const statusOrder = ['draft', 'sent', 'overdue', 'paid'] as const satisfies readonly InvoiceStatus[]

/** How many unpaid invoices are past their due day, whatever the service calls them yet. */
export const lateCount = ({ ageing }: OverviewData): number =>
  countOf(ageing.filter(({ bucket }) => bucket !== 'current'))

export interface MonthFigure {
  /** YYYY-MM */
  readonly month: string
  readonly amount: number
}

/** Twelve months up to today's, oldest first, those without revenue too. */
export function revenueByMonth({ revenue, today }: OverviewData, currency: string): readonly MonthFigure[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, index) => {
    const wanted = new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7)
    const found = revenue.find((sum) => sum.currency === currency && sum.month === wanted)
    return { month: wanted, amount: found?.amount ?? 0 }
  })
}

export const totalOf = (amounts: readonly { amount: number }[]): Decimal =>
  amounts.reduce((sum, { amount }) => plus(sum, decimalOf(amount)), zero)

/** `Good morning`, by the hour of the day (0 to 23). */
export function greeting(hour: number): string {
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

const isOf = (status: InvoiceStatus) => (sum: { status: InvoiceStatus }) => sum.status === status

type Sum = { readonly currency: string; readonly count: number; readonly amount: number }

function figureOf(sums: readonly Sum[], currency: string): Figure {
  const own = sums.filter((sum) => sum.currency === currency)
  return { amount: totalOf(own), count: countOf(own), countInAll: countOf(sums) }
}

const countOf = (sums: readonly Sum[]) => sums.reduce((count, sum) => count + sum.count, 0)

function searchOf(bucket: Bucket, today: string): BucketFigure['search'] {
  switch (bucket) {
    case 'current':
      return { status: 'sent', from: today }
    case '1-30':
      return { status: 'overdue', from: dayBefore(today, 30), to: dayBefore(today, 1) }
    case '31-60':
      return { status: 'overdue', from: dayBefore(today, 60), to: dayBefore(today, 31) }
    case '61-90':
      return { status: 'overdue', from: dayBefore(today, 90), to: dayBefore(today, 61) }
    case '90+':
      return { status: 'overdue', to: dayBefore(today, 91) }
  }
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
