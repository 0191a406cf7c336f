import type { PortalSubscription } from '#contract/portal/portal.ts'
import { dayText } from '#lib/dates.ts'
import { numberText } from '#lib/locale.ts'

import { call } from './api.ts'
import { h } from './dom.ts'
import { invoiceRow } from './invoice.ts'
import { type Portal, entry, facts, head, lines, listed, status } from './view.ts'
import { say } from './words.ts'

/** `3 × Website care` */
export const subscriptionName = ({
  quantity,
  plan_name,
}: Pick<PortalSubscription, 'quantity' | 'plan_name'>) =>
  quantity === 1 ? plan_name : `${numberText(quantity)} × ${plan_name}`

/** One of the customer’s subscriptions: what it bills and when, and its invoices. */
export async function subscription(portal: Portal, id: string): Promise<HTMLElement> {
  const { data } = await call<{ data: PortalSubscription }>(`/subscriptions/${id}`)
  const { next_on, ends_on } = data
  return h(
    'main',
    {},
    ...head(portal, subscriptionName(data), status('subscription', data.status)),
    facts([
      [say('Billed'), say(data.frequency)],
      [say('Starts'), dayText(data.starts_on)],
      [say('Next invoice'), data.status === 'paused' || next_on === null ? null : dayText(next_on)],
      [say('Ends'), ends_on === null ? null : dayText(ends_on)],
    ]),
    h(
      'div',
      { class: 'card' },
      lines({ all: data.line_items, totals: [['Total', data.total_amount]] }, data.currency),
    ),
    listed(
      'Invoices',
      data.invoices.map((row) => entry(portal, `/portal/invoices/${row.id}`, ...invoiceRow(portal, row))),
    ),
  )
}
