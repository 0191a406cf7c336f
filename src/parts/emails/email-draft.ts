import { useState } from 'react'

import type { Session } from '#contract/access/session.ts'
import { emailTextProblems } from '#contract/account/templates.ts'
import type { AccountStatement } from '#contract/customers/account-statements.ts'
import {
  creditNoteEmail,
  invoiceEmail,
  receiptEmail,
  reminderEmail,
  statementEmail,
} from '#contract/email-texts/invoice-email-texts.ts'
import { billedEmail } from '#contract/invoices/billing-facts.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import { EmailInput, type InvoiceEmailKind } from '#contract/invoices/emails.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { localeOf, standardLook } from '#contract/invoices/looks.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import { isEditable } from '#contract/invoices/states.ts'
import {
  type Placeholder,
  keepBracesApart,
  numberPlaceholder,
  placeholdersOf,
} from '#contract/values/placeholders.ts'
import type { Decimal } from '#lib/decimal.ts'
import { writtenIn } from '#parts/sheets/sheet-language.ts'

import type { EmailTemplates } from './email-templates.tsx'

/** An email as it is typed. */
export interface EmailDraft {
  /** Addresses with commas, semicolons or spaces between them. */
  readonly to: string
  readonly subject: string
  readonly message: string
}

export type People = Pick<Session, 'account' | 'user'>

/** Between whom an email is, and its language. */
export const partiesOf = (
  { customer_name, sender, look = standardLook }: Pick<Invoice, 'customer_name' | 'sender' | 'look'>,
  { account, user }: People,
) => ({
  language: look.language,
  customer: keepBracesApart(customer_name),
  company: keepBracesApart(sender?.name || account.name),
  sender: keepBracesApart(user.name),
})

/** Default text of an email, in the language of the invoice. A draft has no number yet, so a placeholder stands for it. */
export function emailDraft(kind: InvoiceEmailKind, invoice: Invoice, session: People): EmailDraft {
  const { currency, status, payment_days, due_date, sender, look = standardLook } = invoice
  const { day, money } = writtenIn(localeOf(look))
  const isDraft = isEditable(status)
  const number = isDraft ? numberPlaceholder : invoice.invoice_number
  const amount = kind === 'invoice' ? invoice.total_amount : (invoice.amount_due ?? invoice.total_amount)
  const link = paymentLink(sender?.payment_link ?? '', { number, amount, currency })
  const due = { day: day(due_date) }
  const facts = {
    ...partiesOf(invoice, session),
    number,
    amount: money(amount, currency),
    bank_details: keepBracesApart(sender?.bank_details ?? ''),
    // It contains the number, which a draft gets when it’s sent.
    link: link !== undefined && isDraft ? '{{invoice.payment_link}}' : link,
  }
  const texts =
    kind === 'reminder'
      ? reminderEmail({ ...facts, due })
      : // The terms of a draft count from the day it is sent.
        invoiceEmail({ ...facts, due: isDraft && payment_days != null ? { days: payment_days } : due })
  return { to: billedEmail(invoice), ...texts }
}

/** What was paid of an invoice. */
interface Paid {
  readonly amount: number
  readonly day: string
  /** What is due after it. */
  readonly left: Decimal
}

/** The confirmation of a payment, in the language of its invoice. */
export function receiptDraft(invoice: Invoice, paid: Paid, session: People): EmailDraft {
  const { currency, invoice_number, look = standardLook } = invoice
  const { day, money } = writtenIn(localeOf(look))
  const texts = receiptEmail({
    ...partiesOf(invoice, session),
    number: invoice_number,
    amount: money(paid.left, currency),
    paid: money(paid.amount, currency),
    day: day(paid.day),
    isSettled: paid.left.units <= 0n,
  })
  return { to: billedEmail(invoice), ...texts }
}

/** Default text of a credit note's email, in the same way. */
export function creditNoteEmailDraft(note: CreditNote, session: People): EmailDraft {
  const { credit_number, invoice_number, total_amount, currency } = note
  const { look = standardLook } = note
  const texts = creditNoteEmail({
    ...partiesOf(note, session),
    number: credit_number,
    invoice: invoice_number,
    amount: writtenIn(localeOf(look)).money(total_amount, currency),
  })
  return { to: billedEmail(note), ...texts }
}

/** Default text of an email with a statement of account, in the customer’s language. */
export function statementDraft(statement: AccountStatement, { account, user }: People): EmailDraft {
  const { customer_name, customer_email, closing_balance, currency, look } = statement
  const texts = statementEmail({
    language: look.language,
    customer: customer_name,
    company: account.name,
    sender: user.name,
    amount: writtenIn(localeOf(look)).money(closing_balance, currency),
  })
  return { to: customer_email, ...texts }
}

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

/** An email in its inputs. */
export interface EmailForm {
  readonly draft: EmailDraft
  /** The email without a template. */
  readonly usual: EmailDraft
  /** What it can be written with; the service fills their placeholders when it is sent. */
  readonly templates: EmailTemplates | undefined
  readonly problems: EmailProblems
  readonly setDraft: (draft: EmailDraft) => void
}

/**
 * An email that a person may change before it is sent. Until they do, it is `usual`, with the texts of the default template if
 * it can be written with any.
 */
export function useEmailForm<Usual extends EmailDraft | undefined>(usual: Usual, templates?: EmailTemplates) {
  const [written, setDraft] = useState<EmailDraft>()
  const [problems, setProblems] = useState<EmailProblems>({})
  const draft: EmailDraft | Usual = written ?? (usual && { ...usual, ...templates?.start?.texts })
  /** Returns the email as the service takes it; undefined if the inputs say what is wrong with it. */
  const read = (): EmailInput | undefined => {
    if (!draft) return undefined
    const result = readEmail(draft, templates && placeholdersOf[templates.kind])
    setProblems('problems' in result ? result.problems : {})
    return 'email' in result ? result.email : undefined
  }
  return { draft, usual, templates, problems, setDraft, read }
}
