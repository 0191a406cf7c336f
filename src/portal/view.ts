import type { PortalSession } from '#contract/portal.ts'
import { dayText } from '#lib/dates.ts'
import { money } from '#lib/money.ts'

import { type Child, h } from './dom.ts'

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

/** The way back to everything that is shared, for who sees more than one document. */
export const back = (portal: Portal) =>
  portal.session.document === null && link(portal, '/portal', { class: 'back' }, '← All documents')

const tones: Readonly<Record<string, string>> = {
  paid: 'good',
  accepted: 'good',
  signed: 'good',
  overdue: 'bad',
  declined: 'bad',
  canceled: 'bad',
  sent: 'info',
  viewed: 'info',
}

const proposalWords: Readonly<Record<string, string>> = {
  sent: 'Waiting for your answer',
  viewed: 'Waiting for your answer',
}
const contractWords: Readonly<Record<string, string>> = {
  sent: 'Waiting for your signature',
  viewed: 'Waiting for your signature',
}
const invoiceWords: Readonly<Record<string, string>> = { sent: 'Open' }
/** Only of one that isn’t to come. */
const meetingWords: Readonly<Record<string, string>> = { scheduled: 'Past' }

/** The status in the words of a customer. */
export function status(noun: 'invoice' | 'proposal' | 'contract' | 'meeting', value: string) {
  const words = {
    invoice: invoiceWords,
    proposal: proposalWords,
    contract: contractWords,
    meeting: meetingWords,
  }[noun]
  const text = words[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1)}`
  return h('span', { class: 'status', 'data-tone': tones[value] }, text)
}

/** `label` and value pairs; those without a value are left out. */
export const facts = (pairs: readonly (readonly [label: string, value: Child])[]) =>
  h(
    'dl',
    { class: 'facts' },
    ...pairs.flatMap(([label, value]) =>
      value ? [h('div', {}, h('dt', {}, label), h('dd', {}, value))] : [],
    ),
  )

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
}

/** The lines with their taxes and the total. */
export function lines(
  all: readonly Line[],
  currency: string,
  totals: readonly (readonly [string, number])[],
) {
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
        h('th', { scope: 'col' }, 'Description'),
        h('th', { scope: 'col', class: 'figure wide' }, 'Quantity'),
        h('th', { scope: 'col', class: 'figure wide' }, 'Price'),
        h('th', { scope: 'col', class: 'figure' }, 'Amount'),
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
              {},
              line.description,
              line.discount !== 0 && h('small', {}, `${line.discount}% discount`),
              h('small', { class: 'narrow' }, `${line.quantity} × ${amount(line.unit_price)}`),
            ),
            h('td', { class: 'figure wide' }, String(line.quantity)),
            h('td', { class: 'figure wide' }, amount(line.unit_price)),
            h('td', { class: 'figure' }, amount(line.total)),
          ),
        ),
    ),
    h(
      'tfoot',
      {},
      ...[
        ...all.filter(({ kind }) => kind === 'tax').map((tax) => [tax.description, tax.total] as const),
        ...totals,
      ].map(([label, value]) =>
        h(
          'tr',
          { class: label === 'Total' ? 'sum' : undefined },
          h('th', { scope: 'row' }, label),
          h('td', { class: 'wide' }),
          h('td', { class: 'wide' }),
          h('td', { class: 'figure' }, amount(value)),
        ),
      ),
    ),
  )
}
