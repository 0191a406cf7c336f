import { type SelectQueryBuilder, type Selectable, sql } from 'kysely'

import type { InvoiceStatusFilter } from '#contract/invoices/filter.ts'
import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Prepared, isIn } from '#server/platform/db/prepared.ts'
import type { InvoiceTable, LineItemTable } from '#server/platform/db/tables/invoices.ts'
import { toDecimal, toQuantity } from '#server/platform/lib/money.ts'
import type { Ids } from '#server/platform/lists/search-totals.ts'

/** Filters of invoices, all combined. */
export interface InvoiceFilter {
  readonly status?: InvoiceStatusFilter | undefined
  readonly customer_id?: number | undefined
  readonly search?: string | undefined
  readonly due_from?: string | undefined
  readonly due_to?: string | undefined
  /** Datetimes: from the first one up to, but not including, the second. */
  readonly created_from?: string | undefined
  readonly created_until?: string | undefined
  /** Days of a payment, both included. */
  readonly paid_from?: string | undefined
  readonly paid_to?: string | undefined
  readonly currency?: string | undefined
  readonly amount_from?: number | undefined
  readonly amount_to?: number | undefined
}

/** Columns that rows can be sorted by. */
export type SortColumn =
  | 'id'
  | 'due_date'
  | 'created_at'
  | 'total_key'
  | 'invoice_number_key'
  | 'customer_name_key'

/** The text of a search as it is compared; empty where it narrows nothing. */
export const searchOf = ({ search }: InvoiceFilter): string => fold(search ?? '')

/** How a filter is applied: off its own index, or to rows that are met in another order. */
export type Matching = 'gather' | 'walk'

/** Whether more was paid than the invoice comes to, in the words of its index. */
const isRefundable = sql<boolean>`settled_amount > total_amount and settled_amount > 0`

/** `select … from invoices`, narrowed. */
export function matchingInvoices(
  tenant: Tenant,
  filter: InvoiceFilter,
  how: Matching = 'gather',
  {
    ids,
    walked,
  }: {
    /** Only invoices from this id to that one; while gathering. */
    readonly ids?: Ids | undefined
    /** The column whose index is walked: a range of it is where the walk begins and ends. */
    readonly walked?: SortColumn
  } = {},
): SelectQueryBuilder<Database, 'invoices', object> {
  const { status, customer_id, due_from, due_to, created_from, created_until } = filter
  const { currency, amount_from, amount_to } = filter
  const text = searchOf(filter)
  let query = tenant.select('invoices')
  if (text !== '' && how === 'gather') {
    const found = tenant
      .search({ table: 'invoices', words: [text], key: 'id', ...(ids && { ids }) })
      .innerJoin('invoices', 'invoices.id', 'found.id')
    query = found as unknown as typeof query // narrowed to the account by the search
  } else if (text !== '') {
    query = query.where(tenant.dialect.textContains('invoices', text))
  }
  if (text === '' && ids) query = query.where('id', '>=', ids[0]).where('id', '<=', ids[1])
  // On a walk, appending nothing keeps SQLite from using the index of that column. PostgreSQL knows how common values are.
  const isPlain = how === 'gather' || tenant.dialect.kind === 'postgres'
  const [asText, asNumber] = isPlain ? [sql``, sql``] : [sql` || ''`, sql` + 0`]
  if (status === 'refundable') query = query.where(isRefundable)
  else if (status === 'outstanding') query = query.where(sql<boolean>`status${asText} in ('sent', 'overdue')`)
  else if (status !== undefined) query = query.where(sql<boolean>`status${asText} = ${status}`)
  if (customer_id !== undefined) query = query.where(sql<boolean>`customer_id${asNumber} = ${customer_id}`)
  if (due_from !== undefined) query = query.where(sql<boolean>`due_date${asText} >= ${due_from}`)
  if (due_to !== undefined) query = query.where(sql<boolean>`due_date${asText} <= ${due_to}`)
  // A slice of ids is read as that slice; the indexes of these would read all that is in their range, for every slice.
  const plain = (column: SortColumn, nothing: typeof asText) =>
    tenant.dialect.kind === 'postgres' || walked === column || (how === 'gather' && !ids) ? sql`` : nothing
  const created = sql`created_at${plain('created_at', sql` || ''`)}`
  if (created_from !== undefined) query = query.where(sql<boolean>`${created} >= ${created_from}`)
  if (created_until !== undefined) query = query.where(sql<boolean>`${created} < ${created_until}`)
  query = withPayments(tenant, query, filter, ids !== undefined)
  const amount = sql`total_key${plain('total_key', sql` + 0`)}`
  if (amount_from !== undefined) query = query.where(sql<boolean>`${amount} >= ${amount_from}`)
  if (amount_to !== undefined) query = query.where(sql<boolean>`${amount} <= ${amount_to}`)
  if (currency !== undefined)
    query = query.where(
      sql<boolean>`currency${ids && tenant.dialect.kind === 'sqlite' ? sql` || ''` : asText} = ${currency}`,
    )
  return query
}

/** The payments of the days that the filter names. */
export function paymentsOf(tenant: Tenant, { paid_from, paid_to }: InvoiceFilter) {
  let payments = tenant.select('invoice_payments')
  if (paid_from !== undefined) payments = payments.where('paid_on', '>=', paid_from)
  if (paid_to !== undefined) payments = payments.where('paid_on', '<=', paid_to)
  return payments
}

/** Those with a payment of some days: found by the payments, or looked up for each of the ids that are read anyway. */
function withPayments(
  tenant: Tenant,
  query: SelectQueryBuilder<Database, 'invoices', object>,
  filter: InvoiceFilter,
  isSlice: boolean,
) {
  if (filter.paid_from === undefined && filter.paid_to === undefined) return query
  const payments = paymentsOf(tenant, filter).select('invoice_id')
  return isSlice
    ? query.where((eb) => eb.exists(payments.where(sql<boolean>`invoice_id = invoices.id`)))
    : query.where('invoices.id', 'in', payments)
}

/** A sum of minor units. As a double it is exact to 2^53 and never overflows; the column's own type would. */
export const sumOfAmounts = sql<number>`sum(cast(total_amount as double precision))`

/** The same of what is settled of invoices that are still due. */
export const sumOfSettled = sql<number>`sum(case when status in ('sent', 'overdue')
  then cast(settled_amount as double precision) else 0 end)`

/** The same of what is to be refunded, and of how many invoices. */
export const sumOfRefunds = sql<number>`sum(case when ${isRefundable}
  then cast(settled_amount - total_amount as double precision) else 0 end)`
export const refundableCount = sql<number>`sum(case when ${isRefundable} then cast(1 as double precision) else 0 end)`

/** Columns of an invoice on the wire. */
export const rowColumns = [
  'invoices.id',
  'invoice_number',
  'customer_id',
  'customer_name',
  'customer_email',
  'status',
  'total_amount',
  'currency',
  'due_date',
  'created_at',
  'updated_at',
] as const

/** An invoice on the wire, without its lines. */
export type InvoiceRow = Pick<
  Selectable<InvoiceTable>,
  | 'id'
  | 'invoice_number'
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
  | 'status'
  | 'total_amount'
  | 'currency'
  | 'due_date'
  | 'created_at'
  | 'updated_at'
>
type Line = Omit<Selectable<LineItemTable>, 'account_id'>

/** Returns invoices as events tell them, in the order of the ids; two statements however many there are. */
export async function readInvoices(tenant: Tenant, ids: readonly number[]): Promise<Invoice[]> {
  if (ids.length === 0) return []
  const rows = await tenant
    .select('invoices')
    .select([...rowColumns, 'issued_on'])
    .where('id', 'in', ids)
    .execute()
  const withLines = await mapWithLines(tenant, rows, (row, lines) => ({
    ...asInvoice(row, lines),
    issued_on: row.issued_on,
  }))
  const invoices = new Map(withLines.map((invoice) => [invoice.id, invoice]))
  return ids.flatMap((id) => invoices.get(id) ?? [])
}

const linesOfInvoices = new Prepared<Tenant, { ids: string }, Line>((tenant, value) =>
  tenant
    .select('invoice_line_items')
    .select(['id', 'invoice_id', 'description', 'quantity', 'unit_price', 'total'])
    .where(isIn(tenant.dialect, 'invoice_id', value('ids')))
    .orderBy('invoice_id')
    .orderBy('id'),
)

/** Returns the invoices of these rows with their lines, in their order, as JSON, each for itself. */
export const withLinesAsText = (tenant: Tenant, rows: readonly InvoiceRow[]): Promise<string[]> =>
  mapWithLines(tenant, rows, invoiceText)

async function mapWithLines<Row extends InvoiceRow, Result>(
  tenant: Tenant,
  rows: readonly Row[],
  asResult: (row: Row, lines: readonly Line[]) => Result,
): Promise<Result[]> {
  if (rows.length === 0) return []
  const lines = await tenant.run(linesOfInvoices, { ids: JSON.stringify(rows.map(({ id }) => id)) })
  const linesOf = new Map<number, Line[]>(rows.map(({ id }) => [id, []]))
  for (const line of lines) linesOf.get(line.invoice_id)?.push(line)
  return rows.map((row) => asResult(row, linesOf.get(row.id) ?? []))
}

/** Returns a stored invoice as the wire shows it. */
export const asInvoice = (row: InvoiceRow, lines: readonly Line[]): Invoice => ({
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

const asLineItem = (line: Line, currency: string): LineItem => ({
  id: line.id,
  description: line.description,
  quantity: toQuantity(line.quantity),
  unit_price: toDecimal(line.unit_price, currency),
  total: toDecimal(line.total, currency),
})

const text = (value: string) => JSON.stringify(value)

const invoiceText = (row: InvoiceRow, lines: readonly Line[]): string =>
  `{"id":${row.id},"invoice_number":${text(row.invoice_number)},"customer_id":${row.customer_id},"customer_name":${text(row.customer_name)},"customer_email":${text(row.customer_email)},"status":"${row.status}","total_amount":${toDecimal(row.total_amount, row.currency)},"currency":${text(row.currency)},"due_date":${text(row.due_date)},"created_at":${text(row.created_at)},"updated_at":${text(row.updated_at)},"line_items":[${lines.map((line) => lineText(line, row.currency)).join(',')}]}`

const lineText = (line: Line, currency: string): string =>
  `{"id":${line.id},"description":${text(line.description)},"quantity":${toQuantity(line.quantity)},"unit_price":${toDecimal(line.unit_price, currency)},"total":${toDecimal(line.total, currency)}}`
