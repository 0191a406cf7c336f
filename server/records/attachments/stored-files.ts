import type { Selectable } from 'kysely'

import { type Attachment, largestAttachmentsBytes, mostAttachments } from '#contract/documents/attachments.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { DocumentFileTable } from '#server/platform/db/tables/documents.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { tokensWithRow } from '#server/platform/files/housekeeping.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'

/** What is stored of every attached file. */
export const fileColumns = ['id', 'token', 'name', 'media_type', 'inline', 'bytes', 'sha256'] as const

/** An attached file as it is stored. */
export type StoredFile = Pick<Selectable<DocumentFileTable>, (typeof fileColumns)[number]>

/** A file that was uploaded, checked and stored. */
export type StoredUpload = Omit<StoredFile, 'id'>

/** A file as the wire has it. Who has the address can read it, like those of customers. */
export const toAttachment = ({ id, name, bytes, sha256, token }: StoredFile): Attachment => ({
  id,
  name,
  bytes,
  sha256,
  path: fileUrl('', token, name),
})

/** Throws 422 where a record can’t have these files besides those that it has. */
export function requireRoomFor(
  added: readonly Pick<StoredFile, 'bytes'>[],
  held: readonly Pick<StoredFile, 'bytes'>[],
  field: string,
): void {
  const all = [...held, ...added]
  if (all.length > mostAttachments) throw invalidField(field, `Attach at most ${mostAttachments} files`)
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) > largestAttachmentsBytes)
    throw invalidField(field, `The attachments may have at most ${largestAttachmentsBytes / 1024 ** 2} MB`)
}

/** Removes stored files that no record has any more. Call it after the transaction. */
export async function removeUnused(
  { store, files }: { readonly store: Store; readonly files: FileStore },
  tokens: readonly string[],
): Promise<void> {
  const known = await tokensWithRow(store.db, tokens)
  await files.remove(tokens.filter((token) => !known.has(token)))
}
