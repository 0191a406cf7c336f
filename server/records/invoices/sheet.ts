import { renderSVG } from 'uqr'

import { contactOf } from '#contract/account/company.ts'
import { billedEmail, creditNoteFacts, invoiceFacts } from '#contract/invoices/billing-facts.ts'
import type { BilledTo } from '#contract/invoices/document-sender.ts'
import { creditNoteEnd, exemptionText } from '#contract/invoices/exemptions.ts'
import { type FigureWriter, figuresOf } from '#contract/invoices/figures.ts'
import { type DocumentLook, localeOf, standardLook } from '#contract/invoices/looks.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import { isFinal } from '#contract/invoices/states.ts'
import { type WrittenWords, wordsOf } from '#contract/invoices/translations.ts'
import type { InvoiceWords } from '#contract/invoices/words.ts'
import { type CustomerText, translated } from '#contract/translations/translations.ts'
import { filled } from '#contract/values/filled.ts'
import { dayText, moneyText, numberText, percentText } from '#server/platform/lib/formats.ts'
import { sumOf, toDecimal, toPercent, toQuantity } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import type { InvoiceSheet } from '#server/platform/pdf/invoice-sheet.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'
import { payableBy } from '#server/records/invoices/payment-codes/payment-codes.ts'

import type { StoredCreditNote } from './credit-notes.ts'
import type { StoredInvoice } from './details.ts'
import { splitStored } from './stored-lines.ts'

/** Who sends the document, and where its days are. */
export type Sender = Pick<
  CompanyVersion,
  | 'name'
  | 'address'
  | 'street'
  | 'postal_code'
  | 'city'
  | 'country'
  | 'contact_name'
  | 'phone'
  | 'email'
  | 'tax_number'
  | 'bank_details'
  | 'payment_link'
  | 'invoice_footer'
  | 'time_zone'
  | 'logo'
>

const watermarks: Readonly<Record<string, 'draft' | 'void'>> = { draft: 'draft', void: 'void' }

/** The invoice as its PDF says it. A sent one reads the same for ever: what was paid since is not on it. */
export function sheetOf(
  { row, lines: all, billedTo }: StoredInvoice,
  sender: Sender,
  look: DocumentLook = standardLook,
): InvoiceSheet {
  const { invoice_number, currency, status } = row
  const words = wordsOf(look)
  const { locale } = words
  const issued = dateAt(Date.parse(row.created_at), sender.time_zone)
  const { lines, taxes } = splitStored(all, row.total_amount)
  const watermark = watermarks[status]
  return {
    watermark: watermark ? words[watermark] : '',
    title: `${words.invoice} ${invoice_number}`,
    kind: words.invoice,
    number: invoice_number,
    ...senderOf(sender, words),
    ...drawnAs(look),
    intro: look.intro,
    date: partsOf(issued),
    party: words.billedTo,
    customer: customerOf(row, billedTo),
    ...figuresAlone,
    facts: invoiceFacts(
      { ...row, issued: status === 'draft' ? '' : dayText(issued, locale), billed_to: billedTo },
      factWriter(words),
    ),
    ...figuresOf(lines, taxes, storedWriter(words, currency)),
    total: {
      label: `${taxes.length > 0 ? words.totalWithTax : words.total} ${currency}`,
      amount: moneyText(row.total_amount, currency, locale),
    },
    notes: row.notes,
    closing: look.closing,
    payment: paymentOf(row, sender, words),
    ...(isFinal(status) ? codeOf(row, billedTo, { sender, look }) : noCode),
    footer: sender.invoice_footer,
    fine: exemptionText(row, lines, words),
  }
}

/** The credit note as its PDF says it, in the language and look of its invoice. */
export function creditNoteSheetOf(
  { note, lines: all, invoice: { row, billedTo } }: StoredCreditNote,
  sender: Sender,
  look: DocumentLook,
): InvoiceSheet {
  const { credit_number, total_amount } = note
  const { invoice_number, currency } = row
  const words = wordsOf(look)
  const { locale } = words
  const issued = dateAt(Date.parse(note.created_at), sender.time_zone)
  const lines = all.filter(({ kind }) => kind === 'item')
  const taxes = all.filter(({ kind }) => kind === 'tax')
  const amount = moneyText(total_amount, currency, locale)
  return {
    watermark: '',
    title: filled(words.creditTitle, { note: credit_number, number: invoice_number }),
    kind: words.creditNote,
    number: credit_number,
    ...senderOf(sender, words),
    ...figuresAlone,
    ...drawnAs(look),
    // What an invoice says above and below its lines asks for a payment.
    intro: '',
    closing: '',
    date: partsOf(issued),
    party: words.creditedTo,
    customer: customerOf(row, billedTo),
    facts: creditNoteFacts(
      {
        ...row,
        issued: dayText(issued, locale),
        invoice_issued_on: dateAt(Date.parse(row.created_at), sender.time_zone),
        billed_to: billedTo,
      },
      factWriter(words),
    ),
    ...figuresOf(lines, taxes, storedWriter(words, currency)),
    total: { label: `${words.totalCredit} ${currency}`, amount },
    notes: `${words.reason}: ${note.reason}`,
    payment: '',
    payment_code: null,
    payment_slip: null,
    footer: sender.invoice_footer,
    fine: creditNoteEnd({ ...row, amount }, lines, words),
  }
}

const customerOf = (
  { customer_name, customer_email }: StoredInvoice['row'],
  billed_to: BilledTo,
): InvoiceSheet['customer'] => ({
  name: customer_name,
  email: billedEmail({ customer_email, billed_to }),
  company: billed_to.company,
  address: billed_to.address,
})

/** Writes days and counts in the language of the words. */
export const factWriter = (words: WrittenWords) => ({
  words,
  day: (day: string) => dayText(day, words.locale),
  number: (count: number) => numberText(count, words.locale),
})

function sheetWords(look: DocumentLook): InvoiceSheet['words'] {
  const { language } = look
  const { description, quantity, unitPrice, tax, amount, noLines, ...others } = wordsOf(look)
  const { payTo, payByCode, page, of } = others
  return { language, description, quantity, unitPrice, tax, amount, noLines, payTo, payByCode, page, of }
}

/** Writes what a document says: texts by their English ones, days, and amounts in minor units. */
export const writerOf = (look: DocumentLook) => ({
  text: (text: CustomerText, values?: Readonly<Record<string, string>>) =>
    translated(look.language, text, values),
  day: (day: string) => dayText(day, localeOf(look)),
  money: (minor: number, currency: string) => moneyText(minor, currency, localeOf(look)),
})
export type Writer = ReturnType<typeof writerOf>

/** The look of a document as the Typst template draws it, and the words that the template itself prints. */
export const drawnAs = (look: DocumentLook): Pick<InvoiceSheet, 'look' | 'words'> => ({
  look: { layout: look.layout, color: look.color, logo_position: look.logo_position },
  words: sheetWords(look),
})

/** Invoices and credit notes have no text of their own. */
const figuresAlone = { subject: '', sections: [], has_figures: true, evidence: [] }

/** The sender on a document. Bank details are on invoices only. */
export const senderOf = (
  { name, address, contact_name, phone, email, tax_number, time_zone, logo }: Sender,
  { taxNumber }: Pick<InvoiceWords, 'taxNumber'>,
) => ({
  business: name,
  time_zone,
  logo: logo && logoSize(logo),
  address: [
    address,
    contactOf({ contact_name, phone, email }),
    ...(tax_number === '' ? [] : [`${taxNumber}: ${tax_number}`]),
  ]
    .filter((text) => text !== '')
    .join('\n'),
})

/** In millimeters: as large as fits above the name, and no larger than it has pixels for. */
function logoSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(48 / width, 16 / height, 25.4 / 96)
  const rounded = (pixels: number) => Math.round(pixels * scale * 100) / 100
  return { width: rounded(width), height: rounded(height) }
}

/** Writes stored figures: amounts in minor units of a currency, quantities in millionths, rates in thousandths of a percent. */
export function storedWriter(words: WrittenWords, currency: string): FigureWriter {
  const money = (minor: number) => moneyText(minor, currency, words.locale)
  return {
    words,
    quantity: (millionths) => numberText(toQuantity(millionths), words.locale),
    percent: (thousandths) => percentText(toPercent(thousandths), words.locale),
    money,
    sum: (amounts) => money(sumOf(amounts)),
  }
}

/** Where to pay; of what was sent, online too. What was paid since isn’t on it. */
function paymentOf(
  { invoice_number, currency, total_amount, status }: StoredInvoice['row'],
  { bank_details, payment_link }: Sender,
  { payOnline }: InvoiceWords,
): string {
  const amount = toDecimal(total_amount, currency)
  const link = isFinal(status)
    ? paymentLink(payment_link, { number: invoice_number, amount, currency })
    : undefined
  return [bank_details, link === undefined ? '' : `${payOnline}: ${link}`]
    .filter((text) => text !== '')
    .join('\n')
}

const noCode = { payment_code: null, payment_slip: null }

/** What the customer scans to pay the whole invoice: what was paid since isn’t on it. */
function codeOf(
  row: StoredInvoice['row'],
  billedTo: BilledTo,
  { sender, look }: { readonly sender: Sender; readonly look: DocumentLook },
): Pick<InvoiceSheet, 'payment_code' | 'payment_slip'> {
  const code = payableBy({ row, billedTo, sender, look }, row.total_amount)
  if (code === undefined) return noCode
  return code.kind === 'swiss'
    ? { payment_code: null, payment_slip: { bill: code.bill, language: look.language } }
    : { payment_code: renderSVG(code.text, { ecc: 'M', border: 4, pixelSize: 1 }), payment_slip: null }
}

/** Of a day, YYYY-MM-DD. */
export const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]
