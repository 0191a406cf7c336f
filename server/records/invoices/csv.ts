import type { FastifyInstance } from 'fastify'

import { csvCells, csvTime, exportInvoices, invoiceCsv } from '#contract/exports.ts'
import { amountToRefund } from '#contract/invoices/states.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { decimalText } from '#server/platform/lib/money.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import { inOrderOf, listedWindows, mapWindows } from '#server/platform/lists/row-windows.ts'

import { balanceOf, dueOf } from './details.ts'
import { filterOf } from './filter.ts'
import { columns } from './pages.ts'
import { type InvoiceFilter, matchingInvoices, rowColumns } from './rows.ts'

/** The list of invoices as a CSV file. */
export function invoicesCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportInvoices, async ({ tenant, query, reply }) => {
    const { sort = '-id', ids, ...given } = query
    const filter = await filterOf(tenant, given)
    await auditExport(tenant, 'export.invoices', query)
    const windows = listedWindows(tenant, ids, { table: 'invoices', ...orderOf(columns, sort) })
    const read = (window: readonly number[]) => readRows(tenant, filter, window)
    return sendCsv(reply, 'invoices', invoiceCsv, mapWindows(windows, read))
  })
}

async function readRows(tenant: Tenant, filter: InvoiceFilter, window: readonly number[]) {
  const rows = await matchingInvoices(tenant, filter, 'walk')
    .select([...rowColumns, 'settled_amount', 'credited_amount', 'issued_on'])
    .where(isIn(tenant.dialect, 'invoices.id', JSON.stringify(window)))
    .execute()
  return inOrderOf(window, rows).map((row) =>
    csvCells(invoiceCsv, {
      ...row,
      total_amount: decimalText(row.total_amount, row.currency),
      amount_paid: decimalText(row.settled_amount - row.credited_amount, row.currency),
      amount_credited: decimalText(row.credited_amount, row.currency),
      amount_due: decimalText(dueOf(row), row.currency),
      amount_to_refund: decimalText(amountToRefund(balanceOf(row)), row.currency),
      created_at: csvTime(row.created_at),
      updated_at: csvTime(row.updated_at),
    }),
  )
}
