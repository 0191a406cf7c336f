import { type SelectQueryBuilder, type Selectable, sql } from 'kysely'

import { fold } from '#contract/folding.ts'
import type { Invoice, LineItem } from '#contract/invoices.ts'

import type { Database, InvoiceTable, LineItemTable } from '../db/database.ts'
import { toDecimal, toQuantity } from '../money.ts'
import type { Tenant } from '../tenant.ts'

/** What narrows invoices; its parts narrow together. CHOICE 0024. */
export interface InvoiceFilter {
  readonly status?: InvoiceTable['status'] | undefined
  readonly customer_id?: number | undefined
  readonly search?: string | undefined
  readonly due_from?: string | undefined
  readonly due_to?: string | undefined
}

/** `select … from invoices`, narrowed. */
export function matchingInvoices(
  tenant: Tenant,
  { status, customer_id, search, due_from, due_to }: InvoiceFilter,
): SelectQueryBuilder<Database, 'invoices', object> {
  let query = tenant.select('invoices')
  if (status !== undefined) query = query.where('status', '=', status)
  if (customer_id !== undefined) query = query.where('customer_id', '=', customer_id)
  if (due_from !== undefined) query = query.where('due_date', '>=', due_from)
  if (due_to !== undefined) query = query.where('due_date', '<=', due_to)
  const text = fold(search ?? '')
  return text === ''
    ? query
    : query.where('invoices.id', 'in', tenant.found('invoices', text).select('found.id'))
}

/** A sum of minor units. As a double it is exact to 2^53 and never overflows; the column's own type would. */
export const sumOfAmounts = sql<number>`sum(cast(total_amount as double precision))`

/** Invoices with their lines, in the order of the ids; two statements however many there are. */
export async function readInvoices(tenant: Tenant, ids: readonly number[]): Promise<Invoice[]> {
  if (ids.length === 0) return []
  const [rows, lines] = await Promise.all([
    tenant.select('invoices').selectAll().where('id', 'in', ids).execute(),
    tenant
      .select('invoice_line_items')
      .selectAll()
      .where('invoice_id', 'in', ids)
      .orderBy('invoice_id')
      .orderBy('id')
      .execute(),
  ])
  const linesOf = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  const invoices = new Map(rows.map((row) => [row.id, asInvoice(row, linesOf.get(row.id) ?? [])]))
  return ids.flatMap((id) => invoices.get(id) ?? [])
}

const asInvoice = (row: Selectable<InvoiceTable>, lines: readonly Selectable<LineItemTable>[]): Invoice => ({
  id: row.id,
  invoice_number: row.invoice_number,
  customer_id: row.customer_id,
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  status: row.status,
  total_amount: toDecimal(row.total_amount, row.currency),
  currency: row.currency,
  due_date: row.due_date,
  created_at: row.created_at,
  updated_at: row.updated_at,
  line_items: lines.map((line) => asLineItem(line, row.currency)),
})

const asLineItem = (line: Selectable<LineItemTable>, currency: string): LineItem => ({
  id: line.id,
  description: line.description,
  quantity: toQuantity(line.quantity),
  unit_price: toDecimal(line.unit_price, currency),
  total: toDecimal(line.total, currency),
})
