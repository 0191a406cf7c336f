import type { SubscriptionSummary } from '#contract/invoices/subscriptions.ts'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'

import { SubscriptionBadge, intervalWords, nextText } from './plan-words.tsx'

import classes from './plans.module.css'

interface Props {
  rows: readonly SubscriptionSummary[]
  /** Noun that names a row: the one the page doesn’t show already. */
  name: 'plan_name' | 'customer_name'
}

/** Subscriptions with their status, what is next and what a period costs. */
export const SubscriptionRows = ({ rows, name }: Props) => (
  <ul className={classes.rows}>
    {rows.map((row) => (
      <li key={row.id}>
        <span>
          <TextLink to="/invoices/subscriptions/$id" params={{ id: String(row.id) }} fw={500} c="inherit">
            <bdi>{row[name]}</bdi>
          </TextLink>
          <span className={classes.detail}>
            {[row.quantity > 1 ? `${row.quantity} units` : '', intervalWords[row.frequency], nextText(row)]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        </span>
        <SubscriptionBadge status={row.status} />
        <Money amount={row.total_amount} currency={row.currency} />
      </li>
    ))}
  </ul>
)
