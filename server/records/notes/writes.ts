import type { NoteInput, NoteKind } from '#contract/customers/notes.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import {
  type Changes,
  type CustomerActivity,
  changesBetween,
  recordActivity,
} from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { type NoteRow, isEditable, noteColumns } from './rows.ts'

const descriptions: Record<NoteKind, string> = {
  note: 'Note added',
  call: 'Call logged',
  email: 'Email logged',
  meeting: 'Meeting logged',
}

/** Adds a note to the customer. Throws 404 if the account has no such customer. */
export async function addNote(
  tenant: Tenant,
  caller: Caller,
  customerId: number,
  input: NoteInput,
): Promise<NoteRow> {
  const title = await customerTitle(tenant, customerId)
  const id = await tenant.insertOne('notes', {
    customer_id: customerId,
    description: descriptions[input.kind],
    note: input.text,
    event: input.kind,
    subject_id: customerId,
    subject_type: 'customer',
    subject_title: title,
    caused_by: tenant.actor,
    created_at: now(),
    author_id: caller.kind === 'staff' ? caller.user.id : null,
    is_pinned: input.is_pinned ? 1 : 0,
    follow_up_on: input.follow_up_on,
  })
  await recordActivity(tenant, caller, { customerId, title, event: 'note_added', description: 'Note added' })
  return findNote(tenant, id)
}

/** Changes the note. Throws 412 if it has another version, and 403 for text of others. */
export async function updateNote(
  tenant: Tenant,
  caller: Caller,
  id: number,
  version: number,
  input: NoteInput,
): Promise<NoteRow> {
  const note = await findNote(tenant, id)
  if (note.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const changes = changesOf(note, input)
  if (Object.keys(changes).length === 0) return note
  const isRewritten = 'text' in changes || 'kind' in changes
  if (isRewritten && !isEditable(note, caller)) throw notYours('edit')
  const { numUpdatedRows } = await tenant
    .update('notes')
    .set({
      note: input.text,
      event: input.kind,
      description: descriptions[input.kind],
      is_pinned: input.is_pinned ? 1 : 0,
      follow_up_on: input.follow_up_on,
      version: version + 1,
      ...(isRewritten ? { edited_at: now() } : {}),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new HttpError('PRECONDITION_FAILED')
  await recordChange(tenant, caller, note, { event: 'note_updated', description: 'Note edited', changes })
  return findNote(tenant, id)
}

/** Deletes the note so that it can be restored. Throws 403 for notes of others. */
export async function deleteNote(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const note = await findNote(tenant, id)
  if (!isEditable(note, caller)) throw notYours('delete')
  await tenant.update('notes').set({ deleted_at: now() }).where('id', '=', id).execute()
  await recordChange(tenant, caller, note, { event: 'note_deleted', description: 'Note deleted' })
}

/** Brings a deleted note back; one that isn't deleted stays as it is. Throws 403 for notes of others. */
export async function restoreNote(tenant: Tenant, caller: Caller, id: number): Promise<NoteRow> {
  const note = await findNote(tenant, id, { isDeletedToo: true })
  if (note.deleted_at === null) return note
  if (!isEditable(note, caller)) throw notYours('restore')
  await tenant.update('notes').set({ deleted_at: null }).where('id', '=', id).execute()
  await recordChange(tenant, caller, note, { event: 'note_restored', description: 'Note restored' })
  return note
}

async function findNote(tenant: Tenant, id: number, { isDeletedToo = false } = {}) {
  const note = await tenant.dialect
    .forNoKeyUpdate(tenant.select('notes').select(noteColumns).select('deleted_at').where('id', '=', id))
    .executeTakeFirst()
  const isGone = !note || note.customer_id === null || (note.deleted_at !== null && !isDeletedToo)
  if (isGone) throw new HttpError('NOT_FOUND')
  return note
}

async function customerTitle(tenant: Tenant, id: number): Promise<string> {
  const customer = await tenant.dialect
    .forKeyShare(tenant.select('customers').select(['name', 'last_name']).where('id', '=', id))
    .executeTakeFirst()
  if (!customer) throw new HttpError('NOT_FOUND')
  return `${customer.name} ${customer.last_name}`
}

function changesOf(note: NoteRow, { text, kind, is_pinned, follow_up_on }: NoteInput): Changes {
  const before = {
    text: note.note ?? '',
    kind: note.event,
    is_pinned: note.is_pinned === 1,
    follow_up_on: note.follow_up_on,
  }
  return changesBetween(before, { text, kind, is_pinned, follow_up_on })
}

async function recordChange(
  tenant: Tenant,
  caller: Caller,
  note: NoteRow,
  entry: Pick<CustomerActivity, 'event' | 'description' | 'changes'>,
) {
  const customerId = note.customer_id as number // found with its customer
  const title = await customerTitle(tenant, customerId)
  await recordActivity(tenant, caller, { customerId, title, ...entry })
}

const notYours = (action: string) =>
  new HttpError('FORBIDDEN', `Only the author of this note or an administrator can ${action} it`)
