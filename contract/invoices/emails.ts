import * as z from 'zod/mini'

import { EmailAddress, QueuedEmail } from '../wire/emails.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/** How much one email may have. */
export const longestEmail = { recipients: 10, subject: 200, message: 5_000 } as const

/** Kinds of emails about invoices. */
export const invoiceEmailKinds = ['invoice', 'reminder'] as const
export type InvoiceEmailKind = (typeof invoiceEmailKinds)[number]
export const emailKinds = [...invoiceEmailKinds, 'credit_note', 'receipt'] as const
export type EmailKind = (typeof emailKinds)[number]

/** An email as a person writes it; the PDF of the invoice is attached. */
export const EmailInput = z.object(
  {
    to: z
      .array(EmailAddress, 'Enter at least one recipient')
      .check(
        z.minLength(1, 'Enter at least one recipient'),
        z.maxLength(longestEmail.recipients, `Use at most ${longestEmail.recipients} recipients`),
      ),
    subject: z
      .string('Enter a subject')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a subject'),
        z.maxLength(longestEmail.subject, `Use at most ${longestEmail.subject} characters`),
        z.regex(/^\P{Cc}*$/u, 'Remove hidden characters, such as line breaks'),
      ),
    message: z
      .string('Enter a message')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a message'),
        z.maxLength(
          longestEmail.message,
          `Use at most ${longestEmail.message.toLocaleString('en-US')} characters`,
        ),
        z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
      ),
  },
  'An email must be an object',
)
export type EmailInput = z.infer<typeof EmailInput>

export const InvoiceEmail = z.extend(QueuedEmail, { kind: z.enum(emailKinds) })
export type InvoiceEmail = z.infer<typeof InvoiceEmail>

/** The emails of an invoice, the newest first, and the day on which it is reminded of without anyone asking; null for none. */
export const listInvoiceEmails = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id/emails',
  record: 'invoices',
  params: idParams,
  response: z.object({ data: z.array(InvoiceEmail), next_reminder_on: z.nullable(z.string()) }),
})

/** Emails a sent invoice, or a reminder of an overdue one. 409 in any other status, or where the service can’t email. */
export const emailInvoice = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices/:id/emails',
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  body: z.extend(EmailInput, {
    kind: z.enum(invoiceEmailKinds, `kind must be one of ${invoiceEmailKinds.join(', ')}`),
  }),
  status: 201,
  response: z.object({ data: InvoiceEmail }),
})

/** Attempts a failed email again. 409 unless it failed. */
export const retryInvoiceEmail = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoice-emails/:id/retry',
  record: 'emails',
  ability: 'invoices.manage',
  params: idParams,
  response: z.object({ data: InvoiceEmail }),
})
