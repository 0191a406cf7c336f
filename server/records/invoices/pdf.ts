import { createHash } from 'node:crypto'

import type { Logger } from 'pino'

import { isFinal } from '#contract/invoices/states.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { type Drawn, type PdfRenderer, canMakePdfs } from '#server/platform/pdf/renderer.ts'
import { type CompanyVersion, readSender } from '#server/records/company/versions.ts'

import { readStoredNote } from './credit-notes.ts'
import { readSenderOf, readStored } from './details.ts'
import { electronicFile, electronicInvoice, electronicNote } from './electronic/files.ts'
import { type PdfRow, creditNotePdfs, invoicePdfs } from './pdf-rows.ts'
import { creditNoteSheetOf, sheetOf } from './sheet.ts'
import { lookOr, readLook } from './templates/rows.ts'

/** Dependencies of making and storing PDFs. */
export interface PdfNeeds {
  readonly files: FileStore
  readonly pdfs: PdfRenderer
  readonly log: Logger
  /** Ends with the request, if a PDF is only made for that. */
  readonly signal?: AbortSignal | undefined
}

/** The PDF of a document under the name it is saved by. */
export interface DocumentPdf {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Returns the PDF of the invoice: the one that was stored when it was sent, or a new one of a draft. One that is missing or
 * damaged is made again, the same to the byte, and stored. Throws 404, and 409 where this machine can't make any.
 */
export async function readPdf(needs: PdfNeeds, tenant: Tenant, id: number): Promise<DocumentPdf> {
  const stored = await readStored(tenant, id)
  const name = fileName(stored.row.invoice_number)
  const isKept = isFinal(stored.row.status)
  const sheet = async () => {
    const sender = await readSenderOf(tenant, stored.row)
    const look = await readLook(tenant, stored.row, sender)
    const electronic = isKept
      ? electronicFile(electronicInvoice(stored, sender, look), 'factur-x')
      : undefined
    return { sheet: sheetOf(stored, sender, look), logo: await readLogo(needs, sender), electronic }
  }
  if (!isKept) return { name, bytes: await render(needs, tenant, await sheet()) }
  return { name, bytes: await readOrMake(needs, tenant, invoicePdfs(id), sheet) }
}

/** Returns the PDF of the credit note, in the same way. */
export async function readCreditNotePdf(needs: PdfNeeds, tenant: Tenant, id: number): Promise<DocumentPdf> {
  const stored = await readStoredNote(tenant, id)
  const { company_id } = stored.note
  const sheet = async () => {
    const sender = await readSender(tenant, { company_id, isSent: true })
    const look = lookOr(stored.note.look)
    const electronic = electronicFile(electronicNote(stored, sender), 'factur-x')
    return { sheet: creditNoteSheetOf(stored, sender, look), logo: await readLogo(needs, sender), electronic }
  }
  const bytes = await readOrMake(needs, tenant, creditNotePdfs(id), sheet)
  return { name: fileName(stored.note.credit_number), bytes }
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

/** Stores the PDF of a credit note that was just issued, in the same way. */
export async function keepCreditNotePdf(needs: PdfNeeds, tenant: Tenant, id: number): Promise<void> {
  if (!canMakePdfs) return
  await readCreditNotePdf(needs, tenant, id).catch((error: unknown) => {
    needs.log.error({ err: error, creditNote: id }, 'credit note issued without its PDF')
  })
}

/**
 * Throws 422 if no PDF can be made of what is about to be emailed with it. Anything else that keeps it from being read now may
 * pass before the email is sent, or is told by what follows.
 */
export async function requirePdf(pdf: Promise<DocumentPdf>): Promise<void> {
  if (!canMakePdfs) return
  await pdf.catch((error: unknown) => {
    if (error instanceof HttpError && error.code === 'VALIDATION_FAILED') throw error
  })
}

/** `PRO-2026-0001.pdf` */
export const fileName = (number: string, ending = '.pdf') => `${number.replaceAll(/[/\\]/g, '-')}${ending}`

/** Reads the logo of a sender. One whose file was lost is left out: a document without its logo is better than none. */
export async function readLogo(
  { files, log }: PdfNeeds,
  { logo }: CompanyVersion,
): Promise<Buffer | undefined> {
  if (!logo) return undefined
  const bytes = await files.readBytes(logo.token)
  if (!bytes) log.error('logo not readable')
  return bytes
}

export async function render({ pdfs, signal }: PdfNeeds, { account }: Tenant, drawn: Drawn): Promise<Buffer> {
  if (!canMakePdfs) throw new HttpError('CONFLICT', 'PDFs can’t be created on this server’s platform')
  return pdfs.render(drawn, { account, signal })
}

/** Returns the stored file, or makes and stores it. */
export const readOrMake = async (needs: PdfNeeds, tenant: Tenant, row: PdfRow, draw: () => Promise<Drawn>) =>
  (await readKept(needs, tenant, row)) ?? (await makeAndKeep(needs, tenant, row, await draw()))

async function readKept({ files }: PdfNeeds, tenant: Tenant, { read }: PdfRow): Promise<Buffer | undefined> {
  const row = await read(tenant)
  if (!row) return undefined
  const bytes = await files.readBytes(row.token)
  return bytes && sha256(bytes) === row.sha256 ? bytes : undefined
}

/** The file is complete on the disk before its row says so; a file without a row is swept. */
async function makeAndKeep(
  needs: PdfNeeds,
  tenant: Tenant,
  { read, write }: PdfRow,
  drawn: Drawn,
): Promise<Buffer> {
  const bytes = await render(needs, tenant, drawn)
  const token = await needs.files.commitBytes(bytes)
  const before = await tenant.transaction(async (trx) => {
    // Two that make the same file at the same time: the later one's stays.
    await trx.lock('invoice-pdfs')
    const row = await read(trx)
    await write(trx, { token, sha256: sha256(bytes), created_at: now() }, row?.id)
    return row?.token
  })
  if (before !== undefined) await needs.files.remove([before])
  return bytes
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
