import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CustomerNote,
  type NoteInput,
  addNote,
  deleteNote,
  listFollowUps,
  listNotes,
  restoreNote,
  updateNote,
} from '#contract/customers/notes.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

const stale = { stale: customers.all }

/** Notes on customers, where the service has them (`customers.notes`). */
export const notes = {
  of: (customerId: number) =>
    queryOptions({
      queryKey: [...customers.all, 'notes', customerId] as const,
      queryFn: async ({ signal }) => (await call(listNotes, { params: { id: customerId } }, signal)).data,
    }),
  /** Notes due today or earlier, oldest first: the first few, and how many there are. */
  followUps: () =>
    queryOptions({
      queryKey: [...customers.all, 'follow-ups'] as const,
      queryFn: ({ signal }) => call(listFollowUps, {}, signal),
    }),
  /** `key`: the same for every attempt at the same note, so that retrying doesn't create a second one. */
  add: (customerId: number) =>
    mutationOptions({
      mutationFn: ({ input, key }: { input: NoteInput; key: string }) =>
        call(addNote, { params: { id: customerId }, body: input, key }),
      meta: stale,
    }),
  update: () =>
    mutationOptions({
      mutationFn: ({ note, input }: { note: CustomerNote; input: NoteInput }) =>
        call(updateNote, { params: { id: note.id }, body: input, version: `"${note.version}"` }),
      meta: stale,
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (id: number) => call(deleteNote, { params: { id } }),
      meta: stale,
    }),
  restore: () =>
    mutationOptions({
      mutationFn: (id: number) => call(restoreNote, { params: { id } }),
      meta: stale,
    }),
}
