import type { EmailTexts } from '../account/templates.ts'
import type { InvoiceLanguage } from '../invoices/looks.ts'
import { allows } from '../invoices/states.ts'
import { filled } from '../values/filled.ts'

/** What emails about invoices say unless somebody writes something else. */
interface Words {
  readonly hello: string
  readonly invoiceSubject: string
  readonly invoice: string
  readonly dueOn: string
  readonly dueWithin: string
  readonly dueTomorrow: string
  readonly dueOnReceipt: string
  readonly reminderSubject: string
  readonly reminder: string
  readonly ifPaid: string
  readonly creditNoteSubject: string
  readonly creditNote: string
  readonly receiptSubject: string
  readonly receipt: string
  readonly statementSubject: string
  readonly statement: string
  readonly settled: string
  readonly stillDue: string
  readonly payTo: string
  readonly payOnline: string
  readonly viewAndPay: string
  readonly view: string
  readonly thanks: string
}

const words: Readonly<Record<InvoiceLanguage, Words>> = {
  en: {
    hello: 'Hello {customer},',
    invoiceSubject: 'Invoice {number} from {company}',
    invoice: 'Please find invoice {number} for {amount} attached.',
    dueOn: 'It’s due on {day}.',
    dueWithin: 'It’s due within {days} days.',
    dueTomorrow: 'It’s due within 1 day.',
    dueOnReceipt: 'It’s due on receipt.',
    reminderSubject: 'Reminder: invoice {number} is overdue',
    reminder:
      'The payment of {amount} for invoice {number} was due on {day}, and we haven’t received it yet. The invoice is attached.',
    ifPaid: 'If you’ve paid in the meantime, please ignore this email.',
    creditNoteSubject: 'Credit note {number} for invoice {invoice}',
    creditNote: 'Please find credit note {number} attached. It takes {amount} off invoice {invoice}.',
    receiptSubject: 'Payment received for invoice {number}',
    receipt: 'Thank you. We received {paid} for invoice {number} on {day}.',
    statementSubject: 'Statement of account from {company}',
    statement: 'Please find your statement of account attached. The balance is {amount}.',
    settled: 'Nothing more is due.',
    stillDue: '{amount} is still due.',
    payTo: 'Please pay to:',
    payOnline: 'Pay online:',
    viewAndPay: 'View and pay',
    view: 'View online',
    thanks: 'Thank you,',
  },
  de: {
    hello: 'Guten Tag {customer},',
    invoiceSubject: 'Rechnung {number} von {company}',
    invoice: 'anbei erhalten Sie die Rechnung {number} über {amount}.',
    dueOn: 'Bitte zahlen Sie bis zum {day}.',
    dueWithin: 'Bitte zahlen Sie innerhalb von {days} Tagen.',
    dueTomorrow: 'Bitte zahlen Sie innerhalb eines Tages.',
    dueOnReceipt: 'Bitte zahlen Sie sofort nach Erhalt.',
    reminderSubject: 'Zahlungserinnerung zur Rechnung {number}',
    reminder:
      'der Betrag von {amount} zur Rechnung {number} war am {day} fällig und ist noch nicht bei uns eingegangen. Die Rechnung ist beigefügt.',
    ifPaid: 'Falls Sie inzwischen gezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
    creditNoteSubject: 'Rechnungskorrektur {number} zur Rechnung {invoice}',
    creditNote:
      'anbei erhalten Sie die Rechnungskorrektur {number}. Sie mindert die Rechnung {invoice} um {amount}.',
    receiptSubject: 'Zahlungseingang zur Rechnung {number}',
    receipt: 'vielen Dank. Ihre Zahlung von {paid} zur Rechnung {number} ist am {day} bei uns eingegangen.',
    statementSubject: 'Kontoauszug von {company}',
    statement: 'anbei erhalten Sie Ihren Kontoauszug. Der Saldo beträgt {amount}.',
    settled: 'Damit ist die Rechnung vollständig bezahlt.',
    stillDue: 'Offen sind noch {amount}.',
    payTo: 'Bitte zahlen Sie an:',
    payOnline: 'Online bezahlen:',
    viewAndPay: 'Ansehen und bezahlen',
    view: 'Online ansehen',
    thanks: 'Vielen Dank und freundliche Grüße',
  },
  fr: {
    hello: 'Bonjour {customer},',
    invoiceSubject: 'Facture {number} de {company}',
    invoice: 'Veuillez trouver ci-joint la facture {number} d’un montant de {amount}.',
    dueOn: 'Elle est à régler au plus tard le {day}.',
    dueWithin: 'Elle est à régler sous {days} jours.',
    dueTomorrow: 'Elle est à régler sous 1 jour.',
    dueOnReceipt: 'Elle est à régler dès réception.',
    reminderSubject: 'Rappel : la facture {number} est échue',
    reminder:
      'Le paiement de {amount} pour la facture {number} était dû le {day} et ne nous est pas encore parvenu. La facture est jointe à cet e-mail.',
    ifPaid: 'Si vous avez réglé entre-temps, veuillez ne pas tenir compte de ce message.',
    creditNoteSubject: 'Avoir {number} sur la facture {invoice}',
    creditNote: 'Veuillez trouver ci-joint l’avoir {number}. Il réduit la facture {invoice} de {amount}.',
    receiptSubject: 'Paiement reçu pour la facture {number}',
    receipt: 'Merci. Nous avons reçu {paid} pour la facture {number} le {day}.',
    statementSubject: 'Relevé de compte de {company}',
    statement: 'Veuillez trouver ci-joint votre relevé de compte. Le solde est de {amount}.',
    settled: 'La facture est entièrement réglée.',
    stillDue: 'Il reste {amount} à régler.',
    payTo: 'Merci de régler à :',
    payOnline: 'Payer en ligne :',
    viewAndPay: 'Consulter et régler',
    view: 'Consulter en ligne',
    thanks: 'Cordialement,',
  },
  es: {
    hello: 'Hola, {customer}:',
    invoiceSubject: 'Factura {number} de {company}',
    invoice: 'Le adjuntamos la factura {number} por un importe de {amount}.',
    dueOn: 'Vence el {day}.',
    dueWithin: 'El plazo de pago es de {days} días.',
    dueTomorrow: 'El plazo de pago es de 1 día.',
    dueOnReceipt: 'Vence a su recepción.',
    reminderSubject: 'Recordatorio: la factura {number} ha vencido',
    reminder:
      'El pago de {amount} de la factura {number} vencía el {day} y todavía no lo hemos recibido. Adjuntamos la factura.',
    ifPaid: 'Si ya la ha pagado, ignore este mensaje.',
    creditNoteSubject: 'Nota de crédito {number} de la factura {invoice}',
    creditNote: 'Le adjuntamos la nota de crédito {number}. Reduce la factura {invoice} en {amount}.',
    receiptSubject: 'Pago recibido de la factura {number}',
    receipt: 'Gracias. Hemos recibido {paid} por la factura {number} el {day}.',
    statementSubject: 'Estado de cuenta de {company}',
    statement: 'Adjuntamos su estado de cuenta. El saldo es de {amount}.',
    settled: 'La factura está pagada por completo.',
    stillDue: 'Quedan pendientes {amount}.',
    payTo: 'Datos para el pago:',
    payOnline: 'Pagar en línea:',
    viewAndPay: 'Ver y pagar',
    view: 'Ver en línea',
    thanks: 'Muchas gracias y un saludo,',
  },
  nl: {
    hello: 'Beste {customer},',
    invoiceSubject: 'Factuur {number} van {company}',
    invoice: 'Hierbij ontvangt u factuur {number} van {amount}.',
    dueOn: 'De vervaldatum is {day}.',
    dueWithin: 'Wij ontvangen uw betaling graag binnen {days} dagen.',
    dueTomorrow: 'Wij ontvangen uw betaling graag binnen 1 dag.',
    dueOnReceipt: 'Wij ontvangen uw betaling graag direct na ontvangst.',
    reminderSubject: 'Herinnering: factuur {number} is nog niet betaald',
    reminder:
      'De betaling van {amount} voor factuur {number} had op {day} binnen moeten zijn, maar we hebben die nog niet ontvangen. De factuur is bijgevoegd.',
    ifPaid: 'Heeft u inmiddels betaald? Dan kunt u deze e-mail als niet verzonden beschouwen.',
    creditNoteSubject: 'Creditnota {number} bij factuur {invoice}',
    creditNote: 'Hierbij ontvangt u creditnota {number}. Die verlaagt factuur {invoice} met {amount}.',
    receiptSubject: 'Betaling ontvangen voor factuur {number}',
    receipt: 'Hartelijk dank. Wij hebben op {day} {paid} ontvangen voor factuur {number}.',
    statementSubject: 'Rekeningoverzicht van {company}',
    statement: 'Hierbij ontvangt u uw rekeningoverzicht. Het saldo bedraagt {amount}.',
    settled: 'De factuur is hiermee volledig betaald.',
    stillDue: 'Er staat nog {amount} open.',
    payTo: 'U kunt betalen aan:',
    payOnline: 'Online betalen:',
    viewAndPay: 'Bekijken en betalen',
    view: 'Online bekijken',
    thanks: 'Met vriendelijke groet,',
  },
}

/** Facts of an email, as it says them: days and amounts are written, and braces of data kept apart from placeholders. */
interface Facts {
  readonly language: InvoiceLanguage
  readonly customer: string
  readonly company: string
  /** Who signs it besides the company. */
  readonly sender?: string | undefined
  readonly number: string
  readonly amount: string
}

interface InvoiceFacts extends Facts {
  /** A day, or how many days after it is sent. */
  readonly due: { readonly day: string } | { readonly days: number }
  readonly bank_details: string
  /** Where it is paid online. */
  readonly link?: string | undefined
}

/** The usual email with an invoice. */
export function invoiceEmail(facts: InvoiceFacts): EmailTexts {
  const { invoiceSubject, invoice, dueOn, dueWithin, dueTomorrow, dueOnReceipt } = words[facts.language]
  const { due } = facts
  const days = 'days' in due ? String(due.days) : ''
  const dueSentence =
    'day' in due ? dueOn : due.days === 0 ? dueOnReceipt : due.days === 1 ? dueTomorrow : dueWithin
  const whenDue = filled(dueSentence, 'day' in due ? { day: due.day } : { days })
  return letter(facts, { subject: invoiceSubject, body: `${invoice} ${whenDue}`, after: paymentOf(facts) })
}

/** The usual reminder of an invoice. */
export function reminderEmail(facts: InvoiceFacts & { readonly due: { readonly day: string } }): EmailTexts {
  const { reminderSubject, reminder, ifPaid } = words[facts.language]
  const body = `${filled(reminder, { day: facts.due.day })}\n\n${ifPaid}`
  return letter(facts, { subject: reminderSubject, body, after: paymentOf(facts) })
}

/** The usual email with a credit note; `invoice` is the number of its invoice. */
export function creditNoteEmail(facts: Facts & { readonly invoice: string }): EmailTexts {
  const { creditNoteSubject, creditNote } = words[facts.language]
  return letter(facts, { subject: creditNoteSubject, body: creditNote })
}

/** The usual confirmation of a payment; `amount` is what is still due, if anything is. */
export function receiptEmail(
  facts: Facts & { readonly paid: string; readonly day: string; readonly isSettled: boolean },
): EmailTexts {
  const { receiptSubject, receipt, settled, stillDue } = words[facts.language]
  const { paid, day, isSettled } = facts
  const body = `${filled(receipt, { paid, day })} ${isSettled ? settled : stillDue}`
  return letter(facts, { subject: receiptSubject, body })
}

/** The usual email with a statement of account; `amount` is the balance. */
export function statementEmail(facts: Omit<Facts, 'number'>): EmailTexts {
  const { statementSubject, statement } = words[facts.language]
  return letter({ ...facts, number: '' }, { subject: statementSubject, body: statement })
}

/** What the link to an invoice is for. */
export const linkText = (language: InvoiceLanguage, status: string): string =>
  allows(status, 'pay') ? words[language].viewAndPay : viewText(language)

/** What a link is for that asks nothing of the customer. */
export const viewText = (language: InvoiceLanguage): string => words[language].view

function paymentOf({ language, bank_details, link }: InvoiceFacts): string[] {
  const { payTo, payOnline } = words[language]
  return [
    ...(bank_details === '' ? [] : [`${payTo}\n${bank_details}`]),
    ...(link === undefined ? [] : [`${payOnline}\n${link}`]),
  ]
}

/** Fills the words; what comes `after` them is data. */
function letter(
  facts: Facts & { readonly invoice?: string },
  parts: { readonly subject: string; readonly body: string; readonly after?: readonly string[] },
): EmailTexts {
  const { customer, company, number, amount, invoice = '' } = facts
  const fill = (text: string) => filled(text, { customer, company, number, amount, invoice })
  return {
    subject: fill(parts.subject),
    message: framed(facts, [fill(parts.body), ...(parts.after ?? [])]),
  }
}

/** Returns the message of an email to a customer, from the greeting to the signature. */
export function framed(
  { language, customer, company, sender }: Omit<Facts, 'number' | 'amount'>,
  paragraphs: readonly string[],
): string {
  const { hello, thanks } = words[language]
  const signature = [thanks, ...(sender === undefined ? [] : [sender]), company].join('\n')
  return [filled(hello, { customer }), ...paragraphs, signature].join('\n\n')
}
