import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { noBilling } from '#contract/customers/billing.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { type Plan, type PlanInput, plans as kind } from '#contract/invoices/plans.ts'
import { subscriptionStatuses } from '#contract/invoices/subscription-states.ts'
import {
  type Subscription,
  type SubscriptionInput,
  type SubscriptionSummary,
  listSubscriptions,
  showSubscription,
} from '#contract/invoices/subscriptions.ts'
import { fold } from '#contract/values/folding.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { addVersion, readCompany } from '#server/records/company/versions.ts'
import { removeCustomers } from '#server/records/customers/writes.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let accounts = 0
let account: number
let key: Record<string, string>
let customer: number

const at = (day: string, time = '12:00:00') => Date.parse(`${day}T${time}Z`)
const setNow = (day: string) => vi.setSystemTime(at(day))

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
  key = { authorization: `Bearer ${made.key}` }
  customer = await addRecord(service.context, account, listNotes)
})

const line = { description: 'Care', quantity: 1, unit_price: 30, discount: 0, tax_rate: 21 }
const ask = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => service.app.inject({ method, url, headers: { ...key, ...headers }, ...(payload ? { payload } : {}) })
const match = (version: number) => ({ 'if-match': `"${version}"` })
const planInput = (more: Partial<PlanInput> = {}): PlanInput => ({
  name: 'Care plan',
  currency: 'EUR',
  frequency: 'monthly',
  trial_days: 0,
  payment_days: 14,
  notes: '',
  line_items: [line],
  ...more,
})
const addPlan = async (more: Partial<PlanInput> = {}) => {
  const answer = await ask('POST', '/api/x/plans', planInput(more))
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Plan
}
const subscribe = (plan_id: number, more: Partial<SubscriptionInput> = {}) =>
  ask('POST', '/api/x/subscriptions', {
    customer_id: customer,
    plan_id,
    starts_on: '2026-02-01',
    trial_days: null,
    quantity: 1,
    price: null,
    ends_on: null,
    sends: false,
    ...more,
  })
const add = async (more: Partial<SubscriptionInput> = {}, plan: Partial<PlanInput> = {}) => {
  const answer = await subscribe((await addPlan(plan)).id, more)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Subscription
}
const url = (id: number) => `/api/x/subscriptions/${id}`
const read = async (id: number) => (await ask('GET', url(id))).json().data as Subscription
const change = async (id: number, more: Partial<SubscriptionInput>) => {
  const { quantity, price, ends_on, sends, version } = await read(id)
  return ask('PUT', url(id), { quantity, price, ends_on, sends, ...more }, match(version))
}
const move = async (id: number, name: string) => {
  const answer = await ask('POST', `${url(id)}/${name}`)
  return answer.statusCode === 200 ? (answer.json().data as Subscription).status : answer.statusCode
}
const job = (day: string, store: Store = service.context.store) =>
  draftRecurring({ store, live: service.context.live }, at(day))
const on = (day: string) => {
  setNow(day)
  return job(day)
}
const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}
const runs = async () =>
  (await tenant().select('invoice_schedule_runs').select('period_on').orderBy('period_on').execute()).map(
    ({ period_on }) => period_on,
  )
/** The lines of the newest invoice without tax, and its total. */
const newest = async (id: number) => {
  const { invoices } = await read(id)
  const { line_items, total_amount } = (await ask('GET', `/api/x/invoices/${invoices[0]?.id}`)).json()
    .data as InvoiceDetails
  const items = line_items.filter(({ kind }) => kind === 'item')
  return { lines: items.map(({ description, total }) => [description, total]), total_amount }
}
const revenue = async () => ((await ask('GET', '/api/x/overview')).json().data as Overview).recurring_revenue

describe('a plan', () => {
  test('is created, changed, archived and taken back', async () => {
    const plan = await addPlan({ trial_days: 14, line_items: [line, { ...line, discount: 50 }] })
    expect(kind.show.response.safeParse({ data: plan }).error).toBeUndefined()
    expect(plan).toMatchObject({
      net_amount: 45,
      total_amount: 54.45,
      subscription_count: 0,
      archived_at: null,
    })
    const path = `/api/x/plans/${plan.id}`
    const changed = await ask('PUT', path, planInput({ name: 'Better care' }), match(plan.version))
    expect(changed.json().data).toMatchObject({ name: 'Better care', net_amount: 30, version: 2 })
    expect((await ask('PUT', path, planInput(), match(1))).statusCode).toBe(412)
    expect((await ask('POST', `${path}/archive`)).json().data.archived_at).toBe('2026-01-15T12:00:00.000000Z')
    expect((await ask('POST', `${path}/archive`)).statusCode).toBe(409)
    expect((await ask('GET', '/api/x/plans')).json().data).toEqual([])
    expect((await ask('GET', '/api/x/plans?archived=true&search=CARE')).json().data).toHaveLength(1)
    expect((await subscribe(plan.id)).json().error.details).toEqual({
      plan_id: 'This plan is archived. Choose another one',
    })
    expect((await ask('POST', `${path}/unarchive`)).statusCode).toBe(200)
    expect((await ask('POST', `${path}/unarchive`)).statusCode).toBe(409)
  })

  test('is found by its name with or without accents and capitals', async () => {
    const { id } = await addPlan({ name: 'Café École' })
    await addPlan({ name: 'Hosting' })
    const search = async (text: string) =>
      (await ask('GET', `/api/x/plans?search=${encodeURIComponent(text)}`))
        .json()
        .data.map((plan: Plan) => plan.id)
    for (const text of ['café', 'CAFE', 'école', 'ECOLE cafe']) expect(await search(text), text).toEqual([id])
    await ask('PUT', `/api/x/plans/${id}`, planInput({ name: 'Crème' }), match(1))
    expect(await search('creme')).toEqual([id])
    expect(await search('café')).toEqual([])
  })

  test.each([
    ['line_items', { line_items: [] }],
    ['line_items.0.description', { line_items: [{ ...line, description: ' ' }] }],
    ['line_items.0.unit_price', { line_items: [{ ...line, unit_price: -1 }] }],
    ['line_items.0.unit_price', { line_items: [{ ...line, unit_price: 0.001 }] }],
  ])('is refused because of %s', async (name, more) => {
    const answer = await ask('POST', '/api/x/plans', planInput(more))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })
})

describe('a subscription', () => {
  test('is billed from its start on, with its quantity, through a recurring invoice', async () => {
    const made = await add({ quantity: 3, starts_on: '2026-01-31' })
    expect(showSubscription.response.safeParse({ data: made }).error).toBeUndefined()
    expect(made).toMatchObject({
      status: 'upcoming',
      net_amount: 90,
      total_amount: 108.9,
      next_on: '2026-01-31',
    })
    await on('2026-03-05')
    expect(await runs()).toEqual(['2026-01-31', '2026-02-28'])
    expect(await newest(made.id)).toEqual({
      lines: [['Care, Feb 28 – Mar 30, 2026', 90]],
      total_amount: 108.9,
    })
    expect(await read(made.id)).toMatchObject({ status: 'active', next_on: '2026-03-31' })
    const [entry] = (await ask('GET', `/api/customers/${customer}`)).json().data.activity_log.slice(-1)
    expect(entry).toMatchObject({ description: 'Subscribed to Care plan: monthly, EUR 108.90' })
  })

  test('starts with the trial of its plan, or its own', async () => {
    const { id } = await add({ starts_on: '2026-01-15' }, { trial_days: 14 })
    expect(await read(id)).toMatchObject({ status: 'trialing', billed_from: '2026-01-29' })
    await on('2026-01-28')
    expect(await runs()).toEqual([])
    await on('2026-01-29')
    expect(await read(id)).toMatchObject({ status: 'active', invoices: [{ period_on: '2026-01-29' }] })
    const own = await add({ trial_days: 0, starts_on: '2026-01-29' }, { trial_days: 14 })
    expect(own.billed_from).toBe('2026-01-29')
  })

  test('keeps the lines it was subscribed with when its plan changes', async () => {
    const { id, plan_id } = await add()
    await ask(
      'PUT',
      `/api/x/plans/${plan_id}`,
      planInput({ line_items: [{ ...line, unit_price: 99 }] }),
      match(1),
    )
    await change(id, { quantity: 2 })
    expect((await read(id)).net_amount).toBe(60)
  })

  test('has a price of its own, which the lines share', async () => {
    const lines = [line, { ...line, description: 'Hosting', unit_price: 60, tax_rate: 0 }]
    const { id } = await add({ price: 10, quantity: 2, starts_on: '2026-01-15' }, { line_items: lines })
    expect((await newest(id)).lines).toEqual([
      ['Care, Jan 15 – Feb 14, 2026', 6.66],
      ['Hosting, Jan 15 – Feb 14, 2026', 13.34],
    ])
  })

  test('says in each invoice which days it is for, in its language, also if several are drafted at once', async () => {
    const { id } = await add(
      { starts_on: '2026-01-15' },
      { line_items: [{ ...line, description: 'x'.repeat(1_000) }] },
    )
    const look = JSON.stringify({ ...standardLook, language: 'de' })
    await tenant().insertOne('invoice_templates', {
      name: 'German',
      look,
      is_default: 1,
      created_at: 'now',
      updated_at: 'now',
    })
    await on('2026-04-20')
    const { invoices } = await read(id)
    const ends = []
    for (const invoice of invoices.toReversed()) {
      const { line_items } = (await ask('GET', `/api/x/invoices/${invoice.id}`)).json().data as InvoiceDetails
      ends.push(line_items[0]?.description.replace(/^x+/, ''))
    }
    expect(ends).toEqual([
      ', Jan 15 – Feb 14, 2026',
      ', 15.02. – 14.03.2026',
      ', 15.03. – 14.04.2026',
      ', 15.04. – 14.05.2026',
    ])
  })

  test('that ends within a period bills that one to the day', async () => {
    const { id } = await add({ ends_on: '2026-03-12' })
    await on('2026-03-01')
    expect(await newest(id)).toEqual({
      lines: [['Care, Mar 1 – 12, 2026 (12 of 31 days)', 11.61]],
      total_amount: 14.05,
    })
    expect(await read(id)).toMatchObject({ status: 'active', next_on: null })
    await on('2026-03-13')
    expect((await read(id)).status).toBe('ended')
    await on('2026-06-01')
    expect(await runs()).toEqual(['2026-02-01', '2026-03-01'])
  })

  test('that is extended after its last invoice is charged the days that weren’t billed', async () => {
    const { id } = await add({ ends_on: '2026-02-14' })
    await on('2026-02-01')
    expect((await newest(id)).lines).toEqual([['Care, Feb 1 – 14, 2026 (14 of 28 days)', 15]])
    expect((await change(id, { ends_on: '2026-02-13' })).statusCode).toBe(422)
    await change(id, { ends_on: '2026-02-21' })
    // Nothing follows, so they are billed at once.
    expect((await newest(id)).lines).toEqual([['Care, Feb 15 – 21, 2026 (7 of 28 days)', 7.5]])
    await change(id, { ends_on: null })
    expect(await read(id)).toMatchObject({ next_on: '2026-03-01', adjustments: [{ amount: 7.5 }] })
    await on('2026-03-01')
    expect((await newest(id)).total_amount).toBe(45.38)
  })

  test('charges what a higher quantity costs for the rest of the period, once', async () => {
    const { id } = await add()
    await on('2026-02-01')
    setNow('2026-02-15')
    expect((await change(id, { quantity: 3 })).statusCode).toBe(200)
    expect((await read(id)).adjustments).toEqual([
      { description: 'Care, Feb 15 – 28, 2026 (changed, 14 of 28 days)', amount: 30 },
    ])
    await on('2026-03-01')
    expect((await newest(id)).lines).toEqual([
      ['Care, Mar 1 – 31, 2026', 90],
      ['Care, Feb 15 – 28, 2026 (changed, 14 of 28 days)', 30],
    ])
    expect((await read(id)).adjustments).toEqual([])
    await on('2026-04-01')
    expect((await newest(id)).lines).toEqual([['Care, Apr 1 – 30, 2026', 90]])
  })

  test('credits what a lower quantity saves, over as many invoices as it takes', async () => {
    const { id } = await add({ quantity: 5 })
    await on('2026-02-01')
    await change(id, { quantity: 1 })
    await on('2026-03-01')
    expect(await newest(id)).toEqual({
      lines: [
        ['Care, Mar 1 – 31, 2026', 30],
        ['Care, Feb 1 – 28, 2026 (changed, 28 of 28 days)', -30],
      ],
      total_amount: 0,
    })
    expect((await read(id)).adjustments).toEqual([
      { description: 'Care, Feb 1 – 28, 2026 (changed, 28 of 28 days)', amount: -90 },
    ])
    for (const day of ['2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01']) await on(day)
    expect((await read(id)).adjustments).toEqual([])
    expect((await newest(id)).total_amount).toBe(36.3)
  })

  test('a change before the first invoice, or in a pause, costs nothing extra', async () => {
    const { id } = await add()
    await change(id, { quantity: 2 })
    expect((await read(id)).adjustments).toEqual([])
    await on('2026-02-01')
    await move(id, 'pause')
    setNow('2026-03-10')
    await change(id, { quantity: 9 })
    expect((await read(id)).adjustments).toEqual([])
  })

  test.each([
    ['starts_on', { starts_on: '2026-01-14' }],
    ['ends_on', { ends_on: '2026-01-31' }],
    ['price', { price: 1.001 }],
    ['plan_id', { plan_id: 999_999 }],
    ['customer_id', { customer_id: 999_999 }],
  ] as const)('is refused because of %s', async (name, more) => {
    const plan = await addPlan()
    const answer = await subscribe(plan.id, more)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('can’t end before what is billed, and isn’t changed by someone who read an older version', async () => {
    const { id, version } = await add()
    await on('2026-02-01')
    const answer = await change(id, { ends_on: '2026-02-10' })
    expect(answer.json().error.details.ends_on).toContain('billed until 2026-02-28')
    await change(id, { quantity: 2 })
    const stale = { quantity: 3, price: null, ends_on: null, sends: false }
    expect((await ask('PUT', url(id), stale, match(version))).statusCode).toBe(412)
  })

  test('is changed in its own place, not as a recurring invoice', async () => {
    const { schedule_id, id } = await add()
    const schedule = `/api/x/invoice-schedules/${schedule_id}`
    expect((await ask('GET', schedule)).json().data.subscription_id).toBe(id)
    expect((await ask('POST', `${schedule}/pause`)).statusCode).toBe(409)
    const removed = await service.app.inject({
      method: 'DELETE',
      url: schedule,
      headers: { ...key, ...match(1) },
    })
    expect(removed.statusCode).toBe(409)
  })

  test('is paused by Bureau once its customer is deleted', async () => {
    const { id } = await add()
    await tenant().transaction((trx) => removeCustomers(trx, { kind: 'key' }, [customer]))
    await on('2026-02-01')
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'customer_deleted', invoices: [] })
    expect(await move(id, 'resume')).toBe(409)
  })
})

describe('the list', () => {
  const list = async (query = '') => {
    const answer = (await ask('GET', `/api/x/subscriptions${query}`)).json()
    expect(listSubscriptions.response.safeParse(answer).error).toBeUndefined()
    return answer as { data: SubscriptionSummary[]; meta: { total: number }; recurring_revenue: object[] }
  }
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id)

  /** One of each status on February 10, two of them on the quarterly plan. */
  async function addEach() {
    const [monthly, quarterly] = [
      await addPlan(),
      await addPlan({ name: 'Retainer', frequency: 'quarterly', line_items: [{ ...line, unit_price: 100 }] }),
    ]
    const start = async (plan: Plan, more: Partial<SubscriptionInput> = {}) =>
      ((await subscribe(plan.id, more)).json().data as Subscription).id
    const ended = await start(monthly, { starts_on: '2026-01-20', ends_on: '2026-01-31' })
    const active = await start(monthly, { quantity: 2 })
    const canceling = await start(quarterly)
    const paused = await start(monthly)
    await on('2026-02-01')
    await move(canceling, 'cancel')
    await move(paused, 'pause')
    const trialing = await start(monthly, { starts_on: '2026-02-01', trial_days: 14 })
    const upcoming = await start(quarterly, { starts_on: '2026-02-20' })
    setNow('2026-02-10')
    return { plans: [monthly, quarterly], ids: { ended, active, canceling, paused, trialing, upcoming } }
  }

  test('has those of a status, as each of them says of itself', async () => {
    const { ids } = await addEach()
    expect(Object.keys(ids).toSorted()).toEqual(subscriptionStatuses.toSorted())
    for (const status of subscriptionStatuses) {
      expect(await idsOf(`?status=${status}`), status).toEqual([ids[status]])
      expect((await read(ids[status])).status).toBe(status)
    }
    const either = await idsOf('?status=paused&status=trialing&status=paused')
    expect(either.toSorted((a, b) => a - b)).toEqual([ids.paused, ids.trialing].toSorted((a, b) => a - b))
    for (const refused of ['lost', 'paused&status=lost', `paused${'&status=paused'.repeat(50)}`])
      expect((await ask('GET', `/api/x/subscriptions?status=${refused}`)).statusCode).toBe(400)
  })

  test('has those of a plan or with words of customer and plan, and begins with the next invoice', async () => {
    const { plans, ids } = await addEach()
    expect(await idsOf(`?plan_id=${plans[1]?.id}&sort=next_on`)).toEqual([ids.upcoming, ids.canceling])
    expect(await idsOf('?search=RETAINER')).toEqual([ids.upcoming, ids.canceling])
    const [first] = (await list()).data
    expect(await idsOf(`?search=${encodeURIComponent(first?.customer_name ?? '')}`)).toHaveLength(6)
    expect(await idsOf('?search=nobody')).toEqual([])
    const next = (await list('?sort=next_on')).data.map(({ next_on }) => next_on)
    expect(next).toEqual(['2026-02-15', '2026-02-20', '2026-03-01', null, null, null])
    const last = (await list('?sort=-next_on&limit=4')).data.map(({ next_on }) => next_on)
    expect(last).toEqual(['2026-03-01', '2026-02-20', '2026-02-15', null])
    expect((await list('?sort=-next_on&limit=4&page=2')).data).toHaveLength(2)
  })

  test('has those with all words in the names of plan and customer, with or without accents', async () => {
    const named = async (name: string, last_name: string) => {
      const id = await addRecord(service.context, account, listNotes)
      const search_text = fold(`${name} ${last_name}`)
      await tenant().update('customers').set({ name, last_name, search_text }).where('id', '=', id).execute()
      return id
    }
    const [zoe, bjorn] = [await named('Zoë', 'van der Meulen'), await named('Bjørn', 'Ødegård')]
    const [websites, care] = [
      await addPlan({ name: 'Pflege für Websites' }),
      await addPlan({ name: 'Website care' }),
    ]
    const start = async (plan: Plan, customer_id: number) =>
      ((await subscribe(plan.id, { customer_id })).json().data as Subscription).id
    const [first, second] = [await start(websites, bjorn), await start(care, zoe)]
    const search = (text: string) => idsOf(`?search=${encodeURIComponent(text)}`)
    for (const text of ['für', 'FUR', 'pflege Björn', 'bjorn website', 'odegard websites für'])
      expect(await search(text), text).toEqual([first])
    for (const text of ['Zoë care', 'care zoe', 'meulen website'])
      expect(await search(text), text).toEqual([second])
    expect(await search('website')).toEqual([second, first])
    expect(await search('Zoë für')).toEqual([])
    // What the list shows is found, even if the customer is called something else by now or was deleted.
    const renamed = { name: 'Anna', search_text: 'anna van der meulen' }
    await tenant().update('customers').set(renamed).where('id', '=', zoe).execute()
    expect(await search('Zoë care')).toEqual([second])
    expect(await search('Anna care')).toEqual([second])
    await tenant().transaction((trx) => removeCustomers(trx, { kind: 'key' }, [bjorn]))
    expect(await search('ødegård websites')).toEqual([first])
    expect(await search('Odegard FÜR')).toEqual([first])
    expect(await search('odegard care')).toEqual([])
  })

  test('says what all that match come to in a month, as the overview does of all there are', async () => {
    const { plans } = await addEach()
    // 60.00 a month, and 100.00 a quarter until it ends.
    const all = [{ currency: 'EUR', count: 2, amount: 93.33 }]
    expect((await list('?limit=1')).recurring_revenue).toEqual(all)
    expect(await revenue()).toEqual(all)
    expect((await list(`?plan_id=${plans[0]?.id}`)).recurring_revenue).toEqual([
      { currency: 'EUR', count: 1, amount: 60 },
    ])
    expect((await list('?status=paused')).recurring_revenue).toEqual([])
  })
})

describe('its status', () => {
  const journeys: [string, (id: number) => Promise<unknown>, Record<string, string | number>][] = [
    ['upcoming', async () => undefined, { pause: 409, resume: 409, keep: 409, cancel: 'ended' }],
    ['active', () => on('2026-02-01'), { resume: 409, keep: 409, pause: 'paused' }],
    ['active', () => on('2026-02-01'), { cancel: 'canceling' }],
    [
      'paused',
      async (id) => {
        await on('2026-02-01')
        await move(id, 'pause')
      },
      { pause: 409, keep: 409, resume: 'active' },
    ],
    [
      'paused',
      async (id) => {
        await on('2026-02-01')
        await move(id, 'pause')
      },
      { cancel: 'canceling' },
    ],
    [
      'paused',
      async (id) => {
        await on('2026-02-01')
        await move(id, 'pause')
        setNow('2026-03-01')
      },
      { cancel: 'ended' },
    ],
    [
      'canceling',
      async (id) => {
        await on('2026-02-10')
        await move(id, 'cancel')
      },
      { pause: 409, resume: 409, cancel: 409, keep: 'active' },
    ],
    [
      'ended',
      async (id) => {
        await move(id, 'cancel')
      },
      { pause: 409, resume: 409, cancel: 409, keep: 409 },
    ],
  ]
  test.each(journeys)('is %s and moves on from there', async (status, arrive, answers) => {
    const { id } = await add()
    await arrive(id)
    expect((await read(id)).status).toBe(status)
    for (const [name, answer] of Object.entries(answers)) expect(await move(id, name), name).toBe(answer)
  })

  test('a canceled one ends with its period, unless it is kept', async () => {
    const { id } = await add()
    await on('2026-02-10')
    await move(id, 'cancel')
    expect(await read(id)).toMatchObject({ ends_on: '2026-02-28', next_on: null })
    expect((await change(id, { quantity: 2 })).statusCode).toBe(409)
    await move(id, 'keep')
    expect(await read(id)).toMatchObject({ ends_on: null, next_on: '2026-03-01' })
    await on('2026-03-01')
    await move(id, 'cancel')
    await on('2026-04-01')
    expect((await read(id)).status).toBe('ended')
    expect(await runs()).toEqual(['2026-02-01', '2026-03-01'])
  })

  test('one that is canceled in its trial is never billed', async () => {
    const { id } = await add({ starts_on: '2026-01-15', trial_days: 10 })
    expect(await move(id, 'cancel')).toBe('canceling')
    expect((await read(id)).ends_on).toBe('2026-01-24')
    await on('2026-01-25')
    expect((await read(id)).status).toBe('ended')
    expect(await runs()).toEqual([])
  })

  test('what falls into a pause isn’t billed', async () => {
    const { id } = await add()
    await on('2026-02-01')
    await move(id, 'pause')
    await on('2026-04-15')
    await move(id, 'resume')
    expect((await newest(id)).lines).toEqual([['Care, Apr 15 – 30, 2026 (16 of 30 days)', 16]])
    await on('2026-05-01')
    expect(await runs()).toEqual(['2026-02-01', '2026-04-01', '2026-05-01'])
  })
})

describe('exactly once', () => {
  test('jobs at the same time bill each period and each change once', async () => {
    const { id } = await add()
    await on('2026-02-01')
    await change(id, { quantity: 2 })
    setNow('2026-03-01')
    const made = await Promise.all([1, 2, 3, 4].map(() => job('2026-03-01')))
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect((await newest(id)).lines).toHaveLength(2)
  })

  test.runIf(onPostgres)('so do two processes with databases of their own', async () => {
    const { id } = await add()
    await on('2026-02-01')
    await change(id, { quantity: 2 })
    setNow('2026-03-01')
    const other = await openStore(service.context.config)
    try {
      await Promise.all([job('2026-03-01'), job('2026-03-01', other), job('2026-03-01', other)])
    } finally {
      await other.close()
    }
    expect(await runs()).toEqual(['2026-02-01', '2026-03-01'])
    expect((await newest(id)).lines).toHaveLength(2)
  })

  test('a clock that jumps ahead and back bills no period twice, and years ahead it stops', async () => {
    const { id } = await add()
    for (const day of ['2026-02-01', '2026-04-01', '2026-02-01', '2025-06-01', '2026-05-01']) await on(day)
    expect(await runs()).toEqual(['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'])
    await on('2036-01-01')
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'missed' })
    expect(await runs()).toHaveLength(4)
  })

  test('one whose invoice couldn’t be drafted is billed for that period once it is resumed', async () => {
    const { id, schedule_id } = await add()
    const { db } = service.context.store
    const schedules = db.updateTable('invoice_schedules').where('id', '=', schedule_id)
    const { lines } = await db
      .selectFrom('invoice_schedules')
      .select('lines')
      .where('id', '=', schedule_id)
      .executeTakeFirstOrThrow()
    const [line] = JSON.parse(lines) as object[]
    const tooLarge = JSON.stringify([{ ...line, quantity: 1_000_000, unit_price: 1e12 }])
    await schedules.set({ lines: tooLarge }).execute()
    await expect(on('2026-02-01')).rejects.toThrow('The amounts are too large')
    expect(await read(id)).toMatchObject({ status: 'paused', pause_reason: 'failed', invoices: [] })
    await schedules.set({ lines }).execute()
    setNow('2026-02-10')
    expect(await move(id, 'resume')).toBe('active')
    expect((await newest(id)).lines).toEqual([['Care, Feb 1 – 28, 2026', 30]])
    await on('2026-03-01')
    expect(await runs()).toEqual(['2026-02-01', '2026-03-01'])
  })

  test('one that sends gives each invoice its number and queues its email with it, once', async () => {
    const mail = { canSend: true, wake: vi.fn<() => void>() }
    const { id } = await add({ sends: true })
    setNow('2026-02-01')
    const send = () =>
      draftRecurring({ store: service.context.store, live: service.context.live, outbox: mail }, Date.now())
    expect((await send()) + (await send())).toBe(1)
    const [invoice] = (await read(id)).invoices
    expect(invoice).toMatchObject({ status: 'sent', period_on: '2026-02-01' })
    const emails = (await ask('GET', `/api/x/invoices/${invoice?.id}/emails`)).json().data
    expect(emails).toMatchObject([
      {
        to: ['zoe@example.com'],
        subject: expect.stringContaining(`Invoice ${invoice?.invoice_number} from`),
      },
    ])
    expect(mail.wake).toHaveBeenCalledOnce()
  })

  test('one that sends writes the email with the default template, or the usual one where that is too long', async () => {
    const mail = { canSend: true, wake: vi.fn<() => void>() }
    const template = {
      kind: 'invoice_email',
      name: 'Short',
      is_default: true,
      subject: 'Yours: {{invoice.number}}',
      message: 'Please pay {{invoice.total}}',
      sections: [],
    }
    expect((await ask('POST', '/api/x/templates', template)).statusCode).toBe(201)
    const { id } = await add({ sends: true })
    const send = () =>
      draftRecurring({ store: service.context.store, live: service.context.live, outbox: mail }, Date.now())
    const newest = async () =>
      tenant().select('emails').select(['subject', 'message']).orderBy('id', 'desc').executeTakeFirst()
    setNow('2026-02-01')
    expect(await send()).toBe(1)
    const number = (await read(id)).invoices[0]?.invoice_number
    expect(await newest()).toEqual({ subject: `Yours: ${number}`, message: 'Please pay €36.30' })
    await tenant()
      .update('templates')
      .set({ subject: `${'Z'.repeat(195)}{{customer.name}}` })
      .execute()
    setNow('2026-03-01')
    expect(await send()).toBe(1)
    expect((await newest())?.subject).toMatch(/^Invoice .* from/)
  })

  test('one that sends writes to the customer’s address for invoices, with a link to pay, and says its period', async () => {
    const mail = { canSend: true, wake: vi.fn<() => void>() }
    const billing = JSON.stringify({ ...noBilling, email: 'invoices@zoe.example' })
    await tenant().update('customers').set({ billing }).where('id', '=', customer).execute()
    const company = await readCompany(tenant())
    await addVersion(tenant(), company, { ...company, payment_link: 'https://pay.example/{number}' })
    const { id } = await add({ sends: true })
    setNow('2026-02-01')
    await draftRecurring(
      { store: service.context.store, live: service.context.live, outbox: mail },
      Date.now(),
    )
    const [{ id: invoice = 0, invoice_number = '' } = {}] = (await read(id)).invoices
    expect((await ask('GET', `/api/x/invoices/${invoice}/emails`)).json().data).toMatchObject([
      { to: ['invoices@zoe.example'] },
    ])
    const sent = await tenant().select('emails').select('message').executeTakeFirst()
    expect(sent?.message).toContain(`Pay online:\nhttps://pay.example/${invoice_number}\n`)
    expect((await ask('GET', `/api/x/invoices/${invoice}`)).json().data).toMatchObject({
      delivered_from: '2026-02-01',
      delivered_to: '2026-02-28',
    })
  })

  test('one that sends greets the customer as they are called, though that looks like placeholders', async () => {
    const mail = { canSend: true, wake: vi.fn<() => void>() }
    const name = 'Zoë {{company.name}} {number} {{ x }}'
    await tenant().update('customers').set({ name, last_name: '' }).where('id', '=', customer).execute()
    await add({ sends: true })
    const emails = () => tenant().select('emails').select('message').orderBy('id').execute()
    const send = () =>
      draftRecurring({ store: service.context.store, live: service.context.live, outbox: mail }, Date.now())
    setNow('2026-02-01')
    expect(await send()).toBe(1)
    await ask('POST', '/api/x/templates', {
      kind: 'invoice_email',
      name: 'Short',
      is_default: true,
      subject: 'Invoice {number}',
      message: 'Dear {{customer.name}}',
      sections: [],
    })
    setNow('2026-03-01')
    expect(await send()).toBe(1)
    expect(await emails()).toEqual([
      { message: expect.stringContaining(`Hello ${name},\n`) },
      { message: `Dear ${name}` },
    ])
  })

  test('without a mail server it leaves the draft for somebody to send', async () => {
    const { id } = await add({ sends: true })
    await on('2026-02-01')
    expect((await read(id)).invoices).toMatchObject([{ status: 'draft' }])
  })
})

test('recurring revenue counts what is active, by currency, before tax', async () => {
  expect(await revenue()).toEqual([])
  const { id } = await add({ quantity: 2, starts_on: '2026-01-15' })
  await add({ starts_on: '2026-01-15' }, { frequency: 'yearly', line_items: [{ ...line, unit_price: 100 }] })
  await add({ starts_on: '2026-01-15' }, { currency: 'USD', frequency: 'quarterly' })
  await add({ starts_on: '2026-01-15', trial_days: 30 })
  expect(await revenue()).toEqual([
    { currency: 'EUR', count: 2, amount: 68.33 },
    { currency: 'USD', count: 1, amount: 10 },
  ])
  await move(id, 'cancel')
  expect((await revenue())?.[0]?.count).toBe(2)
  await move(id, 'keep')
  await move(id, 'pause')
  expect((await revenue())?.[0]).toEqual({ currency: 'EUR', count: 1, amount: 8.33 })
})

test('recurring invoices are listed with those of subscriptions, or without', async () => {
  await add()
  const total = async (query: string) =>
    (await ask('GET', `/api/x/invoice-schedules${query}`)).json().meta.total
  expect(await total('')).toBe(1)
  expect(await total('?subscriptions=include')).toBe(1)
  expect(await total('?subscriptions=exclude')).toBe(0)
  expect((await ask('GET', '/api/x/invoice-schedules?subscriptions=no')).statusCode).toBe(400)
})

test('lists those of a plan or a customer, the newest first', async () => {
  const [first, second] = [await add(), await add()]
  const ids = async (query: string) =>
    (await ask('GET', `/api/x/subscriptions?${query}`)).json().data.map(({ id }: { id: number }) => id)
  expect(await ids('')).toEqual([second.id, first.id])
  expect(await ids(`plan_id=${first.plan_id}`)).toEqual([first.id])
  expect(await ids(`customer_id=${customer}`)).toEqual([second.id, first.id])
  expect(await ids('customer_id=999999')).toEqual([])
})
