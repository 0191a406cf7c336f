import { existsSync } from 'node:fs'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { type DeletedCustomer, listDeletedCustomers, showDeletedCustomer } from '#contract/customers/trash.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { demoFieldRows } from '#server/tools/demo/fields.ts'
import { swatch } from '#server/tools/demo/pictures.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import {
  type TestAccount,
  type TestService,
  encodeForm,
  startService,
} from '#server/tools/testing/service.ts'

let service: TestService
let account: TestAccount
let staff: Record<string, string>
let customer: Customer
let fields: number[]

beforeAll(async () => {
  service = await startService()
  account = await service.account('Ours', { rateLimit: 100_000 })
  staff = await service.session(account.id, 'staff')
  fields = await tenant().insert('custom_fields', demoFieldRows(1))
})
afterAll(() => service.close())
beforeEach(async () => {
  customer = await create('Zoë', 'Ødegård')
})

const tenant = ({ id } = account) => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, id, 'Test')
}
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = staff) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })

async function create(name: string, last_name: string): Promise<Customer> {
  const { contentType, payload } = await encodeForm([
    ['name', name],
    ['last_name', last_name],
    ['email', 'zoe@example.com'],
    ['phone', '+47 900 00 000'],
    ['business_information[company_name]', 'Ødegård & Sønn AS'],
    ['permissions[invoice][view-invoice]', '1'],
    [`custom_fields[${fields[0]}][value]`, 'Search'],
    [`custom_fields[${fields[4]}][file_upload][files][]`, new File([await swatch(2)], 'plan.png')],
    ['profile_photo_path', new File([await swatch(1)], 'zoë.png')],
  ])
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { ...staff, 'content-type': contentType },
    payload,
  })
  expect(answer.statusCode).toBe(201)
  return show(answer.json().data.id as number)
}
const show = async (id: number) => (await send('GET', `/api/customers/${id}`)).json().data as Customer
const remove = (...customers: number[]) => send('DELETE', '/api/customers', { customers })
const restore = async (...customers: number[]) =>
  (await send('POST', '/api/x/deleted-customers/restore', { customers })).json().data.restored as number
const listed = async (query = '') => {
  const answer = (await send('GET', `/api/x/deleted-customers?${query}`)).json()
  expect(listDeletedCustomers.response.safeParse(answer).error).toBeUndefined()
  return answer as { data: DeletedCustomer[]; meta: { total: number } }
}
const contactsOf = async (id: number) =>
  (await send('GET', `/api/v1/contacts?customer_id=${id}`)).json().data as Contact[]
const pathsOf = ({ profile_photo_path, custom_fields }: Customer) => [
  profile_photo_path as string,
  ...custom_fields
    .map(({ custom_field_values: [stored] }) => stored?.value as unknown)
    .filter((value) => Array.isArray(value))
    .flatMap((files: { path: string }[]) => files.map(({ path }) => path)),
]
const storedAt = (url: string) => storedPath(service.dataDir, new URL(url).pathname.split('/')[2] as string)
const statusOf = async (url: string) => (await send('GET', new URL(url).pathname)).statusCode
const eventsSince = async (after: number) => {
  const rows = await tenant()
    .select('event_log')
    .select(['type', 'body'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  return rows.map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
}
const lastEvent = async () =>
  Number(
    (
      await tenant()
        .select('event_log')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
    )?.id ?? 0,
  )

describe('a deleted customer', () => {
  test('has the person who deleted and restored it in its activity, also when all that match were deleted', async () => {
    const actorsOf = async () => {
      const rows = await tenant()
        .select('activity_log')
        .select(['event', 'actor_id'])
        .where('subject_id', '=', customer.id)
        .where('subject_type', '=', 'customer')
        .orderBy('id')
        .execute()
      return rows.map(({ event, actor_id }) => `${event} ${actor_id === null ? 'by nobody' : 'by a person'}`)
    }
    await remove(customer.id)
    await restore(customer.id)
    await send('POST', '/api/x/customer-deletions', { search: 'Ødegård', count: 1 })
    await service.context.deletions.settled()
    expect(await actorsOf()).toEqual(
      ['created', 'deleted', 'restored', 'deleted'].map((event) => `${event} by a person`),
    )
  })

  test('is in the trash and nowhere else, and its files aren’t served', async () => {
    const paths = pathsOf(customer)
    expect(paths.length).toBe(2)
    expect((await remove(customer.id)).statusCode).toBe(204)
    expect((await send('GET', `/api/customers/${customer.id}`)).statusCode).toBe(404)
    expect(await contactsOf(customer.id)).toEqual([])
    for (const path of paths) {
      expect(await statusOf(path)).toBe(404)
      expect(existsSync(storedAt(path))).toBe(true)
    }
    const answer = await send('GET', `/api/x/deleted-customers/${customer.id}`)
    expect(showDeletedCustomer.response.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json().data).toMatchObject({
      id: customer.id,
      name: 'Zoë',
      last_name: 'Ødegård',
      email: 'zoe@example.com',
      company_name: 'Ødegård & Sønn AS',
    })
    const { deleted_at, expires_at } = answer.json().data as DeletedCustomer
    expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(30 * 24 * 60 * 60_000)
  })

  test('is restored with everything it had, under the same ids', async () => {
    const added = { kind: 'note', text: 'Prefers email', is_pinned: true, follow_up_on: '2026-01-02' }
    expect((await send('POST', `/api/x/customers/${customer.id}/notes`, added)).statusCode).toBe(201)
    const second = {
      name: 'Åse',
      last_name: '',
      email: '',
      phone: '',
      company_name: null,
      customer_id: customer.id,
    }
    expect((await send('POST', '/api/x/contacts', second)).statusCode).toBe(201)
    const before = await show(customer.id)
    const [contacts, notes] = [
      await contactsOf(customer.id),
      await send('GET', `/api/x/customers/${customer.id}/notes`),
    ]
    expect(contacts.length).toBe(2)
    await remove(customer.id)
    const since = await lastEvent()
    expect(await restore(customer.id)).toBe(1)

    const after = await show(customer.id)
    const { activity_log, ...rest } = after
    expect(rest).toEqual({ ...before, activity_log: undefined })
    expect(activity_log).toEqual(expect.arrayContaining(before.activity_log))
    expect(activity_log.filter(({ event }) => event === 'restored')).toMatchObject([
      { description: 'Customer restored', subject_title: 'Zoë Ødegård' },
    ])
    expect(await contactsOf(customer.id)).toEqual(contacts)
    expect((await send('GET', `/api/x/customers/${customer.id}/notes`)).json()).toEqual(notes.json())
    for (const path of pathsOf(after)) expect(await statusOf(path)).toBe(200)
    expect((await send('GET', `/api/x/deleted-customers/${customer.id}`)).statusCode).toBe(404)
    const events = await eventsSince(since)
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'contact.created', 'contact.created'])
    expect(events[0]?.data).toMatchObject({
      id: customer.id,
      email: 'zoe@example.com',
      notes: [],
      activity_log: [],
    })
    expect(events.slice(1).map(({ data }) => data.id)).toEqual(
      contacts.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  })

  test('is found in lists and search again once restored', async () => {
    const found = async () =>
      (await send('GET', '/api/customers?search=ødegård&page=1')).json().meta.total as number
    const before = await found()
    await remove(customer.id)
    expect(await found()).toBe(before - 1)
    await restore(customer.id)
    expect(await found()).toBe(before)
  })

  test('is restored once, however often that is asked for', async () => {
    await remove(customer.id)
    const restored = await Promise.all([
      restore(customer.id),
      restore(customer.id),
      restore(customer.id, 999_999),
    ])
    expect(restored.toSorted()).toEqual([0, 0, 1])
    expect((await send('GET', `/api/customers/${customer.id}`)).statusCode).toBe(200)
  })

  test('can be deleted and restored again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect((await remove(customer.id)).statusCode).toBe(204)
      expect(await restore(customer.id)).toBe(1)
    }
    const { activity_log } = await show(customer.id)
    expect(activity_log.filter(({ event }) => event === 'restored').length).toBe(3)
  })

  test('makes an editor that was opened before the deletion read it again', async () => {
    const etag = (await send('GET', `/api/customers/${customer.id}`)).headers.etag
    await remove(customer.id)
    await restore(customer.id)
    expect((await send('GET', `/api/customers/${customer.id}`)).headers.etag).not.toBe(etag)
  })
})

describe('permanent deletion', () => {
  test('removes files and notes and leaves what was done in the activity', async () => {
    const note = { kind: 'note', text: 'Secret', is_pinned: false, follow_up_on: null }
    await send('POST', `/api/x/customers/${customer.id}/notes`, note)
    const paths = pathsOf(customer)
    await remove(customer.id)
    const answer = await send('DELETE', '/api/x/deleted-customers', { customers: [customer.id, 999_999] })
    expect(answer.statusCode).toBe(204)
    for (const path of paths) expect(existsSync(storedAt(path))).toBe(false)
    expect(await restore(customer.id)).toBe(0)
    const notes = await tenant().select('notes').select('id').where('note', '=', 'Secret').execute()
    expect(notes).toEqual([])
    const entries = await tenant()
      .select('activity_log')
      .select('event')
      .where('subject_id', '=', customer.id)
      .where('subject_type', '=', 'customer')
      .execute()
    expect(entries.map(({ event }) => event)).toContain('deleted')
  })

  test('doesn’t touch a customer that isn’t in the trash', async () => {
    await send('DELETE', '/api/x/deleted-customers', { customers: [customer.id] })
    expect((await send('GET', `/api/customers/${customer.id}`)).statusCode).toBe(200)
  })

  test('is automatic after 30 days, and not sooner', async () => {
    const paths = pathsOf(customer)
    const young = await create('Still', 'There')
    await remove(customer.id, young.id)
    const { db } = service.context.store
    const deletedDaysAgo = async (id: number, days: number) => {
      const deleted_at = timestamp(Date.now() - days * 24 * 60 * 60_000)
      await db.updateTable('deleted_customers').set({ deleted_at }).where('id', '=', id).execute()
    }
    await deletedDaysAgo(customer.id, 30.01)
    await deletedDaysAgo(young.id, 29.99)
    await service.context.lifecycle.sweep()
    expect((await send('GET', `/api/x/deleted-customers/${customer.id}`)).statusCode).toBe(404)
    for (const path of paths) expect(existsSync(storedAt(path))).toBe(false)
    expect(await restore(young.id)).toBe(1)
    for (const path of pathsOf(young)) expect(await statusOf(path)).toBe(200)
  })
})

describe('the trash', () => {
  test('lists the last deleted first, by page, and finds every word', async () => {
    const other = await create('Åse 100%', 'Moe_')
    await remove(customer.id)
    await remove(other.id)
    const { data, meta } = await listed('limit=2')
    expect(data.map(({ id }) => id)).toEqual([other.id, customer.id])
    expect((await listed('limit=1&page=2')).data.map(({ id }) => id)).toEqual([customer.id])
    expect((await listed('limit=1')).meta.total).toBe(meta.total)
    expect((await listed('search=MOE%20ase')).data.map(({ id }) => id)).toEqual([other.id])
    expect((await listed('search=100%25')).data.map(({ id }) => id)).toEqual([other.id])
    expect((await listed('search=moe_')).data.map(({ id }) => id)).toEqual([other.id])
    expect((await listed('search=%00')).data).toEqual([])
    expect((await listed('search=nobody')).data).toEqual([])
  })

  test('of another account can’t be seen, restored or emptied', async () => {
    await remove(customer.id)
    const other = await service.account(`Theirs ${customer.id}`)
    const theirs = await service.session(other.id, 'owner')
    const body = { customers: [customer.id] }
    expect((await send('GET', '/api/x/deleted-customers', undefined, theirs)).json().data).toEqual([])
    expect((await send('GET', `/api/x/deleted-customers/${customer.id}`, undefined, theirs)).statusCode).toBe(
      404,
    )
    const tried = await send('POST', '/api/x/deleted-customers/restore', body, theirs)
    expect(tried.json()).toEqual({ data: { restored: 0 } })
    await send('DELETE', '/api/x/deleted-customers', body, theirs)
    expect(await restore(customer.id)).toBe(1)
  })

  test('keeps its files through housekeeping, and a restart of the service', async () => {
    const paths = pathsOf(customer)
    await remove(customer.id)
    const { tokensWithRow } = await import('#server/platform/files/housekeeping.ts')
    const tokens = paths.map((path) => new URL(path).pathname.split('/')[2] as string)
    expect(await tokensWithRow(service.context.store.db, tokens)).toEqual(new Set(tokens))
  })

  test.each([
    [{}, 'customers must be a list of customer ids'],
    [{ customers: [] }, 'customers must name at least one customer'],
    [{ customers: ['1'] }, 'customers must be a list of customer ids'],
    [
      { customers: Array.from({ length: 101 }, (_, index) => index + 1) },
      'customers must name at most 100 customers',
    ],
  ])('rejects %j', async (body, message) => {
    for (const [method, url] of [
      ['POST', '/api/x/deleted-customers/restore'],
      ['DELETE', '/api/x/deleted-customers'],
    ] as const) {
      const answer = await send(method, url, body)
      expect(answer.statusCode).toBe(422)
      expect(Object.values(answer.json().error.details)).toEqual([message])
    }
  })
})
