import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { OverviewData } from '#api/computed-overview.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Decimal } from '#lib/decimal.ts'
import { dateFormat, percentText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type Figure, changeOf, keyFigures } from './-figures.ts'
import { useInvoiceLink } from './-invoice-link.ts'

import classes from './-key-figures.module.css'

/** The account's money at a glance; each figure links to its invoices. */
export function KeyFigures({ overview, currency }: { overview: OverviewData; currency: string }) {
  const figures = keyFigures(overview, currency)
  const { outstanding, overdue, paidThisMonth, paidLastMonth, paidLastMonthSoFar, drafts } = figures
  const oldest = overview.overdue.find((invoice) => invoice.currency === currency)?.days_overdue
  const recurring = overview.recurring_revenue?.find((sum) => sum.currency === currency)
  const month = Date.parse(`${overview.today.slice(0, 7)}-15T00:00:00Z`)
  return (
    <ul className={classes['figures']} aria-label="Key figures">
      <KeyFigure label="Outstanding" figure={outstanding} currency={currency}>
        {pluralize(outstanding.count, 'invoice')}
      </KeyFigure>
      <KeyFigure label="Overdue" figure={overdue} currency={currency} isBad={overdue.count > 0}>
        {overdue.count === 0
          ? 'Nothing overdue'
          : `${pluralize(overdue.count, 'invoice')}${oldest === undefined ? '' : `, up to ${pluralize(oldest, 'day')}`}`}
      </KeyFigure>
      <KeyFigure
        label="Paid this month"
        hint={
          overview.source.kind === 'service'
            ? `Payments received in ${longMonth(month)}`
            : `Invoices issued in ${longMonth(month)} that are paid`
        }
        figure={paidThisMonth}
        currency={currency}
      >
        {paidLastMonthSoFar ? (
          <Comparison
            now={paidThisMonth.amount}
            before={paidLastMonthSoFar}
            currency={currency}
            until={monthBefore(overview.today)}
          />
        ) : (
          `${money(paidLastMonth, currency)} in ${longMonth(month - monthMs)}`
        )}
      </KeyFigure>
      <KeyFigure label="Drafts" figure={drafts} currency={currency}>
        {drafts.count === 0 ? 'None waiting' : `${pluralize(drafts.count, 'draft')} not sent yet`}
      </KeyFigure>
      {recurring && (
        <li>
          <Link
            to="/invoices/subscriptions"
            className={classes['figure']}
            title="Monthly revenue from active subscriptions, excl. tax"
          >
            <span className={classes['label']}>Monthly recurring revenue</span>
            <span className={classes['amount']} dir="ltr">
              {money(recurring.amount, currency)}
            </span>
            <span className={classes['detail']}>{pluralize(recurring.count, 'active subscription')}</span>
          </Link>
        </li>
      )}
    </ul>
  )
}

interface Props {
  label: string
  /** The exact definition of the figure. */
  hint?: string
  figure: Figure
  currency: string
  isBad?: boolean
  children: ReactNode
}

function KeyFigure({ label, hint, figure, currency, isBad, children }: Props) {
  const linkOf = useInvoiceLink()
  return (
    <li>
      <Link to="/invoices" search={linkOf(figure.link)} className={classes['figure']} title={hint}>
        <span className={classes['label']}>{label}</span>
        <span className={classes['amount']} data-bad={isBad || undefined} dir="ltr">
          {money(figure.amount, currency)}
        </span>
        <span className={classes['detail']}>{children}</span>
      </Link>
    </li>
  )
}

interface ComparisonProps {
  now: Decimal
  before: Decimal
  currency: string
  /** The last day that counts before, in milliseconds. */
  until: number
}

/** An amount beside that of the period before, as far as that had come. */
function Comparison({ now, before, currency, until }: ComparisonProps) {
  const day = dayOfMonth(until)
  if (before.units === 0n) return `Nothing by ${day}`
  const change = changeOf(now, before)
  return (
    <>
      {change !== undefined && change !== 0 && (
        <>
          <span className={classes['change']} data-up={change > 0 || undefined}>
            {change > 0 ? '+' : '−'}
            {percentText(Math.abs(change) / 100)}
          </span>
          {' · '}
        </>
      )}
      {money(before, currency)} by {day}
    </>
  )
}

const monthMs = 30 * dayMs
const longMonth = dateFormat({ month: 'long', timeZone: 'UTC' })
const dayOfMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The same day of the month before, or its last one, in milliseconds. */
function monthBefore(today: string): number {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  return Math.min(Date.UTC(year, month - 2, day), Date.UTC(year, month - 1, 0))
}
