import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { type StoredFile, fileColumns, requireRoomFor } from '#server/records/attachments/stored-files.ts'
import { filesFromTemplate } from '#server/records/templates/files.ts'

/** The files that are attached now, in the order of time. */
export const readFiles = (tenant: Tenant, document: number): Promise<StoredFile[]> =>
  allFiles(tenant, document).where('is_removed', '=', 0).execute()

/** Also those that only a version that was sent has. */
const allFiles = (tenant: Tenant, document: number) =>
  tenant.select('document_files').select(fileColumns).where('document_id', '=', document).orderBy('id')

/** Every file that the document or a version of it has, by its id. */
export async function readAllFiles(
  tenant: Tenant,
  document: number,
): Promise<ReadonlyMap<number, StoredFile>> {
  return new Map((await allFiles(tenant, document).execute()).map((row) => [row.id, row]))
}

/** Immutable facts of a file in a version. */
export type FrozenFile = Pick<StoredFile, 'id' | 'name' | 'bytes' | 'sha256'>

/** The files that a version was sent with. */
export const filesOf = (
  { attachments = [] }: { readonly attachments?: readonly FrozenFile[] },
  all: ReadonlyMap<number, StoredFile>,
): StoredFile[] => attachments.flatMap(({ id }) => all.get(id) ?? [])

/** Attaches those files of a template that a draft doesn’t have yet. Returns whether there were any. Throws 422. */
export async function attachFromTemplate(
  tenant: Tenant,
  kind: DocumentKind,
  template: number | null | undefined,
  document: number,
): Promise<boolean> {
  if (template == null) return false
  const files = await filesFromTemplate(tenant, kind, template)
  if (files.length === 0) return false
  const held = await readFiles(tenant, document)
  const added = files.filter(({ token }) => !held.some((file) => file.token === token))
  requireRoomFor(added, held, 'template_id')
  await addCopies(tenant, added, document)
  return added.length > 0
}

/** Adds the files of a document to a copy of it. */
export async function copyFiles(tenant: Tenant, from: number, to: number): Promise<void> {
  await addCopies(tenant, await readFiles(tenant, from), to)
}

async function addCopies(tenant: Tenant, files: readonly StoredFile[], document_id: number): Promise<void> {
  const created_at = now()
  await tenant.insert(
    'document_files',
    files.map(({ id: _id, ...file }) => ({ ...file, document_id, created_at })),
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
