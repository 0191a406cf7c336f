import type { FastifyInstance } from 'fastify'

import { emailInvoice, listInvoiceEmails, retryInvoiceEmail } from '#contract/invoices/emails.ts'
import type { Context } from '#server/context.ts'
import { emailOnce, requireMailServer, retryOnce } from '#server/outgoing/mail/email-routes.ts'
import { mount } from '#server/platform/http/mount.ts'

import { invoiceQueue } from './email-queue.ts'
import { emailsOfInvoice, queueInvoiceEmail } from './emails.ts'
import { readPdf, requirePdf } from './pdf.ts'
import { nextReminderOn } from './reminders.ts'

/** Emails of invoices and reminders. Surface X. */
export function invoiceEmails(app: FastifyInstance, context: Context): void {
  mount(app, context, listInvoiceEmails, async ({ tenant, params: { id } }) => ({
    data: await emailsOfInvoice(tenant, id),
    next_reminder_on: context.outbox.canSend ? await nextReminderOn(tenant, id, Date.now()) : null,
  }))

  mount(app, context, emailInvoice, async (call) => {
    const { tenant, caller, params, body } = call
    requireMailServer(context)
    await requirePdf(readPdf(context, tenant, params.id))
    return emailOnce(context, invoiceQueue, emailInvoice, call, (trx) =>
      queueInvoiceEmail(trx, caller, params.id, body),
    )
  })

  mount(app, context, retryInvoiceEmail, (call) => retryOnce(context, invoiceQueue, retryInvoiceEmail, call))
}
