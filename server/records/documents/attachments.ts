import type { Attachment } from '#contract/documents/attachments.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { type StoredUpload, requireRoomFor, toAttachment } from '#server/records/attachments/stored-files.ts'

import { readFiles } from './files.ts'
import { readRow } from './rows.ts'
import { requireAction } from './states.ts'
import { change } from './writes.ts'

/** Attaches a stored file to a draft. Throws 404, 409 and 422. */
export async function attachFile(
  tenant: Tenant,
  kind: DocumentKind,
  id: number,
  upload: StoredUpload,
): Promise<Attachment> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  requireAction(row, 'edit')
  requireRoomFor([upload], await readFiles(tenant, id), 'file')
  const file = await tenant.insertOne('document_files', { ...upload, document_id: id, created_at: now() })
  // So that nobody sends the draft with a file that they haven’t seen.
  await change(tenant, row, {})
  return toAttachment({ ...upload, id: file })
}

/**
 * Removes a file from a draft; a version that was sent with it keeps it. Returns the document, and the token of a file that may be
 * of no more use. Throws 404 and 409.
 */
export async function removeFile(
  tenant: Tenant,
  kind: DocumentKind,
  id: number,
): Promise<{ readonly record: number; readonly unused: readonly string[] }> {
  const find = () =>
    tenant
      .select('document_files')
      .select(['token', 'first_edition', 'document_id'])
      .where('id', '=', id)
      .where('is_removed', '=', 0)
      .executeTakeFirst()
  const found = await find()
  if (!found) throw new HttpError('NOT_FOUND')
  const row = await readRow(tenant, kind, found.document_id, { forChange: true })
  requireAction(row, 'edit')
  // Again, now that it’s locked: it may have been sent or removed meanwhile.
  const file = await find()
  if (!file) throw new HttpError('NOT_FOUND')
  if (file.first_edition === null) await tenant.delete('document_files').where('id', '=', id).execute()
  else await tenant.update('document_files').set({ is_removed: 1 }).where('id', '=', id).execute()
  await change(tenant, row, {})
  return { record: row.id, unused: file.first_edition === null ? [file.token] : [] }
}
