import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { OverviewData } from '#api/computed-overview.ts'
import { dayMs } from '#contract/values/durations.ts'
import { dateFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type Figure, keyFigures } from './-figures.ts'
import { useInvoiceLink } from './-invoice-link.ts'

import classes from './-key-figures.module.css'

/** The account's money at a glance; each figure links to its invoices. */
export function KeyFigures({ overview, currency }: { overview: OverviewData; currency: string }) {
  const { outstanding, overdue, paidThisMonth, paidLastMonth, drafts } = keyFigures(overview, currency)
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
        {money(paidLastMonth, currency)} in {longMonth(month - monthMs)}
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

const monthMs = 30 * dayMs
const longMonth = dateFormat({ month: 'long', timeZone: 'UTC' })
