import type { Selectable } from 'kysely'

import type { Attachment } from '#contract/documents/documents.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { DocumentFileTable } from '#server/platform/db/tables/documents.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { tokensWithRow } from '#server/platform/files/housekeeping.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'

const columns = ['id', 'token', 'name', 'media_type', 'inline', 'bytes', 'sha256', 'first_edition'] as const

/** A file of a document as it is stored. */
export type FileRow = Pick<Selectable<DocumentFileTable>, (typeof columns)[number]>

/** A file that was uploaded, checked and stored. */
export type StoredUpload = Pick<FileRow, 'token' | 'name' | 'media_type' | 'inline' | 'bytes' | 'sha256'>

/** The files that are attached now, in the order of time. */
export const readFiles = (tenant: Tenant, document: number): Promise<FileRow[]> =>
  allFiles(tenant, document).where('is_removed', '=', 0).execute()

/** Also those that only a version that was sent has. */
const allFiles = (tenant: Tenant, document: number) =>
  tenant.select('document_files').select(columns).where('document_id', '=', document).orderBy('id')

/** Every file that the document or a version of it has, by its id. */
export async function readAllFiles(tenant: Tenant, document: number): Promise<ReadonlyMap<number, FileRow>> {
  return new Map((await allFiles(tenant, document).execute()).map((row) => [row.id, row]))
}

/** A file as the wire has it. Who has the address can read it, like those of customers. */
export const toAttachment = ({ id, name, bytes, sha256, token }: FileRow): Attachment => ({
  id,
  name,
  bytes,
  sha256,
  path: fileUrl('', token, name),
})

/** Immutable facts of a file in a version. */
export type FrozenFile = Pick<FileRow, 'id' | 'name' | 'bytes' | 'sha256'>

/** The files that a version was sent with. */
export const filesOf = (
  { attachments = [] }: { readonly attachments?: readonly FrozenFile[] },
  all: ReadonlyMap<number, FileRow>,
): FileRow[] => attachments.flatMap(({ id }) => all.get(id) ?? [])

/** Adds the files of a document to a copy of it. */
export async function copyFiles(tenant: Tenant, from: number, to: number): Promise<void> {
  const created_at = now()
  const files = await readFiles(tenant, from)
  await tenant.insert(
    'document_files',
    files.map(({ id: _id, first_edition: _edition, ...file }) => ({ ...file, document_id: to, created_at })),
  )
}

/** Remembers that a version was sent with the files that are attached now, and returns what it says of them. */
export async function freezeFiles(
  tenant: Tenant,
  document: number,
  edition: number,
): Promise<readonly FrozenFile[]> {
  const files = await readFiles(tenant, document)
  await tenant
    .update('document_files')
    .set({ first_edition: edition })
    .where('document_id', '=', document)
    .where('is_removed', '=', 0)
    .where('first_edition', 'is', null)
    .execute()
  return files.map(({ id, name, bytes, sha256 }) => ({ id, name, bytes, sha256 }))
}

/** Deletes the files of a draft that is deleted, and returns their tokens. */
export async function deleteFiles(tenant: Tenant, document: number): Promise<string[]> {
  const files = await readFiles(tenant, document)
  await tenant.delete('document_files').where('document_id', '=', document).execute()
  return files.map(({ token }) => token)
}

/** Removes stored files that no document has any more. Call it after the transaction. */
export async function removeUnused(
  { store, files }: { readonly store: Store; readonly files: FileStore },
  tokens: readonly string[],
): Promise<void> {
  const known = await tokensWithRow(store.db, tokens)
  await files.remove(tokens.filter((token) => !known.has(token)))
}
