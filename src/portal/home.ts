import type {
  PortalCreditNoteRow,
  PortalDocumentRow,
  PortalInvoiceRow,
  PortalMeetingRow,
  PortalSubscriptionRow,
} from '#contract/portal/portal.ts'
import type { CustomerText } from '#contract/translations/translations.ts'
import type { Action } from '#contract/values/permissions.ts'
import { dayText } from '#lib/dates.ts'
import { timeZone } from '#lib/locale.ts'
import { rangeText } from '#lib/meeting-time.ts'
import { money } from '#lib/money.ts'

import { call } from './api.ts'
import { creditNoteRow } from './credit-note.ts'
import { type Child, h } from './dom.ts'
import { invoiceRow } from './invoice.ts'
import { editMeeting } from './meeting-form.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { subscriptionName } from './subscription.ts'
import { type Portal, dayIn, entry, status } from './view.ts'
import { asSaid, say } from './words.ts'

interface Page<Row> {
  readonly data: readonly Row[]
  /** Of invoices: what is due, by currency. */
  readonly due?: readonly { readonly currency: string; readonly amount: number }[]
  readonly meta: { readonly total: number; readonly page: number; readonly limit: number }
}

interface Section<Row> {
  readonly title: CustomerText
  readonly path: 'invoices' | 'credit-notes' | 'subscriptions' | 'proposals' | 'contracts' | 'meetings'
  readonly permission: Action
  /** What it says without rows; otherwise it isn’t there. */
  readonly empty?: CustomerText
  readonly more: CustomerText
  /** Whether the customer has to do something about one; those come first in the list. */
  readonly waits: (row: Row) => boolean
  readonly row: (portal: Portal, row: Row) => Child[]
}

const documentRow =
  (noun: 'proposal' | 'contract') =>
  (portal: Portal, row: PortalDocumentRow): Child[] => [
    h('span', { class: 'name', dir: 'auto' }, row.title),
    h(
      'small',
      {},
      [
        row.number,
        row.valid_until !== null && row.is_open
          ? say('valid until {day}', { day: dayText(row.valid_until) })
          : say('sent {day}', { day: dayIn(portal.session.time_zone, row.sent_at) }),
      ].join(' · '),
    ),
    h('span', { class: 'amount' }, row.total_amount !== 0 && money(row.total_amount, row.currency)),
    status(noun, row.status, row.is_open),
  ]

const invoices: Section<PortalInvoiceRow> = {
  title: 'Invoices',
  path: 'invoices',
  permission: 'view-invoice',
  empty: 'You have no invoices yet.',
  more: 'Show more invoices',
  waits: ({ amount_due }) => amount_due > 0,
  row: invoiceRow,
}
const creditNotes: Section<PortalCreditNoteRow> = {
  title: 'Credit notes',
  path: 'credit-notes',
  permission: 'view-invoice',
  more: 'Show more credit notes',
  waits: () => false,
  row: (_portal, row) => creditNoteRow(row),
}
const subscriptions: Section<PortalSubscriptionRow> = {
  title: 'Subscriptions',
  path: 'subscriptions',
  permission: 'view-invoice',
  more: 'Show more subscriptions',
  waits: () => false,
  row: (_portal, row) => [
    h('span', { class: 'name', dir: 'auto' }, subscriptionName(row)),
    h(
      'small',
      {},
      [
        say(row.frequency),
        row.status === 'upcoming'
          ? say('starts {day}', { day: dayText(row.starts_on) })
          : row.status !== 'paused' &&
            row.next_on !== null &&
            say('next invoice {day}', { day: dayText(row.next_on) }),
        row.ends_on !== null &&
          say(row.status === 'ended' ? 'ended {day}' : 'ends {day}', { day: dayText(row.ends_on) }),
      ]
        .filter((text) => text !== false)
        .join(' · '),
    ),
    h('span', { class: 'amount' }, money(row.total_amount, row.currency)),
    status('subscription', row.status),
  ],
}
const proposals: Section<PortalDocumentRow> = {
  title: 'Proposals',
  path: 'proposals',
  permission: 'view-proposal',
  empty: 'You have no proposals yet.',
  more: 'Show more proposals',
  waits: ({ is_open }) => is_open,
  row: documentRow('proposal'),
}
const contracts: Section<PortalDocumentRow> = {
  title: 'Contracts',
  path: 'contracts',
  permission: 'view-contract',
  empty: 'You have no contracts yet.',
  more: 'Show more contracts',
  waits: ({ is_open }) => is_open,
  row: documentRow('contract'),
}

const meetings: Section<PortalMeetingRow> = {
  title: 'Meetings',
  path: 'meetings',
  permission: 'view-meeting',
  empty: 'You have no meetings yet.',
  more: 'Show more meetings',
  waits: () => false,
  row: (_portal, row) => [
    h('span', { class: 'name', dir: 'auto' }, row.title),
    h('small', {}, rangeText(row.starts_at, row.ends_at, timeZone())),
    h('span', { class: 'amount' }),
    !row.is_to_come && status('meeting', row.status),
  ],
}

/** The home page: everything that is shared with the customer. */
export async function home(portal: Portal): Promise<HTMLElement> {
  const granted = <Row>(section: Section<Row>) => portal.session.permissions.includes(section.permission)
  const lists = await Promise.all([
    granted(proposals) && list(portal, proposals),
    granted(contracts) && list(portal, contracts),
    granted(invoices) && list(portal, invoices),
    granted(creditNotes) && list(portal, creditNotes),
    granted(subscriptions) && list(portal, subscriptions),
    granted(meetings) ? list(portal, meetings, newMeeting(portal)) : ownMeetings(portal),
  ])
  const waiting = lists.flatMap((one) => (one ? one.waiting : []))
  const due = lists.flatMap((one) => (one ? one.due : []))
  const sections = [
    waiting.length > 0 &&
      h(
        'section',
        { 'aria-label': say('Waiting for you') },
        h(
          'div',
          { class: 'head' },
          h('h2', {}, say('Waiting for you')),
          due.length > 0 &&
            h(
              'strong',
              {},
              say('{amount} to pay', {
                amount: due.map(({ amount, currency }) => money(amount, currency)).join(' + '),
              }),
            ),
        ),
        h('ul', { class: 'rows' }, ...waiting),
      ),
    ...lists.map((one) => one && one.section),
  ]
  const isEmpty = sections.every((section) => !section)
  const { business, customer } = portal.session
  return h(
    'main',
    {},
    h('h1', { tabindex: -1 }, say('Hello, {customer}', { customer: customer.name })),
    isEmpty &&
      h(
        'p',
        {},
        say('{business} doesn’t share anything with you at the moment.', { business: business.name }),
      ),
    ...sections,
  )
}

/** Makes a meeting, for customers who are granted that. */
const newMeeting = (portal: Portal) =>
  portal.session.permissions.includes('create-meeting') &&
  portal.session.viewed_by === null &&
  h('button', { type: 'button', click: () => editMeeting(portal) }, say('New meeting'))

/** For customers who may make meetings and see none. */
function ownMeetings(portal: Portal) {
  const action = newMeeting(portal)
  return (
    action && {
      waiting: [],
      due: [],
      section: h(
        'section',
        { 'aria-label': say(meetings.title) },
        h('div', { class: 'head' }, h('h2', {}, say(meetings.title)), action),
      ),
    }
  )
}

async function list<Row extends { readonly id: number }>(
  portal: Portal,
  section: Section<Row>,
  action?: Child,
) {
  const read = (page: number) => call<Page<Row>>(`/${section.path}?page=${page}`)
  const rows = h('ul', { class: 'rows' })
  const item = (row: Row) => entry(portal, `/portal/${section.path}/${row.id}`, ...section.row(portal, row))
  const add = (data: readonly Row[]) => rows.append(...data.map(item))
  const first = await read(1)
  const waiting = first.data.filter(section.waits)
  add(first.data.filter((row) => !waiting.includes(row)))
  const { total, limit } = first.meta
  let shown = 1
  const problem = h('p', { role: 'alert', class: 'problem' })
  const showMore = oneAtATime(async () => {
    problem.textContent = ''
    try {
      const next = await read(shown + 1)
      shown += 1
      const firstNew = rows.children.length
      add(next.data)
      rows.children[firstNew]?.querySelector('a')?.focus()
      if (shown * limit >= total) more.remove()
    } catch (error) {
      problem.textContent = asSaid((error as Error).message)
    }
  })
  const more = h(
    'button',
    {
      type: 'button',
      click: () => void showMore(),
    },
    say(section.more),
  )
  return {
    waiting: waiting.map(item),
    due: first.due ?? [],
    // All of them are among what waits.
    section:
      ((total === 0 && section.empty) || total > waiting.length || action) &&
      h(
        'section',
        { 'aria-label': say(section.title) },
        h('div', { class: 'head' }, h('h2', {}, say(section.title)), action),
        total === 0 ? section.empty && h('p', { class: 'empty' }, say(section.empty)) : rows,
        problem,
        total > limit && more,
      ),
  }
}
