import { type FigureLine, figuresOf } from '#contract/invoices/figures.ts'
import type { PortalInvoice, PortalSession } from '#contract/portal/portal.ts'
import type { CustomerText } from '#contract/translations/translations.ts'
import { dayText } from '#lib/dates.ts'
import { sumOf } from '#lib/decimal.ts'
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

/** A part of a page: a list of `entry`s under its title; nothing without any. */
export const listed = (title: CustomerText, entries: readonly HTMLElement[]) =>
  entries.length > 0 &&
  h('section', { 'aria-label': say(title) }, h('h2', {}, say(title)), h('ul', { class: 'rows' }, ...entries))

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
export function status(noun: Noun, value: string, isOpen = true) {
  const isOthers = noun === 'contract' && value === 'sent' && !isOpen
  const text = isOthers ? 'Waiting for others to sign' : statusWords[noun][value]
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

/** Lines, and what they come to. */
export interface Priced {
  readonly all: readonly FigureLine[]
  readonly totals: readonly (readonly [CustomerText, number])[]
}

/** Returns what it comes to once the customer has ticked those optional lines, by their indexes. */
type OnPick = (chosen: readonly number[]) => Priced

/** The lines with their taxes and the total. With `onPick`, optional ones can be ticked. */
export function lines({ all, totals }: Priced, currency: string, onPick?: OnPick) {
  const words = invoiceWords()
  const figures = figuresIn(all, currency)
  const hasTax = figures.lines.some(({ tax }) => tax !== '')
  const wide = (tag: 'th' | 'td', ...texts: string[]) =>
    texts.map((text) => h(tag, { class: 'figure wide', ...(tag === 'th' && { scope: 'col' }) }, text))
  const chosen = new Set<number>()
  const end = (label: string, text: string, isSum = false) =>
    h(
      'tr',
      { class: isSum && 'sum' },
      h('th', { scope: 'row' }, label),
      ...wide('td', '', '', ...(hasTax ? [''] : [])),
      h('td', { class: 'figure' }, text),
    )
  const ends = (what: Priced) => [
    ...figuresIn(what.all, currency).totals.map(({ label, amount }) => end(label, amount)),
    ...what.totals.map(([label, value]) => end(say(label), money(value, currency), label === 'Total')),
  ]
  const foot = h('tfoot', { 'aria-live': 'polite' }, ...ends({ all, totals }))
  const box = (index: number) =>
    h('input', {
      type: 'checkbox',
      change: ({ currentTarget }) => {
        if ((currentTarget as HTMLInputElement).checked) chosen.add(index)
        else chosen.delete(index)
        if (onPick) foot.replaceChildren(...ends(onPick([...chosen])))
      },
    })
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
        ...wide('th', words.quantity, words.unitPrice, ...(hasTax ? [words.tax] : [])),
        h('th', { scope: 'col', class: 'figure' }, words.amount),
      ),
    ),
    h(
      'tbody',
      {},
      ...figures.lines.map(({ description, note, quantity, unit_price, tax, amount: total }, index) =>
        h(
          'tr',
          {},
          h(
            'td',
            { dir: 'auto' },
            onPick && items(all)[index]?.is_optional
              ? h('label', { class: 'check' }, box(index), description)
              : description,
            note !== '' && h('small', {}, note),
            h('small', { class: 'narrow' }, `${quantity} × ${unit_price}`),
            tax !== '' && h('small', { class: 'narrow' }, `${words.tax} ${tax}`),
          ),
          ...wide('td', quantity, unit_price, ...(hasTax ? [tax] : [])),
          h('td', { class: 'figure' }, total),
        ),
      ),
    ),
    foot,
  )
}

const items = (all: readonly FigureLine[]) => all.filter(({ kind }) => kind === 'item')

const figuresIn = (all: readonly FigureLine[], currency: string) =>
  figuresOf(
    items(all),
    all.filter(({ kind }) => kind === 'tax'),
    {
      words: invoiceWords(),
      quantity: numberText,
      percent: (rate) => percentText(rate / 100),
      money: (amount) => money(amount, currency),
      sum: (amounts) => money(sumOf(amounts), currency),
    },
  )
