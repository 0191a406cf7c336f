import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { showCreditNotePdf } from '#contract/credit-notes.ts'
import { showInvoicePdf } from '#contract/invoice-pdf.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { type DocumentPdf, readCreditNotePdf, readPdf } from './pdf.ts'

/** The PDFs of invoices and credit notes. Surface X. */
export function invoicePdf(app: FastifyInstance, context: Context): void {
  mount(app, context, showInvoicePdf, async ({ tenant, params: { id }, reply }) =>
    sendPdf(reply, await readPdf(context, tenant, id)),
  )

  mount(app, context, showCreditNotePdf, async ({ tenant, params: { id }, reply }) =>
    sendPdf(reply, await readCreditNotePdf(context, tenant, id)),
  )
}

/** Answers with a file to be saved. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: DocumentPdf) =>
  reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(name))
    .header('x-content-type-options', 'nosniff')
    .send(bytes)
