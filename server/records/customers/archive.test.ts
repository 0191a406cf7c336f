import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { CustomerChange } from '#contract/customers/changes.ts'
import type { CustomerById } from '#contract/customers/customers.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { encodeForm } from '#server/tools/testing/service.ts'

import { requestChange } from './changes/requests.ts'
import { customerColumns } from './columns.ts'
import { customersAtOnce } from './job-runner.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 100_000 })
const { tenant } = account
const carrying = { publicUrl: '', report: () => undefined }
await addEndpoint(service.context, account.id, { url: 'https://example.com/', events: [...eventTypes] })
let country = ''
let ids: number[]

beforeEach(async () => {
  country = `Land ${crypto.randomUUID()}`
  ids = await add(3)
})

const add = (count: number) =>
  tenant.insert(
    'customers',
    Array.from({ length: count }, (_, index) =>
      customerColumns({
        name: 'Ada',
        last_name: `Lovelace ${index}`,
        email: `ada${index}@example.com`,
        phone: '',
        business: { country },
        permissions: [],
      }),
    ),
  )

const send = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { payload, headers }: { payload?: object; headers?: Record<string, string> } = {},
) => service.app.inject({ method, url, headers: { ...staff, ...headers }, ...(payload && { payload }) })
const change = async (payload: object, headers: Record<string, string> = {}) =>
  send('POST', '/api/x/customer-changes', { payload, headers })
const changed = async (payload: object) => (await change(payload)).json().data as CustomerChange
const read = async (id: number) =>
  (await send('GET', `/api/x/customer-changes/${id}`)).json().data as CustomerChange
const undo = async (id: number, key?: string) =>
  (
    await send('POST', `/api/x/customer-changes/${id}/undo`, {
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  ).json().data as CustomerChange
const archivedIds = async () => {
  const { data } = (await send('GET', `/api/x/customers-by-id?ids=${ids.join()}`)).json() as {
    data: CustomerById[]
  }
  return data.filter(({ archived_at }) => archived_at !== null).map(({ id }) => id)
}
const versionOf = async (id: number) =>
  String((await send('GET', `/api/x/customers/${id}/archive`)).headers.etag)
const archive = async (id: number, is_archived: boolean, version: string) =>
  send('PUT', `/api/x/customers/${id}/archive`, {
    payload: { is_archived },
    headers: { 'if-match': version },
  })
const listed = async (query: string) => {
  const answer = await send('GET', `/api/customers?country=${encodeURIComponent(country)}&${query}`)
  return (answer.json().data as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
}
const logOf = (id: number) =>
  tenant
    .select('activity_log')
    .select(['event', 'actor_id', 'subject_title'])
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute()
const eventsOf = async (id: number) => {
  const rows = await tenant.select('event_log').select(['type', 'body']).orderBy('id').execute()
  return rows.filter(({ body }) => JSON.parse(body).data.id === id).map(({ type }) => type)
}

describe('an archived customer', () => {
  test('is left out where the list asks for active ones, and nothing else of the API changes', async () => {
    const [first = 0, ...rest] = ids
    const before = await send('GET', `/api/customers/${first}`)
    const row = (await send('GET', `/api/customers?country=${encodeURIComponent(country)}`)).json()
    expect((await archive(first, true, await versionOf(first))).statusCode).toBe(200)
    expect(await listed('archived=false')).toEqual(rest)
    expect(await listed('archived=true')).toEqual([first])
    expect(await listed('limit=10')).toEqual(ids)
    const after = await send('GET', `/api/customers/${first}`)
    const { activity_log, ...customer } = after.json().data
    expect(customer).toEqual({ ...before.json().data, activity_log: undefined })
    expect(activity_log).toHaveLength(before.json().data.activity_log.length + 1)
    expect((await send('GET', `/api/customers?country=${encodeURIComponent(country)}`)).json()).toEqual(row)
  })

  test('is found by the search, marked', async () => {
    const [first = 0] = ids
    const [name] = await tenant.insert('customers', [
      customerColumns({
        name: 'Grace',
        last_name: country,
        email: 'grace@example.com',
        phone: '',
        business: {},
        permissions: [],
      }),
    ])
    await archive(name ?? first, true, '"1"')
    const answer = await send('GET', `/api/x/search?q=${encodeURIComponent(country)}`)
    const marks = (answer.json().data.customers as { id: number; is_archived: boolean }[]).filter(
      ({ id }) => id === name,
    )
    expect(marks).toMatchObject([{ is_archived: true }])
  })

  test('is exported where the filter has it', async () => {
    await changed({ kind: 'archive', customers: ids.slice(0, 1) })
    const lines = async (more: string) => {
      const url = `/api/x/customers.csv?country=${encodeURIComponent(country)}${more}`
      return (await send('GET', url)).body.trim().split('\r\n').length - 1
    }
    expect([await lines(''), await lines('&archived=false'), await lines('&archived=true')]).toEqual([
      3, 2, 1,
    ])
  })

  test('is archived still after it was deleted and restored', async () => {
    const [first = 0] = ids
    await changed({ kind: 'archive', customers: [first] })
    const total = async () => (await send('GET', '/api/customers?archived=true&limit=1')).json().meta.total
    const before = await total()
    await service.app.inject({
      method: 'DELETE',
      url: '/api/customers',
      headers: staff,
      payload: { customers: [first] },
    })
    expect(await total()).toBe(before - 1)
    await send('POST', '/api/x/deleted-customers/restore', { payload: { customers: [first] } })
    expect(await total()).toBe(before)
    expect(await archivedIds()).toEqual([first])
  })
})

describe('archiving one customer', () => {
  test('gives it a new version, an entry in its activity and an event, once', async () => {
    const [first = 0] = ids
    const answer = await archive(first, true, '"1"')
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.json().data.archived_at).toEqual(expect.any(String))
    // Already so: nothing happens.
    expect((await archive(first, true, '"2"')).headers.etag).toBe('"2"')
    expect(await logOf(first)).toEqual([
      { event: 'archived', actor_id: expect.any(Number), subject_title: 'Ada Lovelace 0' },
    ])
    expect(await eventsOf(first)).toEqual(['customer.updated'])
    expect((await archive(first, false, '"2"')).json().data).toEqual({ archived_at: null })
    expect((await logOf(first)).map(({ event }) => event)).toEqual(['archived', 'unarchived'])
  })

  test('takes the version that was read, and an editor that is open notices', async () => {
    const [first = 0] = ids
    expect(
      (await send('PUT', `/api/x/customers/${first}/archive`, { payload: { is_archived: true } })).statusCode,
    ).toBe(428)
    expect((await archive(first, true, '"7"')).statusCode).toBe(412)
    expect((await archive(first, true, '"1"')).statusCode).toBe(200)
    const { contentType, payload } = await encodeForm([
      ['name', 'Ada'],
      ['last_name', 'King'],
      ['email', 'ada@example.com'],
      ['phone', '1'],
      ['business_information[company_name]', ''],
    ])
    const headers = { ...staff, 'content-type': contentType, 'if-match': '"1"' }
    const update = await service.app.inject({
      method: 'PUT',
      url: `/api/x/customers/${first}`,
      headers,
      payload,
    })
    expect(update.statusCode).toBe(412)
  })

  test('requires the permission to manage customers', async () => {
    const [first = 0] = ids
    const payload = { is_archived: true }
    const headers = { ...viewer, 'if-match': '"1"' }
    const url = `/api/x/customers/${first}/archive`
    expect((await service.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(403)
  })
})

describe('a change to several customers', () => {
  test('that is small has ended in the response, and says what was like that already', async () => {
    await changed({ kind: 'archive', customers: ids.slice(0, 1) })
    const answer = await change({ kind: 'archive', customers: [...ids, 999_999_999] })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({
      kind: 'archive',
      state: 'completed',
      total: 4,
      changed: 2,
      unchanged: 1,
      missing: 1,
      finished_at: expect.any(String),
    })
    expect(await archivedIds()).toEqual(ids)
  })

  test('is undone only for the customers that it changed', async () => {
    const [first = 0, ...rest] = ids
    await changed({ kind: 'archive', customers: [first] })
    const { id } = await changed({ kind: 'archive', customers: ids })
    const key = crypto.randomUUID()
    expect(await undo(id, key)).toMatchObject({ kind: 'unarchive', total: 2, changed: 2, state: 'completed' })
    expect(await undo(id, key)).toMatchObject({ kind: 'unarchive', total: 2, changed: 2 })
    expect(await archivedIds()).toEqual([first])
    expect((await logOf(rest[0] ?? 0)).map(({ event }) => event)).toEqual(['archived', 'unarchived'])
  })

  test('archives all that match in the background, and can be undone', async () => {
    ids = [...ids, ...(await add(2 * customersAtOnce))]
    const asked = await changed({ kind: 'archive', country, count: ids.length })
    expect(asked).toMatchObject({ state: 'running', total: ids.length })
    await service.context.customerChanges.settled()
    expect(await read(asked.id)).toMatchObject({ state: 'completed', changed: ids.length })
    expect(await listed('archived=false')).toEqual([])
    const undone = await undo(asked.id)
    await service.context.customerChanges.settled()
    expect(await read(undone.id)).toMatchObject({ state: 'completed', changed: ids.length })
    expect(await listed('archived=true')).toEqual([])
  })

  test('leaves out a customer who can’t be changed, counts them, and undoes the rest', async () => {
    ids = [...ids, ...(await add(2 * customersAtOnce))]
    const broken = ids[7]!
    const repair = await breakRow(service.context.store, 'customers', broken)
    const { id } = await changed({ kind: 'archive', country, count: ids.length })
    await service.context.customerChanges.settled()
    const ended = { state: 'completed', changed: ids.length - 1, unchanged: 0, missing: 0, failed: 1 }
    expect(await read(id)).toMatchObject(ended)
    expect(await archivedIds()).toEqual(ids.filter((one) => one !== broken))
    await repair()
    const undone = await undo(id)
    await service.context.customerChanges.settled()
    expect(await read(undone.id)).toMatchObject({ state: 'completed', changed: ids.length - 1 })
  })

  test('of a few leaves out who can’t be changed, too, and says so at once', async () => {
    const [broken = 0, ...others] = ids
    const repair = await breakRow(service.context.store, 'customers', broken)
    expect(await changed({ kind: 'archive', customers: ids })).toMatchObject({
      state: 'completed',
      changed: others.length,
      failed: 1,
    })
    expect(await archivedIds()).toEqual(others)
    await repair()
  })

  test('leaves nobody out while the database is away', async () => {
    const { store, customerChanges } = service.context
    ids = [...ids, ...(await add(2 * customersAtOnce))]
    const wanted = { kind: 'archive', country, count: ids.length } as const
    const { id } = await tenant.transaction((trx) => requestChange(trx, { kind: 'key' }, wanted, carrying))
    const away = () => {
      throw new DatabaseUnavailable('away')
    }
    const lock = vi.spyOn(store.dialect, 'forNoKeyUpdate')
    lock.mockImplementationOnce(away).mockImplementationOnce(away)
    for (let start = 0; start < 3; start += 1) {
      await customerChanges.start()
      await customerChanges.settled()
    }
    lock.mockRestore()
    expect(await read(id)).toMatchObject({ state: 'completed', changed: ids.length, failed: 0 })
  })

  test('that is canceled keeps the rest as it is', async () => {
    ids = [...ids, ...(await add(2 * customersAtOnce))]
    // As a process that ends right then leaves it.
    const wanted = { kind: 'archive', country, count: ids.length } as const
    const { id } = await tenant.transaction((trx) => requestChange(trx, { kind: 'key' }, wanted, carrying))
    expect((await send('GET', '/api/x/customer-changes')).json().data).toMatchObject([{ id }])
    expect((await send('POST', `/api/x/customer-changes/${id}/undo`)).statusCode).toBe(409)
    const canceled = await send('POST', `/api/x/customer-changes/${id}/cancel`)
    expect(canceled.json().data).toMatchObject({ state: 'canceled', changed: 0 })
    await service.context.customerChanges.start()
    await service.context.customerChanges.settled()
    expect(await archivedIds()).toEqual([])
  })

  test('continues after a stop', async () => {
    ids = [...ids, ...(await add(2 * customersAtOnce))]
    const wanted = { kind: 'archive', country, count: ids.length } as const
    const { id } = await tenant.transaction((trx) => requestChange(trx, { kind: 'key' }, wanted, carrying))
    await service.context.customerChanges.start()
    await service.context.customerChanges.settled()
    expect(await read(id)).toMatchObject({ state: 'completed', changed: ids.length })
  })

  test('is requested once, however often the request is repeated', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [
      await change({ kind: 'archive', customers: ids }, headers),
      await change({ kind: 'archive', customers: ids }, headers),
    ]
    expect(second.json()).toEqual(first.json())
    expect(await eventsOf(ids[0] ?? 0)).toEqual(['customer.updated'])
  })

  test('twenty at once change every customer once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => change({ kind: 'archive', customers: ids.toReversed() })),
    )
    const counts = answers.map((answer) => (answer.json().data as CustomerChange).changed)
    expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length)
    for (const id of ids) expect(await logOf(id)).toHaveLength(1)
  })

  test.each([
    [{ kind: 'archive' }, 'count'],
    [{ kind: 'archive', country: 'nowhere', count: 2 }, 'count'],
    [{ kind: 'shred', customers: [1] }, 'kind'],
    [{ kind: 'archive', customers: [] }, 'customers'],
  ])('rejects %j', async (payload, name) => {
    const answer = await change(payload)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('rejects an unknown filter, which would change too much', async () => {
    expect((await change({ kind: 'archive', planet: 'Mars', count: 3 })).statusCode).toBe(422)
    expect(await archivedIds()).toEqual([])
  })

  test('of another account can’t be seen, canceled or undone', async () => {
    const { id } = await changed({ kind: 'archive', customers: ids })
    const theirs = await service.session((await service.account('Theirs')).id, 'owner')
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/undo'],
    ] as const) {
      const url = `/api/x/customer-changes/${id}${path}`
      expect((await service.app.inject({ method, url, headers: theirs })).statusCode).toBe(404)
    }
    expect(await archivedIds()).toEqual(ids)
  })
})
