import { describe, expect, test } from 'vitest'

import { showCustomer } from '#contract/customers/customers.ts'
import {
  type CustomerNote,
  type NoteInput,
  addNote,
  listFollowUps,
  listNotes,
} from '#contract/customers/notes.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account, staff: author, viewer } = await startOffice()
const colleague = await service.session(account.id, 'staff')
const owner = await service.session(account.id, 'owner')

const input = (more: Partial<NoteInput> = {}): NoteInput => ({
  kind: 'call',
  text: 'Wants the samples by Friday',
  is_pinned: false,
  follow_up_on: null,
  ...more,
})
const newCustomer = () => addRecord(service.context, account.id, listNotes)
const add = async (customer: number, more: Partial<NoteInput> = {}, headers = author) => {
  const answer = await service.send('POST', `/api/x/customers/${customer}/notes`, headers, input(more))
  expect(answer.statusCode).toBe(201)
  expect(addNote.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as CustomerNote
}
const update = ({ id, version }: CustomerNote, headers: Record<string, string>, more: Partial<NoteInput>) =>
  service.send('PUT', `/api/x/notes/${id}`, { ...headers, 'if-match': `"${version}"` }, input(more))
const read = async (customer: number, headers = author) => {
  const answer = await service.send('GET', `/api/x/customers/${customer}/notes`, headers)
  expect(listNotes.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as CustomerNote[]
}
const readOnSurfaceB = async (customer: number) => {
  const answer = await service.send('GET', `/api/customers/${customer}`, {
    authorization: `Bearer ${account.key}`,
  })
  expect(showCustomer.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as { notes: Record<string, unknown>[]; activity_log: Record<string, unknown>[] }
}

describe('a note', () => {
  test('is shown on both surfaces, with its author and an activity entry', async () => {
    const customer = await newCustomer()
    const note = await add(customer, { text: '  Wants the samples\nby Friday  ' })
    expect(note).toMatchObject({
      customer_id: customer,
      kind: 'call',
      text: 'Wants the samples\nby Friday',
      caused_by: 'Robin',
      is_editable: true,
      edited_at: null,
      version: 1,
    })
    expect(await read(customer)).toEqual([note])
    const { notes, activity_log } = await readOnSurfaceB(customer)
    expect(notes).toEqual([
      {
        id: note.id,
        description: 'Call logged',
        note: 'Wants the samples\nby Friday',
        event: 'call',
        subject_id: customer,
        subject_type: 'customer',
        subject_title: 'Zoë Ødegård',
        caused_by: 'Robin',
        created_at: note.created_at,
      },
    ])
    expect(activity_log[0]).toMatchObject({ event: 'note_added', caused_by: 'Robin', subject_id: customer })
  })

  test('sent twice with one Idempotency-Key is added once', async () => {
    const customer = await newCustomer()
    const headers = { ...author, 'idempotency-key': `note-${customer}` }
    const [first, second] = [await add(customer, {}, headers), await add(customer, {}, headers)]
    expect(second).toEqual(first)
    expect(await read(customer)).toEqual([first])
  })

  test('that is pinned comes first', async () => {
    const customer = await newCustomer()
    const pinned = await add(customer, { is_pinned: true })
    const later = await add(customer)
    const latest = await add(customer)
    expect((await read(customer)).map(({ id }) => id)).toEqual([pinned.id, latest.id, later.id])
  })

  test('can be pinned and followed up by a colleague, who can’t edit or delete it', async () => {
    const note = await add(await newCustomer())
    const pinned = await update(note, colleague, { is_pinned: true, follow_up_on: '2026-12-01' })
    expect(pinned.json().data).toMatchObject({ is_pinned: true, edited_at: null, is_editable: false })
    const rewritten = await update(pinned.json().data, colleague, { text: 'Something else' })
    expect(rewritten.statusCode).toBe(403)
    expect((await service.send('DELETE', `/api/x/notes/${note.id}`, colleague)).statusCode).toBe(403)
  })

  test('can be edited and deleted by its author and by an owner', async () => {
    const customer = await newCustomer()
    const note = await add(customer)
    const rewritten = (await update(note, author, { text: 'By Monday' })).json().data as CustomerNote
    expect(rewritten).toMatchObject({ text: 'By Monday', version: 2, edited_at: expect.any(String) })
    const again = (await update(rewritten, owner, { text: 'By Tuesday' })).json().data as CustomerNote
    expect(again).toMatchObject({ text: 'By Tuesday', version: 3, caused_by: 'Robin' })
    expect((await service.send('DELETE', `/api/x/notes/${note.id}`, owner)).statusCode).toBe(204)
    expect(await read(customer)).toEqual([])
  })

  test('can be read but not written by a viewer', async () => {
    const customer = await newCustomer()
    await add(customer)
    const [note] = await read(customer, viewer)
    expect(note?.is_editable).toBe(false)
    const answer = await service.send('POST', `/api/x/customers/${customer}/notes`, viewer, input())
    expect(answer.statusCode).toBe(403)
  })

  test('that is deleted disappears from both surfaces until it is restored', async () => {
    const customer = await newCustomer()
    const note = await add(customer)
    await service.send('DELETE', `/api/x/notes/${note.id}`, author)
    expect(await read(customer)).toEqual([])
    expect((await readOnSurfaceB(customer)).notes).toEqual([])
    expect((await update(note, author, {})).statusCode).toBe(404)
    expect((await service.send('DELETE', `/api/x/notes/${note.id}`, author)).statusCode).toBe(404)
    const restored = await service.send('POST', `/api/x/notes/${note.id}/restore`, author)
    expect(restored.json().data).toEqual(note)
    expect(await read(customer)).toEqual([note])
    const { activity_log } = await readOnSurfaceB(customer)
    expect(activity_log.map(({ event }) => event)).toEqual(['note_restored', 'note_deleted', 'note_added'])
  })

  test.each([
    ['no text', { text: ' \n ' }, 'text'],
    ['too long a text', { text: 'x'.repeat(10_001) }, 'text'],
    ['a hidden character', { text: 'a\u0000b' }, 'text'],
    ['an unknown kind', { kind: 'fax' }, 'kind'],
    ['a day that doesn’t exist', { follow_up_on: '2026-02-30' }, 'follow_up_on'],
  ])('with %s gets an error on that field', async (_title, more, name) => {
    const url = `/api/x/customers/${await newCustomer()}/notes`
    const answer = await service.send('POST', url, author, { ...input(), ...more })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })
})

describe('two people who edit the same note', () => {
  test('don’t overwrite each other: the second gets 412', async () => {
    const note = await add(await newCustomer())
    const [first, second] = await Promise.all([
      update(note, author, { text: 'First' }),
      update(note, owner, { text: 'Second' }),
    ])
    expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 412])
    const [kept] = await read(note.customer_id)
    expect(kept).toMatchObject({ text: first.statusCode === 200 ? 'First' : 'Second', version: 2 })
  })

  test('must send the version they read', async () => {
    const { id } = await add(await newCustomer())
    expect((await service.send('PUT', `/api/x/notes/${id}`, author, input())).statusCode).toBe(428)
    const headers = { ...author, 'if-match': 'W/"1"' }
    expect((await service.send('PUT', `/api/x/notes/${id}`, headers, input())).statusCode).toBe(412)
  })

  test('record nothing when nothing changes', async () => {
    const note = await add(await newCustomer())
    const answer = await update(note, author, {})
    expect(answer.json().data).toEqual(note)
    expect((await readOnSurfaceB(note.customer_id)).activity_log).toHaveLength(1)
  })
})

describe('follow-ups', () => {
  test('are listed when due, oldest first, with the customer', async () => {
    const apart = await service.account('Follow-ups')
    const headers = await service.session(apart.id, 'staff')
    const customer = await addRecord(service.context, apart.id, listNotes)
    const today = new Date().toISOString().slice(0, 10)
    const [due, old] = [
      await add(customer, { follow_up_on: today }, headers),
      await add(customer, { follow_up_on: '2026-01-05' }, headers),
    ]
    await add(customer, { follow_up_on: '2099-01-01' }, headers)
    const deleted = await add(customer, { follow_up_on: '2026-01-01' }, headers)
    await service.send('DELETE', `/api/x/notes/${deleted.id}`, headers)
    const answer = (await service.send('GET', '/api/x/follow-ups', headers)).json()
    expect(listFollowUps.response.safeParse(answer).error).toBeUndefined()
    expect(answer).toEqual({
      data: [old, due].map((note) => ({
        note,
        customer: { id: customer, name: 'Zoë', last_name: 'Ødegård' },
      })),
      total: 2,
    })
  })
})
