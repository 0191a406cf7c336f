import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { daysFrom } from '#contract/invoices/schedule-dates.ts'
import { subscriptionStatuses } from '#contract/invoices/subscription-states.ts'
import type { Subscription, SubscriptionSummary } from '#contract/invoices/subscriptions.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { seedDemo } from './seed.ts'

let service: TestService
let studio: TestAccount
let overview: Overview
let subscriptions: Subscription[]

const read = async <Data>(path: string): Promise<Data> => {
  const answer = await service.send('GET', path, { authorization: `Bearer ${studio.key}` })
  expect(answer.statusCode, path).toBe(200)
  return (answer.json() as { data: Data }).data
}

beforeAll(async () => {
  service = await startService({ DEMO: '1' })
  await seedDemo(service.context)
  studio = await service.account('Harbor & Finch Studio')
  overview = await read('/api/x/overview')
  const listed = await read<SubscriptionSummary[]>('/api/x/subscriptions?limit=100')
  subscriptions = []
  for (const { id } of listed) subscriptions.push(await read<Subscription>(`/api/x/subscriptions/${id}`))
})
afterAll(() => service.close())

test('the demo has three plans, and subscriptions in every status', async () => {
  const plans = await read<{ name: string }[]>('/api/x/plans')
  expect(plans.map(({ name }) => name).toSorted()).toEqual(['Design retainer', 'Hosting', 'Website care'])
  expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(subscriptionStatuses))
})

test('each period of the demo’s subscriptions until today has an invoice with its amount, and nothing is due', async () => {
  const { today } = overview
  for (const subscription of subscriptions) {
    const { plan_name, customer_name, frequency, billed_from, ends_on, invoices, status } = subscription
    const name = `${plan_name} of ${customer_name}`
    const recurrence = { frequency, starts_on: billed_from, ends_on, max_count: null }
    const days = daysFrom(recurrence, billed_from, 20).filter((day) => day <= today)
    expect(invoices.map(({ period_on }) => period_on).toSorted(), name).toEqual(days)
    for (const invoice of invoices) expect(invoice.total_amount, name).toBe(subscription.total_amount)
    const [next = null] = status === 'paused' ? [] : daysFrom(recurrence, addDays(today, 1), 1)
    expect(subscription.next_on, name).toBe(next)
  }
  const { store, live } = service.context
  expect(await draftRecurring({ store, live }, Date.now())).toBe(0)
})

test('the demo’s recurring revenue is that of what is active or canceled, by its interval', () => {
  const months = { weekly: 12 / 52, monthly: 1, quarterly: 3, yearly: 12 } as const
  const counted = subscriptions.filter(({ status }) => status === 'active' || status === 'canceling')
  const sum = counted.reduce((total, { net_amount, frequency }) => total + net_amount / months[frequency], 0)
  expect(overview.recurring_revenue).toEqual([
    { currency: 'EUR', count: counted.length, amount: Math.round(sum * 100) / 100 },
  ])
  expect(sum).toBeGreaterThan(500)
})

test('what the demo’s subscriptions went through has happened, and after they were made', async () => {
  const events = ['schedule_created', 'schedule_paused', 'schedule_ended']
  const entries = await studio.tenant
    .select('activity_log')
    .select(['customer_id', 'event', 'created_at'])
    .where('event', 'in', events)
    .where('description', 'like', 'Subscri%')
    .execute()
  expect(new Set(entries.map(({ event }) => event))).toEqual(new Set(events))
  for (const { customer_id, created_at } of entries) {
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now())
    const subscription = subscriptions.find((one) => one.customer_id === customer_id)
    // What begins later was made now, its entry a moment before it.
    expect(Date.parse(created_at)).toBeGreaterThan(Date.parse(subscription?.created_at ?? '') - 10_000)
  }
})
