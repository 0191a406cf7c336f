import { expect, test, vi } from 'vitest'

import type { CustomerNote, NoteInput } from '#contract/customers/notes.ts'

import { notes } from './notes.ts'
import { makeQueryClient } from './query-client.ts'

const input: NoteInput = { kind: 'note', text: 'Call back', is_pinned: false, follow_up_on: null }
const note = { id: 3, version: 1 } as CustomerNote

/** Sends a write, and returns whether the notes of its customer are read again. */
async function isReadAgain(options: object, variables: unknown): Promise<boolean | undefined> {
  const client = makeQueryClient()
  const { queryKey } = notes.of(7)
  client.setQueryData(queryKey, [])
  await client.getMutationCache().build<unknown, Error, unknown, unknown>(client, options).execute(variables)
  return client.getQueryState(queryKey)?.isInvalidated
}

test('whatever is written about a customer, their notes are read again', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  expect(await isReadAgain(notes.add(7), { input, key: 'once' })).toBe(true)
  expect(await isReadAgain(notes.update(), { note, input })).toBe(true)
  expect(await isReadAgain(notes.remove(), 3)).toBe(true)
  expect(await isReadAgain(notes.restore(), 3)).toBe(true)
})
