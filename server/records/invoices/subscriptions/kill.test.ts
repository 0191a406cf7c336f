import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import type { Bill } from '#server/tools/testing/billing-process.ts'
import { environmentOf } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account } = await startWithAccount({ rateLimit: 1_000_000 })

const subscriptions = 8
const script = fileURLToPath(new URL('../../../tools/testing/billing-process.ts', import.meta.url))
const env = { ...process.env, ...environmentOf(service.dataDir), LOG_LEVEL: 'silent' }

async function startProcess(): Promise<ChildProcess> {
  const child = fork(script, { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}
const startTwo = () => Promise.all([startProcess(), startProcess()])

/** Has each of them bill what is due on that day, at the same time, and waits until all have said so, or are dead. */
const bill = (children: readonly ChildProcess[], day: string, dieAt: readonly number[] = []) =>
  Promise.all(
    children.map(async (child, index) => {
      const end = once(child, dieAt[index] === undefined ? 'message' : 'exit')
      const order: Bill = {
        moment: Date.parse(`${day}T12:00:00Z`),
        ...(dieAt[index] && { dieAt: dieAt[index] }),
      }
      child.send(order)
      await end
    }),
  )

const post = async (path: string, body: object) => {
  const answer = await service.send('POST', path, { authorization: `Bearer ${account.key}` }, body)
  expect(answer.statusCode).toBe(201)
  return answer.json().data as { readonly id: number; readonly starts_on: string }
}
const runs = () =>
  account.tenant
    .select('invoice_schedule_runs')
    .select(['schedule_id', 'period_on', 'invoice_id'])
    .orderBy('invoice_id')
    .execute()

test('two processes killed in the middle of billing still bill each period once, whatever their clocks say', async () => {
  const customer = await addRecord(service.context, account.id, listNotes)
  const line = { description: 'Care', quantity: 1, unit_price: 30, discount: 0, tax_rate: 21 }
  const { id: plan_id } = await post('/api/x/plans', {
    name: 'Care plan',
    currency: 'EUR',
    frequency: 'monthly',
    trial_days: 0,
    payment_days: 14,
    notes: '',
    line_items: [line],
  })
  // None is billed before the two do it.
  const starts_on = addDays(new Date().toISOString().slice(0, 10), 7)
  for (let index = 0; index < subscriptions; index += 1)
    await post('/api/x/subscriptions', {
      customer_id: customer,
      plan_id,
      starts_on,
      trial_days: null,
      quantity: 1,
      price: null,
      ends_on: null,
      sends: true,
    })

  // Their clocks are right, a month ahead, and between that a month back.
  let two = await startTwo()
  for (const [period, day] of [starts_on, addDays(starts_on, 31)].entries()) {
    // One is killed while it emails its second invoice, the other one while it emails its fourth.
    await bill(two, day, [2, 4])
    expect(await runs()).toHaveLength(period * subscriptions + 4)
    two = await startTwo()
    await bill(two, addDays(starts_on, -30))
    expect(await runs()).toHaveLength(period * subscriptions + 4)
    await bill(two, day)
    await bill(two, starts_on)
    await bill(two, day)
    expect(await runs()).toHaveLength((period + 1) * subscriptions)
  }

  const made = await runs()
  const periods = new Set(made.map(({ schedule_id, period_on }) => `${schedule_id} ${period_on}`))
  expect(periods.size).toBe(2 * subscriptions)
  const ids = made.map(({ invoice_id }) => invoice_id)
  const invoices = await account.tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'status'])
    .orderBy('id')
    .execute()
  expect(invoices.map(({ id }) => id)).toEqual(ids)
  expect(invoices.filter(({ status }) => status !== 'sent')).toEqual([])
  // Without gaps: nothing is left of what was begun when they were killed.
  expect(invoices.map(({ invoice_number }) => Number(invoice_number.slice(-4)))).toEqual(
    ids.map((_, index) => index + 1),
  )
  const emails = await account.tenant.select('emails').select('about_id').orderBy('about_id').execute()
  expect(emails.map(({ about_id }) => about_id)).toEqual(ids)
}, 120_000)
