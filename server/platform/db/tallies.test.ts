import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { invoiceStatuses } from '#contract/invoices/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { blockOf, blockStart } from './tallies.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

async function tenantOf(name: string) {
  return (await service.account(name)).tenant
}

const dates = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01']
const times = ['2025-12-31T23:59:59.999999Z', '2026-01-01T00:00:00.000000Z', '2026-01-01T01:30:00.000000Z']
const invoice = fc.record({
  status: fc.constantFrom(...invoiceStatuses),
  currency: fc.constantFrom('EUR', 'JPY'),
  due_date: fc.constantFrom(...dates),
  created_at: fc.constantFrom(...times),
  updated_at: fc.constantFrom(...times),
  total_amount: fc.constantFrom(0, 1, 25, 999_999_999),
  settled_amount: fc.constantFrom(0, 0, 20),
  customer_id: fc.integer({ min: 1, max: 3 }),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), rows: fc.array(invoice, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(6), to: invoice }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(6) }),
  fc.record({ kind: fc.constant('undo' as const), rows: fc.array(invoice, { minLength: 1, maxLength: 3 }) }),
)

type Row = typeof invoice extends fc.Arbitrary<infer Row> ? Row : never
const asNew = ({ settled_amount, ...row }: Row, number: string) => ({
  ...row,
  payments: settled_amount === 0 ? [] : [{ amount: settled_amount, paid_on: row.due_date, method: null }],
  invoice_number: number,
  customer_name: 'Zoë',
  customer_email: 'zoe@example.com',
  lines: [],
})

test('stored sums equal a recount of all invoices after any writes', { timeout: 120_000 }, async () => {
  let accounts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const tenant = await tenantOf(`Account ${(accounts += 1)}`)
      for (const one of steps) {
        if (one.kind === 'add') {
          await tenant.transaction((trx) =>
            addInvoices(
              trx,
              one.rows.map((row, index) => asNew(row, `N-${index}`)),
            ),
          )
        } else if (one.kind === 'change') {
          const { total_amount, ...to } = one.to
          await tenant
            .update('invoices')
            .set({ ...to, total_amount })
            .where(sql<number>`id % 7`, '=', one.which)
            .execute()
        } else if (one.kind === 'remove') {
          await tenant
            .delete('invoices')
            .where(sql<number>`id % 7`, '=', one.which)
            .execute()
        } else {
          const undone = tenant.transaction(async (trx) => {
            await addInvoices(
              trx,
              one.rows.map((row, index) => asNew(row, `U-${index}`)),
            )
            throw new Error('undone')
          })
          await undone.catch(() => undefined)
        }
      }
      expect(await kept(tenant)).toEqual(await recounted(tenant))
    }),
    { numRuns: runs(20, 120) },
  )
})

test('concurrent writers leave exact sums and never deadlock', async () => {
  const tenant = await tenantOf('Busy')
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let round = 0; round < 5; round += 1) {
      await tenant.transaction(async (trx) => {
        for (const currency of writer % 2 === 0 ? (['EUR', 'JPY'] as const) : (['JPY', 'EUR'] as const)) {
          const row = {
            status: 'sent' as const,
            currency,
            due_date: '2026-01-31',
            customer_id: 1,
            total_amount: 25 as const,
            settled_amount: 20 as const,
          }
          const made = {
            created_at: '2026-01-01T00:00:00.000000Z',
            updated_at: '2026-01-01T00:00:00.000000Z',
          }
          await addInvoices(trx, [asNew({ ...row, ...made }, 'N')])
        }
      })
    }
  })
  await Promise.all(writers)
  expect(await kept(tenant)).toEqual(await recounted(tenant))
  const { entries } = await tenant
    .select('tallies')
    .select('entries')
    .where('name', '=', 'invoices')
    .executeTakeFirstOrThrow()
  expect(entries).toBe(80)
})

test('a block starts with its lowest id', () => {
  for (const id of [0, 1, 4095, 4096, 1_000_000, 2 ** 40]) {
    expect(blockStart(blockOf(id))).toBeLessThanOrEqual(id)
    expect(blockOf(blockStart(blockOf(id)))).toBe(blockOf(id))
  }
  expect(blockOf(4095)).not.toBe(blockOf(4096))
})

async function kept(tenant: Tenant) {
  const rows = await tenant
    .select('tallies')
    .select(['name', 'bucket', 'status', 'currency', 'entries'])
    .select(sql<number>`cast(amount as double precision)`.as('amount'))
    .where('entries', '<>', 0)
    .execute()
  return rows
    .map(({ name, bucket, status, currency, entries, amount }) =>
      [name, bucket, status, currency, entries, amount].join(' '),
    )
    .toSorted()
}

/** The same from the rows alone, in another language than the triggers. */
async function recounted(tenant: Tenant) {
  const sums = new Map<string, [number, number]>()
  const add = (key: string, amount: number) => {
    const [entries, sum] = sums.get(key) ?? [0, 0]
    sums.set(key, [entries + 1, sum + amount])
  }
  for (const row of await tenant.select('invoices').selectAll().execute()) {
    const money = `${row.status} ${row.currency}`
    add('invoices   ', 0)
    add(`invoices:block ${blockOf(row.id)}  `, 0)
    add(`status  ${money}`, row.total_amount)
    const isPartlyPaid = (row.status === 'sent' || row.status === 'overdue') && row.settled_amount !== 0
    const toRefund = row.settled_amount > 0 ? Math.max(row.settled_amount - row.total_amount, 0) : 0
    for (const [prefix, amount] of [
      ['', row.total_amount],
      ...(isPartlyPaid ? ([['settled-', row.settled_amount]] as const) : []),
      ...(toRefund > 0 ? ([['refund-', toRefund]] as const) : []),
    ] as const) {
      add(`${prefix}customer ${row.customer_id} ${money}`, amount)
      for (const length of [7, 10])
        add(`${prefix}due:${length} ${row.due_date.slice(0, length)} ${money}`, amount)
    }
    if (toRefund > 0) add(`refund-status  ${money}`, toRefund)
    if (isPartlyPaid) add(`settled-status  ${money}`, row.settled_amount)
    for (const length of [7, 10, 13])
      if (row.status === 'draft') add(`draft:${length} ${row.updated_at.slice(0, length)}  `, 0)
  }
  for (const row of await tenant.select('invoice_payments').selectAll().execute())
    for (const length of [7, 10])
      add(`payments:${length} ${row.paid_on.slice(0, length)}  ${row.currency}`, row.amount)
  return [...sums].map(([key, [entries, amount]]) => `${key} ${entries} ${amount}`).toSorted()
}
