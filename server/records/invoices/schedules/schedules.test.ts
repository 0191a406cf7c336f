import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { type Schedule, type ScheduleInput, schedules } from '#contract/invoices/schedules.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { removeCustomers } from '#server/records/customers/writes.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { draftRecurring, mostMissed } from '../recurring-job.ts'

let service: TestService
let accounts = 0
let account: number
let key: Record<string, string>
let viewer: Record<string, string>
let customer: number

const at = (day: string, time = '12:00:00') => Date.parse(`${day}T${time}Z`)
const setNow = (day: string, time?: string) => vi.setSystemTime(at(day, time))

beforeAll(async () => {
  vi.useFakeTimers({ now: at('2026-01-15'), toFake: ['Date'] })
  service = await startService()
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})
beforeEach(async () => {
  setNow('2026-01-15')
  accounts += 1
  // The job counts those of all accounts.
  await service.context.store.db.deleteFrom('invoice_schedules').execute()
  const made = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  account = made.id
  // Unlike a session, it doesn't end while months pass.
  key = { authorization: `Bearer ${made.key}` }
  viewer = await service.session(account, 'viewer')
  customer = await addRecord(service.context, account, listNotes)
})

const line = { description: 'Retainer', quantity: 1, unit_price: 100, discount: 10, tax_rate: 21 }
const input = (more: Partial<ScheduleInput> = {}): ScheduleInput => ({
  customer_id: customer,
  currency: 'EUR',
  payment_days: 14,
  notes: 'Thank you',
  line_items: [line],
  frequency: 'monthly',
  starts_on: '2026-01-31',
  ends_on: null,
  max_count: null,
  ...more,
})
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
  service.app.inject({ method, url, headers: { ...key, ...headers }, ...(payload ? { payload } : {}) })
const match = (version: number) => ({ 'if-match': `"${version}"` })
const add = async (more: Partial<ScheduleInput> = {}) => {
  const answer = await ask('POST', '/api/x/invoice-schedules', input(more))
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Schedule
}
const url = (id: number) => `/api/x/invoice-schedules/${id}`
const read = async (id: number) => (await ask('GET', url(id))).json().data as Schedule
const job = (ms = Date.now(), store: Store = service.context.store) =>
  draftRecurring({ store, live: service.context.live }, ms)
const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}
const periods = async () => {
  const rows = await tenant()
    .select('invoice_schedule_runs')
    .select(['period_on', 'invoice_id'])
    .orderBy('period_on')
    .execute()
  expect(await tenant().select('invoices').select('id').execute()).toHaveLength(rows.length)
  return rows.map(({ period_on }) => period_on)
}
const activity = async () =>
  (await ask('GET', `/api/customers/${customer}`)).json().data.activity_log as Record<string, unknown>[]

describe('a schedule', () => {
  test('drafts its invoice on its day, with what it says, and knows the next days', async () => {
    const schedule = await add()
    expect(schedules.show.response.safeParse({ data: schedule }).error).toBeUndefined()
    expect(schedule).toMatchObject({
      status: 'active',
      customer_name: 'Zoë Ødegård',
      total_amount: 108.9,
      next_on: '2026-01-31',
      next_days: ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
      invoices: [],
      drafted_count: 0,
    })
    expect(await job(at('2026-01-30', '23:59:59'))).toBe(0)
    expect(await job(at('2026-01-31', '00:00:00'))).toBe(1)
    const after = await read(schedule.id)
    expect(after).toMatchObject({
      next_on: '2026-02-28',
      drafted_count: 1,
      version: 1,
      invoices: [{ status: 'draft', period_on: '2026-01-31', total_amount: 108.9 }],
    })
    const id = after.invoices[0]?.id ?? 0
    const draft = (await ask('GET', `/api/x/invoices/${id}`)).json().data as InvoiceDetails
    expect(draft).toMatchObject({
      invoice_number: `DRAFT-${id}`,
      customer_id: customer,
      payment_days: 14,
      notes: 'Thank you',
      total_amount: 108.9,
      line_items: [
        { ...line, total: 90 },
        { kind: 'tax', total: 18.9 },
      ],
    })
    expect((await ask('GET', `/api/x/invoices/${id}/schedule`)).json().data).toEqual({
      id: schedule.id,
      frequency: 'monthly',
      period_on: '2026-01-31',
    })
    expect((await activity()).slice(0, 2)).toMatchObject([
      { event: 'created', description: 'Recurring invoice drafted', caused_by: 'Bureau' },
      { event: 'schedule_created', description: 'Recurring invoice created: monthly, EUR 108.90' },
    ])
  })

  test('that starts today drafts its first invoice at once', async () => {
    await add({ starts_on: '2026-01-15' })
    expect(await periods()).toEqual(['2026-01-15'])
  })

  test('that is added drafts nothing of other accounts', async () => {
    await add({ starts_on: '2026-01-16' })
    setNow('2026-01-16')
    const other = await service.account(`Other ${accounts}`)
    const theirs = await addRecord(service.context, other.id, listNotes)
    const headers = { authorization: `Bearer ${other.key}` }
    const body = input({ customer_id: theirs, starts_on: '2026-01-16' })
    expect((await service.send('POST', '/api/x/invoice-schedules', headers, body)).statusCode).toBe(201)
    expect(await periods()).toEqual([])
    expect(await other.tenant.select('invoice_schedule_runs').select('period_on').execute()).toHaveLength(1)
  })

  test('drafts what a downtime missed, each day once', async () => {
    const { id } = await add()
    expect(await job(at('2026-04-10'))).toBe(3)
    expect(await job(at('2026-04-10'))).toBe(0)
    expect(await periods()).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect((await read(id)).next_on).toBe('2026-04-30')
  })

  test('is paused instead where it missed more than twelve, and continues from that day on', async () => {
    const { id } = await add({ frequency: 'weekly', starts_on: '2026-01-16' })
    setNow('2026-06-03')
    expect(await job()).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'missed', next_on: null })
    expect(await periods()).toEqual([])
    expect(mostMissed).toBe(12)
    const resumed = await ask('POST', `${url(id)}/resume`)
    expect(resumed.json().data).toMatchObject({ status: 'active', next_on: '2026-06-05', pause_reason: null })
  })

  test.each([
    ['its number of invoices', { max_count: 2 }, ['2026-01-31', '2026-02-28']],
    ['its last day', { ends_on: '2026-03-31' }, ['2026-01-31', '2026-02-28', '2026-03-31']],
  ] as const)('ends after %s', async (_what, more, days) => {
    const { id } = await add(more)
    await job(at('2026-06-30'))
    expect(await periods()).toEqual(days)
    expect(await read(id)).toMatchObject({ status: 'ended', next_on: null, next_days: [] })
  })

  test('drafts its number of invoices, however many days a pause skips', async () => {
    const { id } = await add({ starts_on: '2026-01-15', max_count: 3 })
    await ask('POST', `${url(id)}/pause`)
    setNow('2026-04-01')
    const resumed = (await ask('POST', `${url(id)}/resume`)).json().data as Schedule
    expect(resumed.next_days).toEqual(['2026-04-15', '2026-05-15'])
    expect(await job(at('2026-07-01'))).toBe(2)
    expect(await read(id)).toMatchObject({ status: 'ended', drafted_count: 3, next_on: null })
  })

  test('skips what falls into a pause', async () => {
    const { id } = await add()
    expect((await ask('POST', `${url(id)}/pause`)).json().data).toMatchObject({
      status: 'paused',
      version: 2,
    })
    expect((await ask('POST', `${url(id)}/pause`)).statusCode).toBe(409)
    setNow('2026-03-01')
    expect(await job()).toBe(0)
    const resumed = (await ask('POST', `${url(id)}/resume`)).json().data as Schedule
    expect(resumed).toMatchObject({ status: 'active', next_on: '2026-03-31' })
    expect((await ask('POST', `${url(id)}/resume`)).statusCode).toBe(409)
    expect((await activity()).map(({ event }) => event).slice(0, 2)).toEqual([
      'schedule_resumed',
      'schedule_paused',
    ])
  })

  test('of a customer who was deleted is paused, and can’t be resumed', async () => {
    const { id } = await add()
    await tenant().transaction((trx) => removeCustomers(trx, { kind: 'key' }, [customer]))
    expect(await job(at('2026-02-01'))).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'customer_deleted' })
    expect((await ask('POST', `${url(id)}/resume`)).statusCode).toBe(409)
    expect(await periods()).toEqual([])
  })

  test('is deleted without its invoices, and a deleted draft is not drafted again', async () => {
    const { id, version } = await add({ starts_on: '2026-01-15' })
    const [draft] = (await read(id)).invoices
    await ask('DELETE', `/api/x/invoices/${draft?.id}`, undefined, match(1))
    await job()
    expect(await read(id)).toMatchObject({ invoices: [], drafted_count: 1 })
    expect((await ask('DELETE', url(id))).statusCode).toBe(428)
    expect((await ask('DELETE', url(id), undefined, match(version))).statusCode).toBe(204)
    expect((await ask('GET', url(id))).statusCode).toBe(404)
  })
})

describe('a change', () => {
  test('names its version, and moves the days that follow but none that was drafted', async () => {
    const { id } = await add({ starts_on: '2026-01-15' })
    const weekly = input({ starts_on: '2026-01-15', frequency: 'weekly', notes: 'Weekly now' })
    expect((await ask('PUT', url(id), weekly)).statusCode).toBe(428)
    expect((await ask('PUT', url(id), weekly, match(9))).statusCode).toBe(412)
    const answer = await ask('PUT', url(id), weekly, match(1))
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.json().data).toMatchObject({ next_on: '2026-01-22', notes: 'Weekly now', drafted_count: 1 })
    expect(await periods()).toEqual(['2026-01-15'])
    const again = await ask('PUT', url(id), weekly, match(2))
    expect(again.json().data.version).toBe(2)
  })

  test('of two people at once is saved for one of them', async () => {
    const { id } = await add()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((days) => ask('PUT', url(id), input({ payment_days: days }), match(1))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('of the end ends the schedule, or begins it again', async () => {
    const { id } = await add({ starts_on: '2026-01-15' })
    const ended = await ask('PUT', url(id), input({ starts_on: '2026-01-15', max_count: 1 }), match(1))
    expect(ended.json().data).toMatchObject({ status: 'ended', next_on: null })
    const more = await ask('PUT', url(id), input({ starts_on: '2026-01-15', max_count: 3 }), match(2))
    expect(more.json().data).toMatchObject({ status: 'active', next_on: '2026-02-15' })
  })

  test.each([
    ['a day that has passed', { starts_on: '2026-01-14' }, 'starts_on'],
    ['an end before its start', { ends_on: '2026-01-30' }, 'ends_on'],
    ['no lines', { line_items: [] }, 'line_items'],
    ['a line without words', { line_items: [{ ...line, description: ' ' }] }, 'line_items.0.description'],
    ['no invoices', { max_count: 0 }, 'max_count'],
    ['an unknown frequency', { frequency: 'daily' as 'weekly' }, 'frequency'],
    ['nobody', { customer_id: 999_999 }, 'customer_id'],
  ])('to %s is refused at its field', async (_what, more, field) => {
    const answer = await ask('POST', '/api/x/invoice-schedules', input(more))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([field])
  })

  test('needs the permission', async () => {
    const { id } = await add()
    const { statusCode } = await service.app.inject({ url: url(id), headers: viewer })
    expect(statusCode).toBe(200)
    const answer = await service.app.inject({
      method: 'PUT',
      url: url(id),
      headers: { ...viewer, ...match(1) },
      payload: input(),
    })
    expect(answer.statusCode).toBe(403)
  })
})

test('the list has the newest first, by page and by customer', async () => {
  const ids: number[] = []
  for (const starts_on of ['2026-02-01', '2026-03-01', '2026-04-01'])
    ids.unshift((await add({ starts_on })).id)
  const list = async (query: string) => {
    const answer = (await ask('GET', `/api/x/invoice-schedules${query}`)).json()
    expect(schedules.list.response.safeParse(answer).error).toBeUndefined()
    return { ids: answer.data.map(({ id }: { id: number }) => id), total: answer.meta.total }
  }
  expect(await list('')).toEqual({ ids, total: 3 })
  expect(await list('?page=2&limit=2')).toEqual({ ids: ids.slice(2), total: 3 })
  expect(await list(`?customer_id=${customer}`)).toEqual({ ids, total: 3 })
  expect(await list('?customer_id=999999')).toEqual({ ids: [], total: 0 })
})

test('the list is searched by customer, filtered by status and sorted', async () => {
  const ada = await tenant().insertOne(
    'customers',
    customerColumns({
      name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '',
      business: { company_name: 'Engines' },
      permissions: [],
    }),
  )
  const first = (await add({ starts_on: '2026-03-01' })).id
  const second = (await add({ starts_on: '2026-02-01', customer_id: ada })).id
  const ended = (await add({ starts_on: '2026-01-15', max_count: 1 })).id
  await job()
  await ask('POST', `${url(first)}/pause`)
  const list = async (query: string) => {
    const answer = (await ask('GET', `/api/x/invoice-schedules?${query}`)).json()
    return answer.data.map(({ id }: { id: number }) => id) as number[]
  }
  expect(await list('status=paused')).toEqual([first])
  expect(await list('status=ended')).toEqual([ended])
  expect(await list('status=ended&status=paused&sort=id')).toEqual([first, ended])
  expect(await list('search=odegard')).toEqual([ended, first])
  expect(await list('search=engines%20ada')).toEqual([second])
  expect(await list('search=ada&status=paused')).toEqual([])
  expect(await list('sort=id')).toEqual([first, second, ended])
  expect(await list('sort=customer_name')).toEqual([second, first, ended])
  // Of the paused and the ended one, nothing is next.
  expect(await list('sort=next_on')).toEqual([second, first, ended])
  expect(await list('sort=-next_on')).toEqual([second, ended, first])
  // Customers who were deleted are still found by the name on the schedule.
  await tenant().delete('customers').execute()
  expect(await list('search=lovelace')).toEqual([second])
  expect(await list('search=ODEGARD%20zoe')).toEqual([ended, first])
  const refused = await ask('GET', '/api/x/invoice-schedules?status=late')
  expect(refused.statusCode).toBe(400)
  expect(refused.json().error.details).toEqual({ status: 'status must be one of active, paused, ended' })
})

describe('exactly once', () => {
  test('four jobs at the same time draft each day of many schedules once', async () => {
    for (let index = 0; index < 12; index++) await add({ starts_on: '2026-01-31' })
    const drafted = await Promise.all([1, 2, 3, 4].map(() => job(at('2026-03-31'))))
    expect(drafted.reduce((sum, count) => sum + count, 0)).toBe(36)
    expect(await periods()).toHaveLength(36)
  })

  test.runIf(onPostgres)('so do two processes with databases of their own', async () => {
    for (let index = 0; index < 6; index++) await add({ starts_on: '2026-01-31' })
    const other = await openStore(service.context.config)
    try {
      await Promise.all([
        job(at('2026-03-31')),
        job(at('2026-03-31'), other),
        job(at('2026-03-31')),
        job(at('2026-03-31'), other),
      ])
    } finally {
      await other.close()
    }
    expect(await periods()).toHaveLength(18)
  })

  test('a clock that jumps ahead and back again drafts no day twice and forgets none', async () => {
    const { id } = await add()
    await job(at('2026-01-31'))
    // Three months ahead, and back.
    await job(at('2026-04-30'))
    await job(at('2026-01-31'))
    await job(at('2025-06-01'))
    for (const day of ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']) await job(at(day))
    expect(await periods()).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    // Years ahead it stops instead of drafting hundreds.
    await job(at('2036-01-01'))
    expect(await periods()).toHaveLength(5)
    setNow('2026-06-01')
    await ask('POST', `${url(id)}/resume`)
    await job(at('2026-06-30'))
    expect((await periods()).at(-1)).toBe('2026-06-30')
  })

  test('a draft that fails leaves nothing, keeps none of the others back, and is drafted the next time', async () => {
    const { id } = await add()
    await add({ starts_on: '2026-02-01' })
    const { db } = service.context.store
    await db.updateTable('invoice_schedules').set({ lines: 'broken' }).where('id', '=', id).execute()
    await expect(job(at('2026-02-01'))).rejects.toThrow('JSON')
    expect(await periods()).toEqual(['2026-02-01'])
    await db
      .updateTable('invoice_schedules')
      .set({ lines: JSON.stringify([line]) })
      .where('id', '=', id)
      .execute()
    expect(await job(at('2026-02-01'))).toBe(1)
  })

  test('one that people have to correct is paused with the reason, and then continues with that invoice', async () => {
    const { id } = await add()
    const { db } = service.context.store
    const setLines = (lines: readonly object[]) =>
      db
        .updateTable('invoice_schedules')
        .set({ lines: JSON.stringify(lines) })
        .where('id', '=', id)
        .execute()
    await setLines([{ ...line, quantity: 1_000_000, unit_price: 1e12 }])
    await expect(job(at('2026-01-31'))).rejects.toThrow('The amounts are too large')
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'failed', next_on: '2026-01-31' })
    expect((await activity())[0]?.['description']).toMatch(
      /^Recurring invoice paused: its invoice couldn’t be drafted\. \w/,
    )
    // Nothing is tried, and nothing fails, until somebody resumes it.
    expect(await job(at('2026-02-02'))).toBe(0)
    await setLines([line])
    setNow('2026-02-03')
    const resumed = await ask('POST', `${url(id)}/resume`)
    expect(resumed.json().data).toMatchObject({ status: 'active', next_on: '2026-01-31', pause_reason: null })
    // What is due is drafted at once, and only then.
    expect(await periods()).toEqual(['2026-01-31'])
    expect(await job(at('2026-02-03'))).toBe(0)
  })

  test('the day begins where the account is', async () => {
    const { db } = service.context.store
    await db
      .updateTable('accounts')
      .set({ time_zone: 'Pacific/Auckland' })
      .where('id', '=', account)
      .execute()
    await add()
    expect(await job(at('2026-01-30', '10:59:59'))).toBe(0)
    expect(await job(at('2026-01-30', '11:00:00'))).toBe(1)
  })
})
