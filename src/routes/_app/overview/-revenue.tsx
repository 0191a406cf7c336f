import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import type { OverviewData } from '#api/computed-overview.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { type Decimal, digits, plus, zero } from '#lib/decimal.ts'
import { dateFormat, numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type MonthFigure, axisEnd, revenueByMonth } from './-figures.ts'
import { useInvoiceLink } from './-invoice-link.ts'

import classes from './-revenue.module.css'

/** Payments of each month, beside the same month a year before. */
export function Revenue({ overview, currency }: { overview: OverviewData; currency: string }) {
  const months = revenueByMonth(overview, currency)
  const total = months.reduce((sum, { amount }) => plus(sum, amount), zero)
  const end = axisEnd(
    Math.max(...months.flatMap(({ amount, yearBefore }) => [size(amount), size(yearBefore)])),
  )
  const hasPayments = overview.source.kind === 'service'
  const hasYearBefore = months.some(({ yearBefore }) => yearBefore.units !== 0n)
  return (
    <SectionCard
      title="Paid by month"
      description={`${money(total, currency)} in the last 12 months${hasPayments ? '' : ', by the month invoices were issued'}`}
      actions={<Legend hasYearBefore={hasYearBefore} month={months.at(-1)?.month ?? ''} />}
    >
      {total.units === 0n ? (
        <p className={classes['none']}>Nothing was paid in {currency} in the last 12 months.</p>
      ) : (
        <div className={classes['chart']}>
          <div className={classes['grid']} aria-hidden>
            {[1, 0.5].map((share) => (
              <span key={share} style={{ bottom: `${share * 100}%` }}>
                {shortText(end * share)}
              </span>
            ))}
          </div>
          <ol className={classes['months']} aria-label="Paid by month">
            {months.map((figure) => (
              <li key={figure.month}>
                <Month
                  figure={figure}
                  currency={currency}
                  end={end}
                  unit={hasPayments ? 'payment' : 'paid invoice'}
                />
                <span className={classes['name']} aria-hidden>
                  {shortMonth(dayIn(figure.month))}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </SectionCard>
  )
}

interface MonthProps {
  figure: MonthFigure
  currency: string
  end: number
  /** The definition of the figure. */
  unit: string
}

function Month({ figure, currency, end, unit }: MonthProps) {
  const linkOf = useInvoiceLink()
  const { month, amount, count, yearBefore, isCurrent, link } = figure
  const heightOf = (value: Decimal) => `${(Math.max(size(value), 0) / end) * 100}%`
  const before = yearBefore.units === 0n ? '' : `; ${money(yearBefore, currency)} a year before`
  const text = `${longMonth(dayIn(month))}${isCurrent ? ' so far' : ''}: ${money(amount, currency)}, ${pluralize(count, unit)}${before}`
  const bars = (
    <>
      <span className={classes['ghost']} style={{ height: heightOf(yearBefore) }} />
      <span
        className={classes['bar']}
        data-current={isCurrent || undefined}
        style={{ height: heightOf(amount) }}
      />
    </>
  )
  return (
    <Tooltip
      label={text}
      openDelay={0}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: false }}
    >
      {count === 0 ? (
        <span className={classes['month']} role="img" aria-label={text}>
          {bars}
        </span>
      ) : (
        <Link to="/invoices" search={linkOf(link)} className={classes['month']} aria-label={text}>
          {bars}
        </Link>
      )}
    </Tooltip>
  )
}

function Legend({ hasYearBefore, month }: { hasYearBefore: boolean; month: string }) {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      <li data-part="paid">Paid</li>
      <li data-part="current">{longMonthAlone(dayIn(month))} so far</li>
      {hasYearBefore && <li data-part="ghost">A year earlier</li>}
    </ul>
  )
}

/** Only for the height of a bar; the amounts themselves stay exact. */
const size = (amount: Decimal) => Number(digits(amount))
const dayIn = (month: string) => Date.parse(`${month}-15T00:00:00Z`)
const shortText = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })
const shortMonth = dateFormat({ month: 'short', timeZone: 'UTC' })
const longMonthAlone = dateFormat({ month: 'long', timeZone: 'UTC' })
const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
