import * as z from 'zod/mini'

import { dayOrNull } from '../values/days.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'

/** The kind of a note: a plain note, or a contact with the customer. Surface B shows it as the note's `event`. */
export const noteKinds = ['note', 'call', 'email', 'meeting'] as const
export type NoteKind = (typeof noteKinds)[number]

/** Longest text of a note, in characters (UTF-16 units). */
export const longestNote = 10_000

/** A note as staff work with it: what Surface B shows of it, and its kind, pin, follow-up and version. */
export const CustomerNote = z.object({
  id: z.int(),
  customer_id: z.int(),
  kind: z.enum(noteKinds),
  text: z.string(),
  is_pinned: z.boolean(),
  follow_up_on: z.nullable(z.string()),
  caused_by: z.string(),
  /** Whether the caller may change the text or delete the note: its author, or someone who manages settings. */
  is_editable: z.boolean(),
  created_at: Datetime,
  /** Null until the text or kind is first changed. */
  edited_at: z.nullable(Datetime),
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
})
export type CustomerNote = z.infer<typeof CustomerNote>

/** A note as staff write it. */
export const NoteInput = z.object({
  kind: z.enum(noteKinds, `kind must be one of ${noteKinds.join(', ')}`),
  text: z
    .string('Enter a note')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a note'),
      z.maxLength(longestNote, `Use at most ${longestNote.toLocaleString('en-US')} characters`),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    ),
  is_pinned: z.boolean('is_pinned must be true or false'),
  follow_up_on: dayOrNull('follow_up_on'),
})
export type NoteInput = z.infer<typeof NoteInput>

export const listNotes = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers/:id/notes',
  text: 'a customer’s notes, pinned ones first, with kind, follow-up and version',
  record: 'customers',
  params: idParams,
  response: z.object({ data: z.array(CustomerNote) }),
})

export const addNote = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customers/:id/notes',
  text: 'adds a note: `{"kind", "text", "is_pinned", "follow_up_on"}`',
  isIdempotent: true,
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  body: NoteInput,
  status: 201,
  response: z.object({ data: CustomerNote }),
})

export const updateNote = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/notes/:id',
  text: 'changes one; everybody may pin it and change its follow-up, kind and text only its author or somebody with `settings.manage`',
  needsVersion: true,
  record: 'notes',
  ability: 'customers.manage',
  params: idParams,
  body: NoteInput,
  response: z.object({ data: CustomerNote }),
})

export const deleteNote = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: '/api/x/notes/:id',
  text: 'deletes one; it can be restored',
  record: 'notes',
  ability: 'customers.manage',
  params: idParams,
  status: 204,
  response: z.undefined(),
})

export const restoreNote = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/notes/:id/restore',
  text: 'brings a deleted note back; one that isn’t deleted stays as it is',
  record: 'notes',
  ability: 'customers.manage',
  params: idParams,
  response: z.object({ data: CustomerNote }),
})

/** How many follow-ups one response contains. */
export const longestFollowUps = 20

/** Notes whose follow-up is due, with their customers: the first few, and how many there are. */
const FollowUpPage = z.object({
  data: z.array(
    z.object({
      note: CustomerNote,
      customer: z.object({ id: z.int(), name: z.string(), last_name: z.string() }),
    }),
  ),
  total: z.int(),
})
export type FollowUpPage = z.infer<typeof FollowUpPage>

export const listFollowUps = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/follow-ups',
  text: 'up to 20 notes whose follow-up is due today or before, and how many there are',
  response: FollowUpPage,
})
