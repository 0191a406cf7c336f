import type { Selectable } from 'kysely'

import { templates } from '#contract/account/templates.ts'
import type { Attachment } from '#contract/documents/attachments.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { isDocumentKind } from '#contract/values/placeholders.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { TemplateTable } from '#server/platform/db/tables/templates.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import {
  type StoredFile,
  type StoredUpload,
  fileColumns,
  requireRoomFor,
  toAttachment,
} from '#server/records/attachments/stored-files.ts'
import { happened } from '#server/records/resources/happened.ts'

/** The files of a template, in the order of time. */
export const readTemplateFiles = (tenant: Tenant, template: number): Promise<StoredFile[]> =>
  tenant
    .select('template_files')
    .select(fileColumns)
    .where('template_id', '=', template)
    .orderBy('id')
    .execute()

const columns = ['id', 'kind', 'name'] as const
type Row = Pick<Selectable<TemplateTable>, (typeof columns)[number]>

/** Returns a template, which stays as it is until the end of the transaction; undefined if there is none. */
async function lockTemplate(trx: Tenant, id: number): Promise<Row | undefined> {
  const query = trx.select('templates').select(columns).where('id', '=', id)
  return trx.dialect.forNoKeyUpdate(query).executeTakeFirst()
}

/** Returns the template. Throws 404, and 409 where it’s one of emails. */
function requireFiles<One extends Pick<Row, 'kind'>>(template: One | undefined): One {
  if (!template) throw new HttpError('NOT_FOUND')
  if (!isDocumentKind(template.kind))
    throw new HttpError('CONFLICT', 'Only templates of proposals and contracts have attachments')
  return template
}

/** Throws 404, and 409 where the template is one of emails. */
export async function requireFilesOf(tenant: Tenant, id: number): Promise<void> {
  requireFiles(await tenant.select('templates').select('kind').where('id', '=', id).executeTakeFirst())
}

/** Adds a stored file to a template, with activity. Throws 404, 409 and 422. */
export async function attachToTemplate(
  trx: Tenant,
  actor: Caller,
  id: number,
  upload: StoredUpload,
): Promise<Attachment> {
  const template = requireFiles(await lockTemplate(trx, id))
  const held = await readTemplateFiles(trx, id)
  requireRoomFor([upload], held, 'file')
  const file = await trx.insertOne('template_files', { ...upload, template_id: id, created_at: now() })
  await changed(trx, actor, template, { before: held, after: [...held, upload] })
  return toAttachment({ ...upload, id: file })
}

/** Removes a file from its template, with activity. Documents that were written with it keep it. Throws 404. */
export async function removeFromTemplate(
  trx: Tenant,
  actor: Caller,
  file: number,
): Promise<{ readonly record: number; readonly unused: readonly string[] }> {
  const found = await trx
    .select('template_files')
    .select('template_id')
    .where('id', '=', file)
    .executeTakeFirst()
  const template = found && (await lockTemplate(trx, found.template_id))
  // Read under the lock, so that only one of two requests removes it.
  const held = template ? await readTemplateFiles(trx, template.id) : []
  const removed = held.find(({ id }) => id === file)
  if (!template || !removed) throw new HttpError('NOT_FOUND')
  await trx.delete('template_files').where('id', '=', file).execute()
  await changed(trx, actor, template, { before: held, after: held.filter((one) => one !== removed) })
  return { record: template.id, unused: [removed.token] }
}

interface Files {
  readonly before: readonly Pick<StoredFile, 'name'>[]
  readonly after: readonly Pick<StoredFile, 'name'>[]
}

/** The version stays: what somebody else is writing in the template meanwhile is no less right. */
async function changed(
  trx: Tenant,
  actor: Caller,
  { id, name }: Row,
  { before, after }: Files,
): Promise<void> {
  await trx.update('templates').set({ updated_at: now() }).where('id', '=', id).execute()
  const said = (files: Files['before']) => ({ name, attachments: files.map((file) => file.name).join(', ') })
  await happened(trx, actor, templates, { id, before: said(before), after: said(after) })
}

/** Deletes the files of a template that is deleted, and returns their tokens. */
export async function deleteTemplateFiles(trx: Tenant, id: number): Promise<string[]> {
  const files = await readTemplateFiles(trx, id)
  await trx.delete('template_files').where('template_id', '=', id).execute()
  return files.map(({ token }) => token)
}

/**
 * Returns the files of a template of that kind, which stay where they are until the end of the transaction. Throws 422 where there
 * is no such template.
 */
export async function filesFromTemplate(
  trx: Tenant,
  kind: DocumentKind,
  id: number,
): Promise<readonly StoredFile[]> {
  const template = await lockTemplate(trx, id)
  if (template?.kind !== kind)
    throw invalidField('template_id', `There’s no template of a ${kind} with this id`)
  return readTemplateFiles(trx, id)
}
