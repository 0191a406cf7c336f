import type { FastifyInstance } from 'fastify'

import { fieldType } from '#contract/customers/custom-fields.ts'
import { csvCells, csvTime, customerCsv, exportCustomers, fieldColumn } from '#contract/exports.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import { inOrderOf, listedWindows, mapWindows } from '#server/platform/lists/row-windows.ts'
import { distinctWords } from '#server/platform/lists/searched-pages.ts'

import { billingColumns, toBilling } from './billing.ts'
import { permissionsOf } from './columns.ts'
import { readDefinitions } from './field-definitions.ts'
import { type Narrowing, matchingCustomers, toNarrowing } from './filters.ts'
import { columns as sortColumns } from './order.ts'

/** The list of customers as a CSV file. */
export function customersCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportCustomers, async ({ tenant, query, reply }) => {
    const { search = '', sort = '-id', ids, ...filter } = query
    const narrowing = await toNarrowing(tenant, distinctWords(search), filter)
    await auditExport(tenant, 'export.customers', query)
    const fields = (await readDefinitions(tenant)).filter(({ type }) => type !== fieldType.file)
    const windows = listedWindows(tenant, ids, { table: 'customers', ...orderOf(sortColumns, sort) })
    const header = [...customerCsv, ...fields.map(({ key }) => fieldColumn(key))]
    const read = (window: readonly number[]) =>
      readRows(
        tenant,
        narrowing,
        window,
        fields.map(({ id }) => id),
      )
    return sendCsv(reply, 'customers', header, mapWindows(windows, read))
  })
}

const columns = [
  ...(['id', 'name', 'last_name', 'email', 'phone', 'company_name', 'company_email'] as const),
  ...(['company_phone', 'company_website', 'address_1', 'address_2', 'zip_code', 'city'] as const),
  ...([
    'state',
    'country',
    'fax',
    'billing',
    'processor_linked',
    'permissions',
    'created_at',
    'updated_at',
  ] as const),
]

function billingCells(column: string | null) {
  const billing = toBilling(column)
  const cells = Object.entries(billingColumns).map(([name, key]) => [name, billing[key]])
  return Object.fromEntries(cells) as Record<keyof typeof billingColumns, string | number | null>
}

/** Those of a window that match, as cells. */
async function readRows(
  tenant: Tenant,
  narrowing: Narrowing,
  window: readonly number[],
  fields: readonly number[],
): Promise<string[][]> {
  // No text contains NUL, and neither database takes it in a search.
  if (narrowing.words.some((word) => word.includes('\0'))) return []
  const ids = JSON.stringify(window)
  const rows = await matchingCustomers(tenant, narrowing, 'walk')
    .select(columns)
    .where(isIn(tenant.dialect, 'customers.id', ids))
    .execute()
  const values =
    fields.length === 0 || rows.length === 0
      ? []
      : await tenant
          .select('custom_field_values')
          .select(['customer_id', 'custom_field_id', 'value'])
          .where(isIn(tenant.dialect, 'customer_id', ids))
          .execute()
  const valueOf = new Map(
    values.map(({ customer_id, custom_field_id, value }) => [`${customer_id} ${custom_field_id}`, value]),
  )
  return inOrderOf(window, rows).map((row) => [
    ...csvCells(customerCsv, {
      ...row,
      ...billingCells(row.billing),
      linked: row.processor_linked === 1,
      permissions: Object.values(permissionsOf(row.permissions)).join(' '),
      created_at: csvTime(row.created_at),
      updated_at: csvTime(row.updated_at),
    }),
    ...fields.map((field) => valueOf.get(`${row.id} ${field}`) ?? ''),
  ])
}
