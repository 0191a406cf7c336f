import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { showCreditNotePdf } from '#contract/invoices/credit-notes.ts'
import { showInvoicePdf } from '#contract/invoices/pdf.ts'
import type { Context } from '#server/context.ts'
import { goneSignal } from '#server/platform/http/gone-signal.ts'
import { mount } from '#server/platform/http/mount.ts'

import { type DocumentPdf, type PdfNeeds, readCreditNotePdf, readPdf } from './pdf.ts'

/** The PDFs of invoices and credit notes. Surface X. */
export function invoicePdf(app: FastifyInstance, context: Context): void {
  mount(app, context, showInvoicePdf, ({ tenant, params: { id }, reply }) =>
    sendPdf(context, reply, (needs) => readPdf(needs, tenant, id)),
  )

  mount(app, context, showCreditNotePdf, ({ tenant, params: { id }, reply }) =>
    sendPdf(context, reply, (needs) => readCreditNotePdf(needs, tenant, id)),
  )
}

/** Answers with a file to be saved. One that is still to be made is dropped when the client disconnects. */
export async function sendPdf(
  { files, pdfs, log }: PdfNeeds,
  reply: FastifyReply,
  read: (needs: PdfNeeds) => Promise<DocumentPdf>,
): Promise<FastifyReply> {
  const { name, bytes } = await read({ files, pdfs, log, signal: goneSignal(reply) })
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(name))
    .header('x-content-type-options', 'nosniff')
    .send(bytes)
}
