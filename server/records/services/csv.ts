import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { csvCells, csvTime, exportServices, serviceCsv } from '#contract/exports.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { decimalText, toPercent } from '#server/platform/lib/money.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import { inOrderOf, listedWindows, mapWindows } from '#server/platform/lists/row-windows.ts'

import { filterOf } from './filter.ts'
import { type Filter, kinds } from './kinds.ts'
import { columns } from './pages.ts'
import { rowColumns } from './rows.ts'

/** The catalog as a CSV file. */
export function servicesCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportServices, async ({ tenant, query, reply }) => {
    const { sort = 'id', ids, ...given } = query
    await auditExport(tenant, 'export.services', query)
    const filter = filterOf(given)
    const windows = listedWindows(tenant, ids, { table: 'services', ...orderOf(columns, sort) })
    const ofKinds = await kinds(tenant, filter).select('service_kinds.id').execute()
    const kindIds = JSON.stringify(ofKinds.map(({ id }) => id))
    const read = (window: readonly number[]) => readRows(tenant, filter, kindIds, window)
    return sendCsv(reply, 'services', serviceCsv, mapWindows(windows, read))
  })
}

async function readRows(tenant: Tenant, filter: Filter, kindIds: string, window: readonly number[]) {
  let query = tenant
    .select('services')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(rowColumns)
    .where(isIn(tenant.dialect, 'services.id', JSON.stringify(window)))
    // Adding nothing keeps a planner from gathering all services of these kinds.
    .where(isIn(tenant.dialect, sql`services.kind_id + 0`, kindIds))
  if (filter.search !== '') query = query.where(tenant.dialect.textContains('services', filter.search))
  const rows = await query.execute()
  return inOrderOf(window, rows).map((row) =>
    csvCells(serviceCsv, {
      ...row,
      price: decimalText(row.price, row.currency),
      tax_rate: toPercent(row.tax_rate),
      is_active: row.is_active === 1,
      tags: (JSON.parse(row.tags) as string[]).join(', '),
      created_at: csvTime(row.created_at),
      updated_at: csvTime(row.updated_at),
    }),
  )
}
