import type { OverviewData } from '#api/computed-overview.ts'
import { ageingBuckets } from '#contract/account/overview.ts'
import type { InvoiceStatus } from '#contract/invoices/filter.ts'
import { type Decimal, decimalOf, digits, plus, zero } from '#lib/decimal.ts'
import { addDays } from '#lib/typed-date.ts'

type Bucket = (typeof ageingBuckets)[number]

/** The list's search for the same invoices. */
export interface InvoiceLink {
  readonly status?: InvoiceStatus | 'outstanding'
  readonly currency: string
  /** Due days. */
  readonly from?: string
  readonly to?: string
  readonly issuedFrom?: string
  readonly issuedTo?: string
  /** Days of a payment. */
  readonly paidFrom?: string
  readonly paidTo?: string
}

/** An amount of the chosen currency, how many invoices or payments it is of, and where the invoices are listed. */
export interface Figure {
  readonly amount: Decimal
  readonly count: number
  readonly link: InvoiceLink
}

/** Key figures of the overview, in one currency. */
export interface KeyFigures {
  readonly outstanding: Figure
  readonly overdue: Figure
  readonly paidThisMonth: Figure
  readonly paidLastMonth: Decimal
  /** Up to the same day of it; undefined where only whole months are known. */
  readonly paidLastMonthSoFar: Decimal | undefined
  readonly drafts: Figure
}

/** The currencies that occur, the one with most invoices first. */
export function currenciesOf({
  receivables,
  revenue,
  recurring_revenue = [],
}: OverviewData): readonly string[] {
  const counts = new Map([...revenue, ...recurring_revenue].map(({ currency }) => [currency, 0]))
  for (const { currency, count } of receivables) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts.entries()]
    .toSorted(([a, most], [b, more]) => more - most || a.localeCompare(b))
    .map(([currency]) => currency)
}

/** The four figures at the top, of one currency. */
export function keyFigures(overview: OverviewData, currency: string): KeyFigures {
  const { receivables, today, paid_last_month_so_far: soFar } = overview
  const ofStatus = (
    status: InvoiceStatus | 'outstanding',
    ...statuses: readonly InvoiceStatus[]
  ): Figure => ({
    ...totalOf(receivables.filter((sum) => sum.currency === currency && statuses.includes(sum.status))),
    link: { status, currency },
  })
  const thisMonth = today.slice(0, 7)
  return {
    outstanding: ofStatus('outstanding', 'sent', 'overdue'),
    overdue: ofStatus('overdue', 'overdue'),
    paidThisMonth: paidIn(overview, currency, thisMonth),
    paidLastMonth: paidIn(overview, currency, monthsLater(thisMonth, -1)).amount,
    paidLastMonthSoFar: soFar && totalOf(soFar.filter((sum) => sum.currency === currency)).amount,
    drafts: ofStatus('draft', 'draft'),
  }
}

/** How much more or less it is than before, in whole percent; undefined where that says nothing. */
export function changeOf(now: Decimal, before: Decimal): number | undefined {
  const [to, from] = [Number(digits(now)), Number(digits(before))]
  const change = Math.round(((to - from) / from) * 100)
  return Math.abs(change) < 1000 ? change : undefined
}

/** The amount outstanding in the bucket. */
export interface BucketFigure extends Figure {
  readonly bucket: Bucket
}

/** Amounts by how long they have been overdue; together, the outstanding amount. */
export const ageingFigures = ({ ageing, today }: OverviewData, currency: string): readonly BucketFigure[] =>
  ageingBuckets.map((bucket) => ({
    bucket,
    ...totalOf(ageing.filter((sum) => sum.bucket === bucket && sum.currency === currency)),
    link: { status: 'outstanding', currency, ...dueDays(bucket, today) },
  }))

/** The revenue of a month beside that of the year before. */
export interface MonthFigure extends Figure {
  /** YYYY-MM */
  readonly month: string
  readonly yearBefore: Decimal
  /** It isn't over yet. */
  readonly isCurrent: boolean
}

/** Twelve months up to today's, oldest first, including those without revenue. */
export function revenueByMonth(overview: OverviewData, currency: string): readonly MonthFigure[] {
  const thisMonth = overview.today.slice(0, 7)
  return Array.from({ length: 12 }, (_, index) => {
    const month = monthsLater(thisMonth, index - 11)
    return {
      month,
      ...paidIn(overview, currency, month),
      yearBefore: paidIn(overview, currency, monthsLater(month, -12)).amount,
      isCurrent: month === thisMonth,
    }
  })
}

/** How many invoices of a status there are, in all currencies. */
export const countOf = ({ receivables }: OverviewData, status: InvoiceStatus): number =>
  receivables.filter((sum) => sum.status === status).reduce((count, sum) => count + sum.count, 0)

/** How many unpaid invoices are past their due date but not marked as overdue yet. */
export const unmarkedCount = (overview: OverviewData): number =>
  overview.ageing
    .filter(({ bucket }) => bucket !== 'current')
    .reduce((count, sum) => count + sum.count, -countOf(overview, 'overdue'))

/** `Good morning`, by the hour of the day (0 to 23). */
export function greeting(hour: number): string {
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** The end of an axis: the next of 1, 2, 4, 5 or 10 times a power of ten. */
export function axisEnd(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 10].find((times) => times * power >= most) ?? 10) * power
}

type Sum = { readonly count: number; readonly amount: number }

const totalOf = (sums: readonly Sum[]) => ({
  amount: sums.reduce((total, { amount }) => plus(total, decimalOf(amount)), zero),
  count: sums.reduce((total, { count }) => total + count, 0),
})

/** By the days of payments; where only the lists are known, by the invoices’ days of issue. */
function paidIn({ revenue, source }: OverviewData, currency: string, month: string): Figure {
  const from = `${month}-01`
  const to = addDays(`${monthsLater(month, 1)}-01`, -1)
  return {
    ...totalOf(revenue.filter((sum) => sum.currency === currency && sum.month === month)),
    link:
      source.kind === 'service'
        ? { currency, paidFrom: from, paidTo: to }
        : { status: 'paid', currency, issuedFrom: from, issuedTo: to },
  }
}

function monthsLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

function dueDays(bucket: Bucket, today: string): { from?: string; to?: string } {
  switch (bucket) {
    case 'current':
      return { from: today }
    case '1-30':
      return { from: addDays(today, -30), to: addDays(today, -1) }
    case '31-60':
      return { from: addDays(today, -60), to: addDays(today, -31) }
    case '61-90':
      return { from: addDays(today, -90), to: addDays(today, -61) }
    case '90+':
      return { to: addDays(today, -91) }
  }
}
