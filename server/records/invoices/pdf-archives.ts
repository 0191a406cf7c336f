import type { FastifyInstance, FastifyReply } from 'fastify'

import { exportCreditNotePdfs, exportInvoicePdfs } from '#contract/exports.ts'
import { isFinal } from '#contract/invoices/states.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { goneSignal } from '#server/platform/http/gone-signal.ts'
import { mount } from '#server/platform/http/mount.ts'
import { sendZip } from '#server/platform/http/zip.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import { inOrderOf, listedWindows, mapWindows } from '#server/platform/lists/row-windows.ts'

import { matchingCredits, oldestFirst } from './bookkeeping-csv.ts'
import { filterOf } from './filter.ts'
import { columns } from './pages.ts'
import { type DocumentPdf, type PdfNeeds, readCreditNotePdf, readPdf } from './pdf.ts'
import { type InvoiceFilter, matchingInvoices } from './rows.ts'

/** Many invoices or credit notes as PDFs in a ZIP file. */
export function pdfArchives(app: FastifyInstance, context: Context): void {
  mount(app, context, exportInvoicePdfs, async ({ tenant, query, reply }) => {
    const { sort = '-id', ids, ...given } = query
    const filter = await filterOf(tenant, given)
    await auditExport(tenant, 'export.invoice_pdfs', query)
    const windows = listedWindows(tenant, ids, { table: 'invoices', ...orderOf(columns, sort) })
    const found = mapWindows(windows, (window) => finalInvoices(tenant, filter, window))
    const read = (needs: PdfNeeds, id: number) => readPdf(needs, tenant, id)
    return sendPdfs(context, reply, { name: 'invoices', none: 'No issued invoices match', found, read })
  })

  mount(app, context, exportCreditNotePdfs, async ({ tenant, query, reply }) => {
    await auditExport(tenant, 'export.credit_note_pdfs', query)
    const found = mapWindows(oldestFirst(tenant, 'credit_notes'), (window) =>
      matchingCredits(tenant, query, window).execute(),
    )
    const read = (needs: PdfNeeds, id: number) => readCreditNotePdf(needs, tenant, id)
    return sendPdfs(context, reply, { name: 'credit-notes', none: 'No credit notes match', found, read })
  })
}

async function finalInvoices(tenant: Tenant, filter: InvoiceFilter, window: readonly number[]) {
  const rows = await matchingInvoices(tenant, filter, 'walk')
    .select(['id', 'status'])
    .where(isIn(tenant.dialect, 'invoices.id', JSON.stringify(window)))
    .execute()
  return inOrderOf(
    window,
    rows.filter(({ status }) => isFinal(status)),
  )
}

interface Archive {
  readonly name: string
  /** The error without any. */
  readonly none: string
  readonly found: AsyncIterable<readonly { readonly id: number }[]>
  readonly read: (needs: PdfNeeds, id: number) => Promise<DocumentPdf>
}

/** The first PDF is read before the answer begins: what is wrong with all of them has a status of its own. */
async function sendPdfs(
  { files, pdfs, log }: PdfNeeds,
  reply: FastifyReply,
  { name, none, found, read }: Archive,
): Promise<FastifyReply> {
  const needs = { files, pdfs, log, signal: goneSignal(reply) }
  async function* documents() {
    for await (const rows of found) for (const { id } of rows) yield await read(needs, id)
  }
  const all = documents()
  const { value: first } = await all.next()
  if (!first) throw new HttpError('NOT_FOUND', none)
  async function* fromFirst() {
    yield first as DocumentPdf
    yield* all
  }
  return sendZip(reply, name, fromFirst())
}
