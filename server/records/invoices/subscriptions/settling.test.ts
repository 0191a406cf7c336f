import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import { periodAt } from '#contract/invoices/schedule-dates.ts'
import type { Subscription, SubscriptionInput } from '#contract/invoices/subscriptions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { addDays, daysBetween } from '#server/platform/lib/time-zone.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let accounts = 0
let tenant: Tenant
let headers: Record<string, string>
let customer: number
let plan: Plan

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
const firstDay = '2026-01-01'

beforeAll(async () => {
  vi.useFakeTimers({ now: at(firstDay), toFake: ['Date'] })
  service = await startService()
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})
beforeEach(async () => {
  vi.setSystemTime(at(firstDay))
  accounts += 1
  const made = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  tenant = made.tenant
  headers = { authorization: `Bearer ${made.key}` }
  customer = await addRecord(service.context, made.id, listNotes)
  plan = await addPlan()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, url: string, payload?: object, more: Record<string, string> = {}) =>
  service.app.inject({ method, url, headers: { ...headers, ...more }, ...(payload ? { payload } : {}) })
async function addPlan(more: object = {}): Promise<Plan> {
  const line = { description: 'Care', quantity: 1, unit_price: 30, discount: 0, tax_rate: 21 }
  const answer = await ask('POST', '/api/x/plans', {
    name: 'Care plan',
    currency: 'EUR',
    frequency: 'monthly',
    trial_days: 0,
    payment_days: 14,
    notes: '',
    line_items: [line],
    ...more,
  })
  return answer.json().data as Plan
}
async function add(more: Partial<SubscriptionInput> = {}): Promise<Subscription> {
  const answer = await ask('POST', '/api/x/subscriptions', {
    customer_id: customer,
    plan_id: plan.id,
    starts_on: firstDay,
    trial_days: null,
    quantity: 1,
    price: null,
    ends_on: null,
    sends: false,
    ...more,
  })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Subscription
}
const url = (id: number) => `/api/x/subscriptions/${id}`
const read = async (id: number) => (await ask('GET', url(id))).json().data as Subscription
async function change(id: number, more: Partial<SubscriptionInput>): Promise<number> {
  const { quantity, price, ends_on, sends, version } = await read(id)
  const body = { quantity, price, ends_on, sends, ...more }
  return (await ask('PUT', url(id), body, { 'if-match': `"${version}"` })).statusCode
}
const move = async (id: number, name: string) => (await ask('POST', `${url(id)}/${name}`)).statusCode
const mail = { canSend: true, wake: () => undefined }
async function on(day: string, outbox?: typeof mail): Promise<void> {
  vi.setSystemTime(at(day))
  const { store, live } = service.context
  await draftRecurring({ store, live, ...(outbox && { outbox }) }, at(day))
}
/** The lines of each invoice before tax, in the order in which they were drafted. */
async function billed(): Promise<[status: string, ...amounts: number[]][]> {
  const rows = await tenant.select('invoices').select('id').orderBy('id').execute()
  return Promise.all(
    rows.map(async ({ id }) => {
      const { status, line_items } = (await ask('GET', `/api/x/invoices/${id}`)).json().data as InvoiceDetails
      const items = line_items.filter(({ kind }) => kind === 'item')
      return [status, ...items.map(({ total }) => total)] as [string, ...number[]]
    }),
  )
}
const left = async (id: number) => (await read(id)).adjustments.map(({ amount }) => amount)
const drafts = async () =>
  (await tenant.select('invoices').select('id').where('status', '=', 'draft').orderBy('id').execute()).map(
    ({ id }) => id,
  )

async function remove(invoice: number | undefined): Promise<void> {
  const { etag } = (await ask('GET', `/api/x/invoices/${invoice}`)).headers
  const answer = await ask('DELETE', `/api/x/invoices/${invoice}`, undefined, { 'if-match': String(etag) })
  expect(answer.statusCode).toBe(204)
}

describe('an upgrade that no further invoice follows is billed', () => {
  const endings: [string, Partial<SubscriptionInput>, (id: number) => Promise<unknown>][] = [
    ['canceled after it', {}, (id) => move(id, 'cancel')],
    ['with an end that was planned', { ends_on: '2026-01-31' }, async () => undefined],
    ['with an end that is chosen afterwards', {}, (id) => change(id, { ends_on: '2026-01-31' })],
    [
      'paused and canceled',
      {},
      async (id) => {
        await move(id, 'pause')
        await move(id, 'cancel')
      },
    ],
    [
      'paused until its planned end has passed',
      { ends_on: '2026-02-10' },
      async (id) => {
        await move(id, 'pause')
        await on('2026-02-11')
      },
    ],
  ]
  test.each(endings)('%s', async (_title, more, end) => {
    const { id } = await add(more)
    await on('2026-01-02')
    expect(await change(id, { quantity: 10 })).toBe(200)
    await end(id)
    expect(await billed()).toEqual([
      ['draft', 30],
      ['draft', 261.29],
    ])
    expect(await read(id)).toMatchObject({
      adjustments: [],
      invoices: [{ total_amount: 316.16 }, { total_amount: 36.3, period_on: firstDay }],
    })
    for (const day of ['2026-02-12', '2026-04-01']) await on(day)
    expect(await billed()).toHaveLength(2)
    expect((await read(id)).status).toBe('ended')
  })

  test('and sent, if the subscription sends its invoices', async () => {
    const { id } = await add({ sends: true, ends_on: '2026-02-10' })
    await change(id, { quantity: 2 })
    await move(id, 'pause')
    await on('2026-02-11', mail)
    expect(await billed()).toEqual([
      ['draft', 30],
      ['sent', 30],
    ])
  })

  test('but only drafted for one that had ended before this was done', async () => {
    const { id } = await add({ sends: true, ends_on: '2026-01-31' })
    const line = { description: 'Care', quantity: 1_000_000, unitPrice: 1500, discount: 0, taxRate: 21_000 }
    await tenant
      .update('subscriptions')
      .set({ adjustments: JSON.stringify([line]), closing: 'draft' })
      .where('id', '=', id)
      .execute()
    await on('2026-06-01', mail)
    expect((await billed()).at(-1)).toEqual(['draft', 15])
    expect(await left(id)).toEqual([])
  })

  test('once, however many jobs there are', async () => {
    const { id } = await add({ ends_on: '2026-01-31' })
    const line = { description: 'Care', quantity: 1_000_000, unitPrice: 1500, discount: 0, taxRate: 21_000 }
    await tenant
      .update('subscriptions')
      .set({ adjustments: JSON.stringify([line]), closing: 'bill' })
      .where('id', '=', id)
      .execute()
    await Promise.all([1, 2, 3].map(() => on('2026-01-05')))
    expect(await billed()).toHaveLength(2)
  })

  test('and not if a downgrade takes it back', async () => {
    const { id } = await add()
    await change(id, { quantity: 3 })
    await change(id, { quantity: 1 })
    await move(id, 'cancel')
    expect(await billed()).toHaveLength(1)
    expect(await left(id)).toEqual([])
  })

  test('or stays on its page if the customer was deleted', async () => {
    const { id } = await add()
    await change(id, { quantity: 3 })
    await tenant.delete('customers').where('id', '=', customer).execute()
    await move(id, 'cancel')
    expect(await billed()).toHaveLength(1)
    expect(await left(id)).toEqual([60])
    expect(await move(id, 'settle')).toBe(409)
  })
})

describe('a deleted draft', () => {
  test('puts what it charged back, for the next invoice', async () => {
    const { id } = await add()
    await on('2026-01-02')
    await change(id, { quantity: 2 })
    await on('2026-02-01')
    expect((await billed()).at(-1)).toEqual(['draft', 60, 29.03])
    const [, second] = await drafts()
    await remove(second)
    expect(await left(id)).toEqual([29.03])
    await on('2026-03-01')
    expect((await billed()).at(-1)).toEqual(['draft', 60, 29.03])
    expect(await left(id)).toEqual([])
  })

  test('of what an ended one owed isn’t drafted again until somebody does it', async () => {
    const { id } = await add()
    await change(id, { quantity: 2 })
    expect(await move(id, 'settle')).toBe(409)
    await move(id, 'cancel')
    const [, closing] = await drafts()
    await remove(closing)
    await on('2026-02-05')
    expect(await left(id)).toEqual([30])
    expect(await drafts()).toHaveLength(1)
    expect(await move(id, 'settle')).toBe(200)
    expect((await billed()).at(-1)).toEqual(['draft', 30])
    expect(await left(id)).toEqual([])
    expect(await move(id, 'settle')).toBe(409)
  })

  test('isn’t billed, so a later change within its period costs and saves nothing', async () => {
    const { id } = await add({ quantity: 5 })
    const [only] = await drafts()
    await remove(only)
    await change(id, { quantity: 1 })
    expect(await left(id)).toEqual([])
  })
})

test('credits that are left at the end stay on the page until they are marked as refunded', async () => {
  const { id } = await add({ quantity: 3 })
  await change(id, { quantity: 1 })
  await move(id, 'cancel')
  await on('2026-02-05')
  expect(await left(id)).toEqual([-60])
  expect(await move(id, 'settle')).toBe(200)
  expect(await left(id)).toEqual([])
  const { activity_log } = (await ask('GET', `/api/customers/${customer}`)).json().data
  expect(activity_log[0].description).toContain('marked as refunded')
})

describe('a pause', () => {
  test('over the day of an invoice leaves the rest of that period to be billed, to the day', async () => {
    const { id } = await add()
    await on('2026-01-31')
    await move(id, 'pause')
    await on('2026-02-03')
    expect(await billed()).toHaveLength(1)
    await move(id, 'resume')
    expect((await billed()).at(-1)).toEqual(['draft', 27.86])
    expect(await read(id)).toMatchObject({
      next_on: '2026-03-01',
      invoices: [{ period_on: '2026-02-01' }, {}],
    })
    await on('2026-02-17')
    await change(id, { quantity: 2 })
    expect(await left(id)).toEqual([12.86])
    await move(id, 'pause')
    await move(id, 'resume')
    await on('2026-03-01')
    expect((await billed()).slice(2)).toEqual([['draft', 60, 12.86]])
  })

  test('within a billed period changes nothing', async () => {
    const { id } = await add()
    await on('2026-01-05')
    await move(id, 'pause')
    await on('2026-01-20')
    await move(id, 'resume')
    await on('2026-02-01')
    expect(await billed()).toEqual([
      ['draft', 30],
      ['draft', 30],
    ])
  })

  test('by Bureau because periods were missed leaves the running one to be billed as a whole', async () => {
    const { id } = await add()
    await on('2028-03-15')
    expect(await read(id)).toMatchObject({ pause_reason: 'missed' })
    await move(id, 'resume')
    expect((await billed()).at(-1)).toEqual(['draft', 30])
  })

  test('that is followed by a cancellation ends it with the period that is billed, or at once', async () => {
    const { id } = await add()
    await on('2026-01-05')
    await move(id, 'pause')
    await move(id, 'cancel')
    expect(await read(id)).toMatchObject({ status: 'canceling', ends_on: '2026-01-31', next_on: null })
    expect(await move(id, 'keep')).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'active', next_on: '2026-02-01' })
    await move(id, 'pause')
    await on('2026-02-05')
    await move(id, 'cancel')
    expect(await read(id)).toMatchObject({ status: 'ended', ends_on: '2026-02-04' })
  })
})

/** What happens in turn: that many days, and then this. */
const step = fc.tuple(
  fc.integer({ min: 0, max: 17 }),
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ ends_in: fc.option(fc.integer({ min: 0, max: 50 })) }) },
    { weight: 4, arbitrary: fc.constantFrom('pause', 'resume', 'cancel', 'keep', 'delete') },
  ),
)

/** What is used of each day, in cents per unit of the month: the units, where the day is billed and its draft isn't deleted. */
class Usage {
  #units = new Map<string, number>()
  until = ''
  cover(from: string, until: string, units: number): void {
    for (let day = from; day <= until; day = addDays(day, 1)) this.#units.set(day, units)
    if (until > this.until) this.until = until
  }
  change(from: string, until: string, units: number): void {
    for (let day = from; day <= until; day = addDays(day, 1))
      if (this.#units.has(day)) this.#units.set(day, units)
  }
  get amount(): number {
    let sum = 0
    for (const [day, units] of this.#units) {
      const { starts_on, next_on } = periodAt({ frequency: 'monthly', starts_on: firstDay }, day)
      sum += (units * 30) / daysBetween(starts_on, next_on)
    }
    return sum
  }
}

test('whatever happens to a subscription, what was used is what is billed, less what is credited', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      vi.setSystemTime(at(firstDay))
      const { id } = await add({ quantity: 2 })
      const usage = new Usage()
      const known = new Set<number>()
      let waived = 0
      let changes = 0
      const waivedPeriods = new Set<string>()
      let today = firstDay
      /** Notes the periods that have been billed since. */
      const observe = async () => {
        const { invoices, quantity, ends_on } = await read(id)
        const { resumed_on } = await tenant
          .select('subscriptions')
          .select('resumed_on')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        for (const { id: invoice, period_on } of invoices) {
          if (known.has(invoice)) continue
          known.add(invoice)
          const isClosing = await tenant
            .select('subscription_settlements')
            .select('id')
            .where('invoice_id', '=', invoice)
            .where('closed_on', 'is not', null)
            .executeTakeFirst()
          if (isClosing) continue
          const last = addDays(periodAt({ frequency: 'monthly', starts_on: firstDay }, period_on).next_on, -1)
          const first =
            resumed_on !== null && resumed_on > period_on && resumed_on <= last ? resumed_on : period_on
          usage.cover(first, ends_on !== null && ends_on < last ? ends_on : last, quantity)
        }
      }
      const total = async (invoice: number) => {
        const { line_items } = (await ask('GET', `/api/x/invoices/${invoice}`)).json().data as InvoiceDetails
        return line_items.filter(({ kind }) => kind === 'item').reduce((sum, line) => sum + line.total, 0)
      }
      const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
      await observe()
      for (const [days, what] of steps) {
        today = addDays(today, days)
        await on(today)
        await observe()
        const period = periodAt({ frequency: 'monthly', starts_on: firstDay }, today)
        const isBilled = usage.until >= today && !waivedPeriods.has(period.starts_on)
        if (what === 'delete') {
          const { invoices } = await read(id)
          const [newest] = invoices.filter(({ status }) => status === 'draft')
          if (newest) {
            const before = sum(await left(id))
            const amount = await total(newest.id)
            await remove(newest.id)
            const returned = sum(await left(id)) - before
            if (Math.abs(amount - returned) > 0.001) waivedPeriods.add(newest.period_on)
            waived += amount - returned
          }
        } else if (typeof what === 'string') {
          await move(id, what)
        } else if ('quantity' in what) {
          if ((await change(id, what)) === 200) {
            changes += 1
            if (isBilled) usage.change(today, usage.until, what.quantity)
          }
        } else {
          const old = await read(id)
          const ends_on = what.ends_in === null ? null : addDays(today, what.ends_in)
          if ((await change(id, { ends_on })) === 200) {
            changes += 1
            const last = addDays(period.next_on, -1)
            const until = ends_on !== null && ends_on < last ? ends_on : last
            if (isBilled && until > usage.until) usage.cover(addDays(usage.until, 1), until, old.quantity)
          }
        }
        await observe()
      }
      const { invoices } = await read(id)
      const charged = sum(await Promise.all(invoices.map((one) => total(one.id))))
      const rest = await left(id)
      // A cent for each rounding.
      const rounding = 0.01 * (changes + invoices.length + 1)
      expect(Math.abs(charged + waived + sum(rest) - usage.amount)).toBeLessThanOrEqual(rounding)
      // It ends, and nobody has to look after it.
      await move(id, 'cancel')
      await on(addDays(today, 60))
      const end = await read(id)
      const isDone = end.status === 'ended' && !steps.some(([, what]) => what === 'delete')
      const owed = end.adjustments.filter(({ amount }) => amount > 0)
      expect(isDone ? owed : []).toEqual([])
    }),
    { numRuns: runs(8, 25) },
  )
}, 300_000)
