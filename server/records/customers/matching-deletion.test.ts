import { setImmediate as nextRequest } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { CustomerDeletion } from '#contract/customers/deletions.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { customerColumns } from './columns.ts'
import { customersAtOnce } from './job-runner.ts'
import { deleteNextBatch, requestDeletion } from './matching-deletion.ts'

let service: TestService
let ours: TestAccount
let theirs: TestAccount
let accounts = 0

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  accounts += 1
  ours = await service.account(`Ours ${accounts}`)
  theirs = await service.account(`Theirs ${accounts}`)
})

const tenantOf = ({ id }: TestAccount) => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, id, 'Test')
}

async function addCustomers(account: TestAccount, count: number, country = 'Norway'): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 100) {
    const rows = Array.from({ length: Math.min(100, count - index) }, (_, more) =>
      customerColumns({
        name: 'Bulk',
        last_name: `${country} ${index + more}`,
        email: `bulk${index + more}@example.com`,
        phone: '',
        business: { country },
        permissions: [],
      }),
    )
    ids.push(...(await tenantOf(account).insert('customers', rows)))
  }
  return ids
}

const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { payload, key }: { payload?: object; key?: string } = {},
) =>
  service.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${ours.key}`, ...(key && { 'idempotency-key': key }) },
    ...(payload && { payload }),
  })

const request = (payload: object, key?: string) =>
  send('POST', '/api/x/customer-deletions', { payload, ...(key && { key }) })

const read = async (id: number): Promise<CustomerDeletion> =>
  (await send('GET', `/api/x/customer-deletions/${id}`)).json().data

/** Requests it as a process that ends right then would: nothing is deleted yet. */
const requestOnly = (account: TestAccount, wanted: Parameters<typeof requestDeletion>[2]) =>
  tenantOf(account).transaction((trx) => requestDeletion(trx, { kind: 'key' }, wanted))

const remaining = async (account: TestAccount): Promise<number[]> => {
  const rows = await tenantOf(account).select('customers').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('deletes all that match, as a deletion of each would, and nobody else', async () => {
  const { store, sealKey } = service.context
  await addEndpoint({ store, sealKey }, ours.id, { url: 'https://example.com/', events: [...eventTypes] })
  const norwegians = await addCustomers(ours, 2 * customersAtOnce + 10)
  const swedes = await addCustomers(ours, 5, 'Sweden')
  const strangers = await addCustomers(theirs, 3)
  const answer = await request({ country: 'Norway', count: norwegians.length })
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json().data as CustomerDeletion
  expect(answer.json().data).toMatchObject({ state: 'running', total: norwegians.length, finished_at: null })
  await service.context.deletions.settled()

  expect(await read(id)).toMatchObject({
    state: 'completed',
    total: norwegians.length,
    deleted: norwegians.length,
    missing: 0,
    finished_at: expect.any(String),
  })
  expect(await remaining(ours)).toEqual(swedes)
  expect(await remaining(theirs)).toEqual(strangers)
  const activity = await tenantOf(ours)
    .select('activity_log')
    .select(['subject_id', 'caused_by'])
    .where('event', '=', 'deleted')
    .orderBy('subject_id')
    .execute()
  expect(activity.map(({ subject_id }) => subject_id)).toEqual(norwegians)
  expect(new Set(activity.map(({ caused_by }) => caused_by)).size).toBe(1)
  const events = await tenantOf(ours)
    .select('deliveries')
    .select('id')
    .where('event', '=', 'customer.deleted')
    .execute()
  expect(events).toHaveLength(norwegians.length)
  const left = await tenantOf(ours).select('customer_deletion_batches').select('id').execute()
  expect(left).toEqual([])
})

test('a search and filters narrow together, and an empty request means every customer', async () => {
  await addCustomers(ours, 3)
  const [, second] = await addCustomers(ours, 3, 'Sweden')
  expect((await request({ search: 'sweden 1', country: 'Sweden', count: 1 })).statusCode).toBe(201)
  await service.context.deletions.settled()
  expect(await remaining(ours)).toHaveLength(5)
  expect(await remaining(ours)).not.toContain(second)
  expect((await request({ count: 5 })).statusCode).toBe(201)
  await service.context.deletions.settled()
  expect(await remaining(ours)).toEqual([])
})

test('a customer who matches only after the request stays', async () => {
  const matching = await addCustomers(ours, 3)
  const [edited = 0] = await addCustomers(ours, 1, 'Sweden')
  const deletion = await requestOnly(ours, { country: 'Norway', count: matching.length })
  const added = await addCustomers(ours, 2)
  await tenantOf(ours).update('customers').set({ country: 'Norway' }).where('id', '=', edited).execute()
  service.context.deletions.run({ ...deletion, account_id: ours.id })
  await service.context.deletions.settled()
  expect(await remaining(ours)).toEqual([edited, ...added])
})

test.each([
  ['a number other than that of the matches', { country: 'Norway', count: 2 }, 'count'],
  ['no number', { country: 'Norway' }, 'count'],
  ['an unknown filter', { county: 'Norway', count: 3 }, 'county'],
  ['a page', { page: 1, count: 3 }, 'page'],
  ['an invalid filter', { linked: 'perhaps', count: 3 }, 'linked'],
  ['a search that matches nobody', { search: 'nul\0', count: 3 }, 'count'],
])('%s is refused and deletes nobody', async (_what, payload, field) => {
  const ids = await addCustomers(ours, 3)
  const answer = await request(payload)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.details).toHaveProperty([field])
  await service.context.deletions.settled()
  expect(await remaining(ours)).toEqual(ids)
  expect((await send('GET', '/api/x/customer-deletions')).json()).toEqual({ data: [] })
})

test('the number that matches now is stated', async () => {
  await addCustomers(ours, 3)
  const { error } = (await request({ count: 4 })).json()
  expect(error.details).toEqual({ count: '3 customers match now, not 4' })
})

test('a request whose response was lost is not carried out twice', async () => {
  await addCustomers(ours, 3)
  const first = await request({ country: 'Norway', count: 3 }, 'once')
  await service.context.deletions.settled()
  const added = await addCustomers(ours, 3)
  const again = await request({ country: 'Norway', count: 3 }, 'once')
  expect(again.statusCode).toBe(201)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  await service.context.deletions.settled()
  expect(await remaining(ours)).toEqual(added)
  expect((await request({ country: 'Sweden', count: 3 }, 'once')).statusCode).toBe(422)
})

test('canceling keeps the rest and says how many were deleted', async () => {
  const ids = await addCustomers(ours, customersAtOnce + 20)
  const { id } = await requestOnly(ours, { count: ids.length })
  await tenantOf(ours).transaction((trx) => deleteNextBatch(trx, id, () => undefined))
  expect((await send('GET', '/api/x/customer-deletions')).json().data).toMatchObject([{ id }])
  const canceled = await send('POST', `/api/x/customer-deletions/${id}/cancel`)
  expect(canceled.statusCode).toBe(200)
  expect(canceled.json().data).toMatchObject({ state: 'canceled', deleted: customersAtOnce, missing: 0 })
  service.context.deletions.run({ id, account_id: ours.id, caused_by: 'Test' })
  await service.context.deletions.settled()
  expect(await remaining(ours)).toEqual(ids.slice(customersAtOnce))
  expect((await send('GET', '/api/x/customer-deletions')).json()).toEqual({ data: [] })
  expect((await send('POST', `/api/x/customer-deletions/${id}/cancel`)).json().data).toEqual(
    canceled.json().data,
  )
})

test('customers deleted by someone else in the meantime are counted separately', async () => {
  const ids = await addCustomers(ours, 5)
  const deletion = await requestOnly(ours, { count: 5 })
  const others = { payload: { customers: ids.slice(0, 2) } }
  expect((await send('DELETE', '/api/customers', others)).statusCode).toBe(204)
  service.context.deletions.run({ ...deletion, account_id: ours.id })
  await service.context.deletions.settled()
  expect(await read(deletion.id)).toMatchObject({ state: 'completed', total: 5, deleted: 3, missing: 2 })
})

test('a customer who can’t be deleted keeps no other, and is counted', async () => {
  const ids = await addCustomers(ours, 2 * customersAtOnce)
  const broken = ids[7]!
  const repair = await breakRow(service.context.store, 'customers', broken, 'delete')
  const { id } = (await request({ count: ids.length })).json().data as CustomerDeletion
  await service.context.deletions.settled()
  const ended = { state: 'completed', total: ids.length, deleted: ids.length - 1, missing: 0, failed: 1 }
  expect(await read(id)).toMatchObject(ended)
  expect(await remaining(ours)).toEqual([broken])
  await repair()
})

describe('a deletion that lost its process', () => {
  test('is continued at the next start', async () => {
    const ids = await addCustomers(ours, customersAtOnce + 5)
    const { id } = await requestOnly(ours, { count: ids.length })
    await tenantOf(ours).transaction((trx) => deleteNextBatch(trx, id, () => undefined))
    await service.context.deletions.start()
    await service.context.deletions.settled()
    expect(await read(id)).toMatchObject({ state: 'completed', deleted: ids.length, missing: 0 })
  })

  test('is continued by another process once it has rested for half a minute', async () => {
    const ids = await addCustomers(ours, 3)
    const { id } = await requestOnly(ours, { count: 3 })
    await service.context.deletions.sweep()
    await service.context.deletions.settled()
    expect(await remaining(ours)).toEqual(ids)
    await tenantOf(ours)
      .update('customer_deletions')
      .set({ updated_at: timestamp(Date.now() - 31_000) })
      .where('id', '=', id)
      .execute()
    await service.context.deletions.sweep()
    await service.context.deletions.settled()
    expect(await remaining(ours)).toEqual([])
  })
})

test('while a thousand customers are deleted, others read and write', async () => {
  const { store, sealKey } = service.context
  for (let index = 0; index < 5; index += 1)
    await addEndpoint({ store, sealKey }, ours.id, {
      url: `https://example.com/${index}`,
      events: [...eventTypes],
    })
  await addCustomers(ours, 1_000)
  expect((await request({ count: 1_000 })).statusCode).toBe(201)
  let isDone = false
  const done = service.context.deletions.settled().then(() => {
    isDone = true
  })
  let written = 0
  for (; !isDone; written += 1) {
    await addCustomers(theirs, 1)
    expect(await remaining(theirs)).toHaveLength(written + 1)
    // As requests arrive: one by one, from outside.
    await nextRequest()
  }
  await done
  // One for every few transactions, rather than one after all of them.
  expect(written).toBeGreaterThan(10)
  expect(await remaining(ours)).toEqual([])
}, 120_000)
