import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoices/credit-notes.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { emailOnce, requireMailServer } from '#server/outgoing/mail/email-routes.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'

import { listCreditNotes } from './credit-note-list.ts'
import { issueCreditNote, readCreditNote, readCreditNoteDetails } from './credit-notes.ts'
import { invoiceQueue } from './email-queue.ts'
import { queueInvoiceEmail } from './emails.ts'
import { keepCreditNotePdf, readCreditNotePdf, requirePdf } from './pdf.ts'

/** Credit notes of invoices. Surface X. */
export function creditNotes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    context,
    contract.issueCreditNote,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const data = await writeOnce(contract.issueCreditNote, given, async (trx) =>
        readCreditNoteDetails(trx, await issueCreditNote(trx, caller, { id, version }, body)),
      )
      await keepCreditNotePdf(context, tenant, data.id)
      context.live.publish(tenant.account, { topic: 'invoices', id })
      return { data }
    },
  )

  mount(app, context, contract.listCreditNotes, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total } = await listCreditNotes(tenant, { page, limit, ...filter })
    return { data: rows, meta: { total, page, limit }, timestamp: now() }
  })

  mount(app, context, contract.showCreditNote, async ({ tenant, params: { id } }) => ({
    data: await readCreditNoteDetails(tenant, id),
  }))

  mount(app, context, contract.emailCreditNote, async (call) => {
    const {
      tenant,
      caller,
      params: { id },
      body,
    } = call
    requireMailServer(context)
    await requirePdf(readCreditNotePdf(context, tenant, id))
    return emailOnce(context, invoiceQueue, contract.emailCreditNote, call, async (trx) => {
      const { invoice_id } = await readCreditNote(trx, id)
      return queueInvoiceEmail(trx, caller, invoice_id, {
        ...body,
        kind: 'credit_note',
        credit_note_id: id,
      })
    })
  })
}
