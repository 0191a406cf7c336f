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

export const listInvoiceEmails = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id/emails',
  text: 'its emails, the newest first, each with `kind`, `status` (`queued`, `sending`, `sent`, `failed`, `canceled`), recipients and the last `problem`, and `next_reminder_on`: the day on which the next automatic reminder is sent, or null',
  record: 'invoices',
  params: idParams,
  response: z.object({ data: z.array(InvoiceEmail), next_reminder_on: z.nullable(z.string()) }),
})

export const emailInvoice = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices/:id/emails',
  text: 'emails a sent invoice, or with `"kind": "reminder"` an overdue one: `{"kind", "to", "subject", "message"}`; 409 in another status, or where `SMTP_URL` isn’t set; 429 with more than 30 emails an hour to one address or 2,000 a day, here and wherever something is emailed',
  isIdempotent: true,
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  body: z.extend(EmailInput, {
    kind: z.enum(invoiceEmailKinds, `kind must be one of ${invoiceEmailKinds.join(', ')}`),
  }),
  status: 201,
  response: z.object({ data: InvoiceEmail }),
})

export const retryInvoiceEmail = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoice-emails/:id/retry',
  text: 'attempts a failed email again; 409 unless it failed',
  isIdempotent: true,
  record: 'emails',
  ability: 'invoices.manage',
  params: idParams,
  response: z.object({ data: InvoiceEmail }),
})
