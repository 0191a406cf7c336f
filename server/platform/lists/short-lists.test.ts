import { afterAll, expect, test } from 'vitest'

import { contracts } from '#contract/documents/contracts.ts'
import { proposals } from '#contract/documents/proposals.ts'
import { listCreditNotes, showCreditNote } from '#contract/invoices/credit-notes.ts'
import { plans } from '#contract/invoices/plans.ts'
import { schedules } from '#contract/invoices/schedules.ts'
import { listSubscriptions, showSubscription } from '#contract/invoices/subscriptions.ts'
import { meetings } from '#contract/meetings/meetings.ts'
import { fold } from '#contract/values/folding.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import {
  contractSorts,
  creditNoteSorts,
  meetingSorts,
  planSorts,
  proposalSorts,
  scheduleSorts,
} from '#contract/wire/list-sorts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { startService } from '#server/tools/testing/service.ts'

const service = await startService()
afterAll(() => service.close())

const names = ['émile', 'Zoë', 'adam', 'Émile', 'Adam', 'ünal', 'bea']
const nameOf = (index: number) => names[index] ?? ''
const keyOf = (index: number) => fold(nameOf(index))
const dayOrNone = (index: number) => (index % 3 === 0 ? null : `2030-0${(index % 4) + 1}-01`)
const amount = (index: number) => ((index * 7) % 4) * 100
const timeOrNone = (index: number) => (index % 2 === 0 ? null : `2030-0${(index % 5) + 1}-01T08:00:00.000Z`)

const named = { customer_name: nameOf, customer_name_key: keyOf }
const bills = { ...named, next_on: dayOrNone }
const documents = { ...named, sent_at: timeOrNone, ends_on: dayOrNone, total_amount: amount }

interface List {
  readonly list: Endpoint
  /** Reads one of its rows. */
  readonly show: Endpoint
  readonly sorts: readonly string[]
  /** What makes the rows differ, in a table. */
  readonly table: string
  readonly columns: Readonly<Record<string, (index: number) => string | number | null>>
}

const lists: readonly List[] = [
  {
    list: proposals.list,
    show: proposals.show,
    sorts: proposalSorts,
    table: 'documents',
    columns: documents,
  },
  {
    list: contracts.list,
    show: contracts.show,
    sorts: contractSorts,
    table: 'documents',
    columns: documents,
  },
  { ...schedules, sorts: scheduleSorts, table: 'invoice_schedules', columns: bills },
  {
    list: listSubscriptions,
    show: showSubscription,
    sorts: scheduleSorts,
    table: 'invoice_schedules',
    columns: bills,
  },
  { list: listCreditNotes, show: showCreditNote, sorts: creditNoteSorts, table: 'invoices', columns: named },
  {
    list: listCreditNotes,
    show: showCreditNote,
    sorts: creditNoteSorts,
    table: 'credit_notes',
    columns: { total_amount: amount, issued_on: (index) => `2030-0${(index % 4) + 1}-01` },
  },
  {
    ...plans,
    sorts: planSorts,
    table: 'plans',
    columns: { name: nameOf, name_key: keyOf, net_amount: amount },
  },
  {
    ...meetings,
    sorts: meetingSorts,
    table: 'meetings',
    columns: {
      title: nameOf,
      search_text: keyOf,
      starts_at: (index) => `2030-0${(index % 4) + 1}-01T08:00:00.000Z`,
    },
  },
]

test.for(lists)(
  '$list.path is read in every order, by $table',
  async ({ list, show, sorts, table, columns }) => {
    const account = await service.account(`Account of ${table} ${list.path}`, { rateLimit: 1_000_000 })
    const staff = await service.session(account.id, 'owner')
    for (const _name of names) await addRecord(service.context, account.id, show)
    const { db, dialect } = service.context.store
    const tenant = new Tenant(db, dialect, account.id, 'Test')
    const ids = await tenant
      .select(table as 'invoices')
      .select('id')
      .orderBy('id')
      .execute()
    for (const [index, { id }] of ids.entries())
      await tenant
        .update(table as 'invoices')
        .set(Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, value(index)])))
        .where('id', '=', id)
        .execute()
    for (const sort of sorts) {
      const rows: Record<string, unknown>[] = []
      for (let page = 1; ; page += 1) {
        const answer = await service.send('GET', `${list.path}?sort=${sort}&limit=3&page=${page}`, staff)
        expect(answer.statusCode).toBe(200)
        const { data, meta } = answer.json()
        rows.push(...data)
        if (rows.length >= meta.total || data.length === 0) break
      }
      const name = sort.replace('-', '')
      const sign = sort.startsWith('-') ? -1 : 1
      const expected = rows.toSorted(
        (a, b) => inOrder(a[name], b[name], sign) || sign * (Number(a['id']) - Number(b['id'])),
      )
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(rows.length).toBeGreaterThanOrEqual(names.length)
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }
  },
)

function inOrder(a: unknown, b: unknown, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  const [left, right] = [fold(String(a)), fold(String(b))]
  return left === right ? 0 : left < right ? -sign : sign
}
