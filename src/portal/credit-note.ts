import type { PortalCreditNote, PortalCreditNoteRow } from '#contract/portal/portal.ts'
import { dayText } from '#lib/dates.ts'
import { money } from '#lib/money.ts'

import { base, call } from './api.ts'
import { type Child, h } from './dom.ts'
import { downloads } from './download.ts'
import { type Portal, billed, facts, head, lines, link } from './view.ts'
import { say } from './words.ts'

/** The cells of a credit note in a list, also in that of its invoice. */
export const creditNoteRow = (row: PortalCreditNoteRow, isOnInvoice = false): Child[] => [
  h('span', { class: 'name' }, row.credit_number),
  h(
    'small',
    {},
    [
      ...(isOnInvoice ? [] : [say('for invoice {number}', { number: row.invoice_number })]),
      say('issued {day}', { day: dayText(row.issued_on) }),
    ].join(' · '),
  ),
  h('span', { class: 'amount' }, money(row.total_amount, row.currency)),
]

/** A credit note for one of the customer’s invoices. */
export async function creditNote(portal: Portal, id: string): Promise<HTMLElement> {
  const { data } = await call<{ data: PortalCreditNote }>(`/credit-notes/${id}`)
  const pdf = downloads(portal)
  return h(
    'main',
    {},
    ...head(portal, say('Credit note {number}', { number: data.credit_number })),
    facts([
      ...billed(data),
      [say('Date'), dayText(data.issued_on)],
      [say('Invoice'), link(portal, `/portal/invoices/${data.invoice_id}`, {}, data.invoice_number)],
      [say('Reason'), data.reason],
    ]),
    h(
      'div',
      { class: 'card' },
      lines({ all: data.line_items, totals: [['Total', data.total_amount]] }, data.currency),
    ),
    h(
      'div',
      { class: 'actions' },
      pdf.link(
        { href: `${base}/credit-notes/${id}/pdf`, download: true },
        { class: 'button' },
        say('Download PDF'),
      ),
    ),
    pdf.problem,
  )
}
