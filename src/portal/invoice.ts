import { billingFacts } from '#contract/invoices/billing-facts.ts'
import { exemptionText } from '#contract/invoices/exemptions.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import type { PortalInvoice, PortalInvoiceRow } from '#contract/portal/portal.ts'
import { dayText } from '#lib/dates.ts'
import { money } from '#lib/money.ts'

import { base, call } from './api.ts'
import { creditNoteRow } from './credit-note.ts'
import { type Child, h } from './dom.ts'
import { downloads } from './download.ts'
import { paymentCodeOf } from './payment-code.ts'
import { type Portal, billed, dayIn, entry, facts, head, lines, listed, status } from './view.ts'
import { invoiceWords, say } from './words.ts'

/** The cells of an invoice in a list. */
export const invoiceRow = (portal: Portal, row: PortalInvoiceRow): Child[] => [
  h('span', { class: 'name' }, row.invoice_number),
  h(
    'small',
    {},
    row.amount_due > 0
      ? say('due {day}', { day: dayText(row.due_date) })
      : say('issued {day}', { day: dayIn(portal.session.time_zone, row.created_at) }),
  ),
  h('span', { class: 'amount' }, money(row.amount_due > 0 ? row.amount_due : row.total_amount, row.currency)),
  status('invoice', row.status),
]

/** An invoice that the customer was sent. Opening it is noted, unless somebody only looks at it for the customer. */
export async function invoice(portal: Portal, id: string): Promise<HTMLElement> {
  const isReader = portal.session.viewed_by !== null
  const { data } = await call<{ data: PortalInvoice }>(
    isReader ? `/invoices/${id}` : `/invoices/${id}/view`,
    isReader ? undefined : {},
  )
  const { currency, sender } = data
  const words = invoiceWords()
  const exemption = exemptionText(data, data.line_items, words)
  const payLink = paymentLink(sender.payment_link, {
    number: data.invoice_number,
    amount: data.amount_due,
    currency,
  })
  const pdf = downloads(portal)
  return h(
    'main',
    {},
    ...head(portal, say('Invoice {number}', { number: data.invoice_number }), status('invoice', data.status)),
    facts([
      ...billed(data),
      [say('Date'), dayIn(portal.session.time_zone, data.created_at)],
      [say('Due'), dayText(data.due_date)],
      ...billingFacts(data, { words, day: dayText }).map(({ label, value }) => [label, value] as const),
      [say('Still to be paid'), data.amount_due > 0 ? money(data.amount_due, currency) : null],
    ]),
    h(
      'div',
      { class: 'card' },
      lines(
        {
          all: data.line_items,
          totals: [
            ['Total', data.total_amount],
            ...(data.amount_paid === 0 ? [] : [['Paid', -data.amount_paid] as const]),
            ...(data.amount_credited === 0 ? [] : [['Credited', -data.amount_credited] as const]),
            ...(data.amount_due > 0 && data.amount_due !== data.total_amount
              ? [['Still to be paid', data.amount_due] as const]
              : []),
            ...(data.amount_to_refund > 0 ? [['To be refunded to you', data.amount_to_refund] as const] : []),
          ],
        },
        currency,
      ),
      exemption !== '' && h('p', { class: 'notes', dir: 'auto' }, exemption),
      data.notes !== '' && h('p', { class: 'notes', dir: 'auto' }, data.notes),
      sender.bank_details !== '' && h('p', { class: 'notes', dir: 'auto' }, sender.bank_details),
      paymentCodeOf(data),
    ),
    listed(
      'Credit notes',
      data.credit_notes.map((note) =>
        entry(
          portal,
          // Those who came with a link to the invoice have no other page.
          portal.session.document === null && `/portal/credit-notes/${note.id}`,
          ...creditNoteRow(note, true),
        ),
      ),
    ),
    h(
      'div',
      { class: 'actions' },
      payLink !== undefined &&
        h(
          'a',
          { class: 'button primary', href: payLink, target: '_blank', rel: 'noopener noreferrer' },
          say('Pay {amount} online', { amount: money(data.amount_due, currency) }),
        ),
      pdf.link(
        { href: `${base}/invoices/${id}/pdf`, download: true },
        { class: 'button' },
        say('Download PDF'),
      ),
    ),
    pdf.problem,
  )
}
