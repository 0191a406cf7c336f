import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { Logger } from 'pino'

import type { Tenant } from '#server/access/tenant.ts'
import type { FileStore } from '#server/files/store.ts'
import { HttpError } from '#server/http/errors.ts'
import { now } from '#server/lib/clock.ts'
import { type PdfRenderer, canMakePdfs } from '#server/pdf/renderer.ts'

import { type StoredInvoice, readStored } from './details.ts'
import { isFinal, sheetOf } from './sheet.ts'

/** What makes PDFs and keeps them. */
export interface PdfNeeds {
  readonly files: FileStore
  readonly pdfs: PdfRenderer
  readonly log: Logger
}

/** The PDF of an invoice under the name it is saved by. */
export interface InvoicePdf {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Returns the PDF of the invoice: the one that was stored when it was sent, or a new one of a draft. One that is missing or
 * damaged is made again, the same to the byte, and stored. Throws 404, and 409 where this machine can't make any.
 */
export async function readPdf(needs: PdfNeeds, tenant: Tenant, id: number): Promise<InvoicePdf> {
  const stored = await readStored(tenant, id)
  const name = `${stored.row.invoice_number.replaceAll(/[/\\]/g, '-')}.pdf`
  if (!isFinal(stored.row.status)) return { name, bytes: await render(needs, tenant, stored) }
  const kept = await readKept(needs, tenant, id)
  return { name, bytes: kept ?? (await makeAndKeep(needs, tenant, stored)) }
}

/**
 * Stores the PDF of an invoice that was just sent. Call it after the transaction: making it takes longer than others should
 * wait for the next number. A failure is logged and nothing else, because the PDF is made when it is next asked for.
 */
export async function keepPdf(needs: PdfNeeds, tenant: Tenant, id: number): Promise<void> {
  if (!canMakePdfs) return
  await readPdf(needs, tenant, id).catch((error: unknown) => {
    needs.log.error({ err: error, invoice: id }, 'invoice sent without its PDF')
  })
}

async function render({ pdfs }: PdfNeeds, tenant: Tenant, stored: StoredInvoice): Promise<Buffer> {
  if (!canMakePdfs) throw new HttpError('CONFLICT', 'PDFs can’t be created on this server’s platform')
  return pdfs.render(sheetOf(stored, await tenant.business()))
}

async function readKept({ files }: PdfNeeds, tenant: Tenant, id: number): Promise<Buffer | undefined> {
  const row = await tenant
    .select('invoice_pdfs')
    .select(['token', 'sha256'])
    .where('invoice_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const bytes = await readFile(files.pathOf(row.token)).catch(() => undefined)
  return bytes && sha256(bytes) === row.sha256 ? bytes : undefined
}

/** The file is complete on the disk before its row says so; a file without a row is swept. */
async function makeAndKeep(needs: PdfNeeds, tenant: Tenant, stored: StoredInvoice): Promise<Buffer> {
  const bytes = await render(needs, tenant, stored)
  const token = await needs.files.commitBytes(bytes)
  const before = await tenant.transaction(async (trx) => {
    // Two that make the same file at the same time: the later one's stays.
    await trx.lock('invoice-pdfs')
    const { id } = stored.row
    const row = await trx
      .select('invoice_pdfs')
      .select(['id', 'token'])
      .where('invoice_id', '=', id)
      .executeTakeFirst()
    const columns = { token, sha256: sha256(bytes), created_at: now() }
    if (row) await trx.update('invoice_pdfs').set(columns).where('id', '=', row.id).execute()
    else await trx.insertOne('invoice_pdfs', { ...columns, invoice_id: id })
    return row?.token
  })
  if (before !== undefined) await needs.files.remove([before])
  return bytes
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
