import { billedEmail } from '#contract/billing-facts.ts'
import type { CreditNote } from '#contract/credit-notes.ts'
import { EmailInput, type InvoiceEmailKind } from '#contract/invoice-emails.ts'
import { isEditable } from '#contract/invoice-states.ts'
import type { Invoice } from '#contract/invoices.ts'
import { paymentLink } from '#contract/payment-link.ts'
import { type Placeholder, keepBracesApart, numberPlaceholder } from '#contract/placeholders.ts'
import type { Session } from '#contract/session.ts'
import { emailTextProblems } from '#contract/templates.ts'
import { dayCount, dayText } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'

/** An email as it is typed. */
export interface EmailDraft {
  /** Addresses with commas, semicolons or spaces between them. */
  readonly to: string
  readonly subject: string
  readonly message: string
}

/** Default text of an email. A draft has no number yet, so a placeholder stands for it. */
export function emailDraft(
  kind: InvoiceEmailKind,
  invoice: Invoice,
  { account, user }: Pick<Session, 'account' | 'user'>,
): EmailDraft {
  const number = isEditable(invoice.status) ? numberPlaceholder : invoice.invoice_number
  const amount = kind === 'invoice' ? invoice.total_amount : (invoice.amount_due ?? invoice.total_amount)
  const total = money(amount, invoice.currency)
  const body =
    kind === 'invoice'
      ? `Please find invoice ${number} for ${total} attached. ${dueSentence(invoice)}`
      : `The payment of ${total} for invoice ${number} was due on ${dayText(invoice.due_date)}, and we haven’t received it yet. The invoice is attached.\n\nIf you’ve paid in the meantime, please ignore this email.`
  const { bank_details = '', payment_link = '' } = invoice.sender ?? {}
  const link = paymentLink(payment_link, { number, amount, currency: invoice.currency })
  const name = keepBracesApart(invoice.sender?.name ?? account.name)
  const transfer = bank_details === '' ? '' : `\n\nPlease pay to:\n${keepBracesApart(bank_details)}`
  // It contains the number, which a draft gets when it’s sent.
  const online = link !== undefined && isEditable(invoice.status) ? '{{invoice.payment_link}}' : link
  const payment = online === undefined ? transfer : `${transfer}\n\nPay online:\n${online}`
  return {
    to: billedEmail(invoice),
    subject: kind === 'invoice' ? `Invoice ${number} from ${name}` : `Reminder: invoice ${number} is overdue`,
    message: `Hello ${keepBracesApart(invoice.customer_name)},\n\n${body}${payment}\n\nThank you,\n${keepBracesApart(user.name)}\n${name}`,
  }
}

/** Default text of a credit note's email. */
export function creditNoteEmailDraft(
  {
    credit_number,
    invoice_number,
    customer_name,
    customer_email,
    billed_to,
    total_amount,
    currency,
    sender,
  }: CreditNote,
  { account, user }: Pick<Session, 'account' | 'user'>,
): EmailDraft {
  const body = `Please find credit note ${credit_number} attached. It takes ${money(total_amount, currency)} off invoice ${invoice_number}.`
  return {
    to: billedEmail({ customer_email, billed_to }),
    subject: `Credit note ${credit_number} for invoice ${invoice_number}`,
    message: keepBracesApart(
      `Hello ${customer_name},\n\n${body}\n\nThank you,\n${user.name}\n${sender?.name ?? account.name}`,
    ),
  }
}

/** The terms of a draft count from the day it is sent. */
const dueSentence = ({ status, payment_days, due_date }: Invoice) =>
  isEditable(status) && payment_days != null
    ? payment_days === 0
      ? 'It’s due on receipt.'
      : `It’s due within ${dayCount(payment_days)}.`
    : `It’s due on ${dayText(due_date)}.`

export type EmailProblems = Partial<Record<keyof EmailDraft, string>>

/**
 * Returns the email as the service takes it, or what is wrong with it; `allowed` are the placeholders that the service fills
 * when it is sent.
 */
export function readEmail(
  draft: EmailDraft,
  allowed?: readonly Placeholder[],
): { email: EmailInput } | { problems: EmailProblems } {
  const to = draft.to.split(/[\s,;]+/).filter((address) => address !== '')
  const read = EmailInput.safeParse({ ...draft, to })
  const problems: EmailProblems = {}
  for (const [[name], message] of allowed ? emailTextProblems(allowed, draft) : [])
    problems[name as keyof EmailDraft] = message
  if (read.success) return Object.keys(problems).length === 0 ? { email: read.data } : { problems }
  for (const { path, message } of read.error.issues) problems[path[0] as keyof EmailDraft] ??= message
  return { problems }
}
