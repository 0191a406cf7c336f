import type { Selectable } from 'kysely'

import type { CustomerNote, NoteKind } from '#contract/customers/notes.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import { hasAbility } from '#server/platform/access/caller.ts'
import type { NoteTable } from '#server/platform/db/tables/customers.ts'

/** Columns of a note. */
export const noteColumns = [
  'id',
  'customer_id',
  'event',
  'note',
  'is_pinned',
  'follow_up_on',
  'caused_by',
  'author_id',
  'created_at',
  'edited_at',
  'version',
] as const
export type NoteRow = Pick<Selectable<NoteTable>, (typeof noteColumns)[number]>

/** Returns the row as that caller sees it. */
export function toNote(row: NoteRow, caller: Caller): CustomerNote {
  return {
    id: row.id,
    customer_id: row.customer_id as number, // only notes of an existing customer are read
    kind: row.event as NoteKind,
    text: row.note ?? '',
    is_pinned: row.is_pinned === 1,
    follow_up_on: row.follow_up_on,
    caused_by: row.caused_by,
    is_editable: isEditable(row, caller),
    created_at: row.created_at,
    edited_at: row.edited_at,
    version: row.version,
  }
}

/** Whether the caller may change the note's text or delete it: its author, or someone who manages the account. */
export function isEditable(note: Pick<NoteRow, 'author_id'>, caller: Caller): boolean {
  if (hasAbility(caller, 'settings.manage')) return true
  return (
    hasAbility(caller, 'customers.manage') && caller.kind === 'staff' && note.author_id === caller.user.id
  )
}
