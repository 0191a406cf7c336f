import type { FastifyInstance } from 'fastify'

import { emailInvoice, listInvoiceEmails, retryInvoiceEmail } from '#contract/invoice-emails.ts'
import type { Context } from '#server/context.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { listEmails, queueEmail, readEmail, retryEmail } from './emails.ts'
import { readPdf, requirePdf } from './pdf.ts'
import { nextReminderOn } from './reminders.ts'

/** Emails of invoices and reminders. Surface X. */
export function invoiceEmails(app: FastifyInstance, context: Context): void {
  mount(app, context, listInvoiceEmails, async ({ tenant, params: { id } }) => ({
    data: await listEmails(tenant, id),
    next_reminder_on: context.outbox.canSend ? await nextReminderOn(tenant, id, Date.now()) : null,
  }))

  mount(app, context, emailInvoice, async ({ tenant, caller, params: { id }, body, request, reply }) => {
    requireMailServer(context)
    await requirePdf(readPdf(context, tenant, id))
    const data = await writeOnce(emailInvoice, { tenant, request, reply, body }, async (trx) =>
      readEmail(trx, await queueEmail(trx, caller, id, body)),
    )
    context.outbox.wake()
    context.live.publish(tenant.account, { topic: 'invoices', id })
    return { data }
  })

  mount(app, context, retryInvoiceEmail, async ({ tenant, params: { id }, request, reply }) => {
    requireMailServer(context)
    const data = await writeOnce(retryInvoiceEmail, { tenant, request, reply }, async (trx) => {
      await retryEmail(trx, id)
      return readEmail(trx, id)
    })
    context.outbox.wake()
    context.live.publish(tenant.account, { topic: 'invoices', id: null })
    return { data }
  })
}

/** Throws 409 where this service can’t email invoices. */
export function requireMailServer({ outbox }: Pick<Context, 'outbox'>): void {
  if (!outbox.canSend) throw new HttpError('CONFLICT', 'This service isn’t set up to send email (SMTP_URL)')
}
