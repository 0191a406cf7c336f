import type { Tenant } from '#server/platform/access/tenant.ts'
import type { DocumentPdfTable } from '#server/platform/db/tables/documents.ts'

interface StoredPdf {
  readonly id: number
  readonly token: string
  readonly sha256: string
}

/** The row that says which file is the PDF of one document. */
export interface PdfRow {
  readonly read: (tenant: Tenant) => Promise<StoredPdf | undefined>
  /** Changes the row of that id, or adds one. */
  readonly write: (
    tenant: Tenant,
    columns: Omit<StoredPdf, 'id'> & { readonly created_at: string },
    id: number | undefined,
  ) => Promise<unknown>
}

export const invoicePdfs = (invoice_id: number): PdfRow => ({
  read: (tenant) =>
    tenant
      .select('invoice_pdfs')
      .select(['id', 'token', 'sha256'])
      .where('invoice_id', '=', invoice_id)
      .executeTakeFirst(),
  write: (tenant, columns, id) =>
    id === undefined
      ? tenant.insertOne('invoice_pdfs', { ...columns, invoice_id })
      : tenant.update('invoice_pdfs').set(columns).where('id', '=', id).execute(),
})

export const documentPdfs = (version_id: number, stage: DocumentPdfTable['stage']): PdfRow => ({
  read: (tenant) =>
    tenant
      .select('document_pdfs')
      .select(['id', 'token', 'sha256'])
      .where('version_id', '=', version_id)
      .where('stage', '=', stage)
      .executeTakeFirst(),
  write: (tenant, columns, id) =>
    id === undefined
      ? tenant.insertOne('document_pdfs', { ...columns, version_id, stage })
      : tenant.update('document_pdfs').set(columns).where('id', '=', id).execute(),
})

export const creditNotePdfs = (credit_note_id: number): PdfRow => ({
  read: (tenant) =>
    tenant
      .select('credit_note_pdfs')
      .select(['id', 'token', 'sha256'])
      .where('credit_note_id', '=', credit_note_id)
      .executeTakeFirst(),
  write: (tenant, columns, id) =>
    id === undefined
      ? tenant.insertOne('credit_note_pdfs', { ...columns, credit_note_id })
      : tenant.update('credit_note_pdfs').set(columns).where('id', '=', id).execute(),
})
