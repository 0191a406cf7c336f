import { taxLabel } from '#contract/invoices/words.ts'
import type { PortalInvoice, PortalSession } from '#contract/portal/portal.ts'
import type { CustomerText } from '#contract/translations/translations.ts'
import { dayText } from '#lib/dates.ts'
import { numberText, percentText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

import { type Child, h } from './dom.ts'
import { invoiceWords, say } from './words.ts'

/** Whose portal it is, and how its views get from one to the next. */
export interface Portal {
  readonly session: PortalSession
  /** Goes on with what the service now says of the session. */
  enter(session: PortalSession): void
  /** Shows another page of the portal. */
  open(path: string): void
  /** Shows this page anew. */
  reload(): void
}

/** A link to another page of the portal. */
export const link = (
  portal: Portal,
  path: string,
  attributes: Record<string, string>,
  ...children: Child[]
) =>
  h(
    'a',
    {
      ...attributes,
      href: path,
      click: (event) => {
        const { metaKey, ctrlKey, shiftKey, button } = event as MouseEvent
        if (metaKey || ctrlKey || shiftKey || button !== 0) return
        event.preventDefault()
        portal.open(path)
      },
    },
    ...children,
  )

/** The way back to everything that is shared, for those who see more than one document. */
const back = (portal: Portal) =>
  portal.session.document === null && link(portal, '/portal', { class: 'back' }, `← ${say('All documents')}`)

/** The beginning of a page about one record: the way back, its title, and its status where that says something. */
export const head = (portal: Portal, title: string, badge?: Child): Child[] => [
  back(portal),
  h('header', { class: 'title' }, h('h1', { tabindex: -1, dir: 'auto' }, title), badge),
]

/** An entry of a list, which leads to another page of the portal; without a path, to none. */
export const entry = (portal: Portal, path: string | false, ...cells: Child[]) =>
  h('li', {}, path === false ? h('div', { class: 'row' }, ...cells) : link(portal, path, {}, ...cells))

const tones: Readonly<Record<string, string>> = {
  paid: 'good',
  accepted: 'good',
  signed: 'good',
  active: 'good',
  overdue: 'bad',
  declined: 'bad',
  canceled: 'bad',
  canceling: 'bad',
  sent: 'info',
  viewed: 'info',
}

type Noun = 'invoice' | 'subscription' | 'proposal' | 'contract' | 'meeting'

const statusWords: Readonly<Record<Noun, Readonly<Record<string, CustomerText>>>> = {
  invoice: { sent: 'Open', paid: 'Paid', overdue: 'Overdue', void: 'Void', credited: 'Credited' },
  subscription: {
    upcoming: 'Upcoming',
    trialing: 'Trial',
    active: 'Active',
    paused: 'Paused',
    canceling: 'Canceled',
    ended: 'Ended',
  },
  proposal: {
    sent: 'Waiting for your answer',
    viewed: 'Waiting for your answer',
    accepted: 'Accepted',
    declined: 'Declined',
    expired: 'Expired',
  },
  contract: { sent: 'Waiting for your signature', signed: 'Signed', declined: 'Declined', ended: 'Ended' },
  // Only of one that isn’t to come.
  meeting: { scheduled: 'Past', canceled: 'Canceled' },
}

/** The status in the words of a customer. */
export function status(noun: Noun, value: string) {
  const text = statusWords[noun][value]
  return h('span', { class: 'status', 'data-tone': tones[value] }, text === undefined ? value : say(text))
}

/** `label` and value pairs; those without a value are left out. */
export const facts = (pairs: readonly (readonly [label: string, value: Child])[]) =>
  h(
    'dl',
    { class: 'facts' },
    ...pairs.flatMap(([label, value]) =>
      value ? [h('div', {}, h('dt', {}, label), h('dd', { dir: 'auto' }, value))] : [],
    ),
  )

/** Facts of an invoice or credit note: who issued it, and for whom. */
export const billed = ({
  sender,
  billed_to: { company, address },
  customer_name,
}: Pick<PortalInvoice, 'sender' | 'billed_to' | 'customer_name'>) =>
  [
    [say('From'), sender.name],
    [say('For'), [company, customer_name].filter(Boolean).join(', ')],
    [say('Address'), address.replaceAll('\n', ', ')],
  ] as const

/** The day of a datetime, where the business is. */
export function dayIn(timeZone: string, datetime: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(datetime))
  return dayText(parts)
}

interface Line {
  readonly description: string
  readonly quantity: number
  readonly unit_price: number
  readonly total: number
  readonly kind: string
  readonly discount: number
  readonly tax_rate: number | null
}

/** The lines with their taxes and the total. */
export function lines(
  all: readonly Line[],
  currency: string,
  totals: readonly (readonly [CustomerText, number])[],
) {
  const words = invoiceWords()
  const amount = (value: number) => money(value, currency)
  return h(
    'table',
    { class: 'lines' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, words.description),
        h('th', { scope: 'col', class: 'figure wide' }, words.quantity),
        h('th', { scope: 'col', class: 'figure wide' }, words.unitPrice),
        h('th', { scope: 'col', class: 'figure' }, words.amount),
      ),
    ),
    h(
      'tbody',
      {},
      ...all
        .filter(({ kind }) => kind === 'item')
        .map((line) =>
          h(
            'tr',
            {},
            h(
              'td',
              { dir: 'auto' },
              line.description,
              line.discount !== 0 && h('small', {}, `${percentText(line.discount / 100)} ${words.discount}`),
              h('small', { class: 'narrow' }, `${numberText(line.quantity)} × ${amount(line.unit_price)}`),
            ),
            h('td', { class: 'figure wide' }, numberText(line.quantity)),
            h('td', { class: 'figure wide' }, amount(line.unit_price)),
            h('td', { class: 'figure' }, amount(line.total)),
          ),
        ),
    ),
    h(
      'tfoot',
      {},
      ...[
        ...all
          .filter(({ kind }) => kind === 'tax')
          .map((tax) => [taxLabel(tax, words, (rate) => percentText(rate / 100)), tax.total, false] as const),
        ...totals.map(([label, value]) => [say(label), value, label === 'Total'] as const),
      ].map(([label, value, isSum]) =>
        h(
          'tr',
          { class: isSum && 'sum' },
          h('th', { scope: 'row' }, label),
          h('td', { class: 'wide' }),
          h('td', { class: 'wide' }),
          h('td', { class: 'figure' }, amount(value)),
        ),
      ),
    ),
  )
}
