import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import * as contract from '#contract/customers/changes.ts'
import type { countPermissions } from '#contract/customers/changes.ts'
import { actions } from '#contract/values/permissions.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { mapSlices } from '#server/platform/lists/search-totals.ts'
import { distinctWords } from '#server/platform/lists/searched-pages.ts'

import { matchingCustomers, toNarrowing } from '../filters.ts'
import { publishCustomerChange } from '../form-routes.ts'
import { type Carrying, cancelBatches } from './batches.ts'
import { readChange, readRunningChanges, requestChange, undoChange } from './requests.ts'

/** Changes to several customers, or to all that match a filter. Surface X. */
export function customerChanges(app: FastifyInstance, context: Context): void {
  const carrying = (): Carrying => ({
    publicUrl: context.publicUrl(),
    report: (failures) => context.customerChanges.report(failures),
  })

  /** The rest is carried out in the background. */
  function continueWith(tenant: Tenant, { id, state, caused_by }: contract.CustomerChange) {
    if (state === 'running') return context.customerChanges.run({ id, account_id: tenant.account, caused_by })
    publishCustomerChange(tenant, context)
  }

  mount(app, context, contract.changeCustomers, async ({ tenant, caller, body, request, reply }) => ({
    data: await writeOnce(
      contract.changeCustomers,
      { tenant, request, reply, body },
      (trx) => requestChange(trx, caller, body, carrying()),
      (change) => continueWith(tenant, change),
    ),
  }))

  mount(app, context, contract.countPermissions, async ({ tenant, body }) => ({
    data: await countPermissionsOf(tenant, body),
  }))

  mount(app, context, contract.listCustomerChanges, async ({ tenant }) => ({
    data: await readRunningChanges(tenant),
  }))

  mount(app, context, contract.showCustomerChange, async ({ tenant, params }) => ({
    data: await readChange(tenant, params.id),
  }))

  mount(app, context, contract.cancelCustomerChange, async ({ tenant, params }) => ({
    data: await tenant.transaction(async (trx) => {
      await cancelBatches(trx, params.id)
      return readChange(trx, params.id)
    }),
  }))

  mount(app, context, contract.undoCustomerChange, async ({ tenant, caller, params, request, reply }) => ({
    data: await writeOnce(
      contract.undoCustomerChange,
      { tenant, request, reply },
      (trx) => undoChange(trx, caller, params.id, carrying()),
      (change) => continueWith(tenant, change),
    ),
  }))
}

type Body = z.output<NonNullable<(typeof countPermissions)['body']>>
type Counts = z.output<(typeof countPermissions)['response']>['data']

/** Counts those customers, and how many of them have each permission. */
async function countPermissionsOf(
  tenant: Tenant,
  { customers, search = '', ...filter }: Body,
): Promise<Counts> {
  const words = distinctWords(search)
  const narrowing = await toNarrowing(tenant, words, filter)
  const rows = customers
    ? [await read(tenant.select('customers').where(isIn(tenant.dialect, 'id', JSON.stringify(customers))))]
    : // No text contains NUL, and neither database takes it in a search.
      words.some((word) => word.includes('\0'))
      ? []
      : await mapSlices(
          tenant,
          { table: 'customers', rows: (await readRowCounts(tenant)).customers.total },
          (ids) => read(matchingCustomers(tenant, narrowing, words.length > 0 ? 'search' : 'filter', ids)),
        )
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
  return { total: sumOf('total'), permissions: actions.map(({ name }) => ({ name, count: sumOf(name) })) }
}

type Query = ReturnType<typeof matchingCustomers>

/** One row: the number of customers, and of those with each permission under its name. */
async function read(query: Query): Promise<Partial<Record<string, number>>> {
  const counts = actions.map(({ id, name }) =>
    sql<number>`cast(count(case when customers.permissions & ${sql.lit(1 << (id - 1))} <> 0 then 1 end) as integer)`.as(
      name,
    ),
  )
  return query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(counts)
    .executeTakeFirstOrThrow() as Promise<Partial<Record<string, number>>>
}
