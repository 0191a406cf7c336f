import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'

import { showInvoicePdf } from '#contract/invoice-pdf.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { readPdf } from './pdf.ts'

/** The PDF of an invoice. Surface X. */
export function invoicePdf(app: FastifyInstance, context: Context): void {
  mount(app, context, showInvoicePdf, async ({ tenant, params: { id }, reply }) => {
    const { name, bytes } = await readPdf(context, tenant, id)
    return reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(name))
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}
