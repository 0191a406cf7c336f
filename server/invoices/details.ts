import type { Selectable } from 'kysely'

import type { InvoiceDetails } from '#contract/invoices.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { InvoiceTable, LineItemTable } from '#server/db/tables/invoices.ts'
import { HttpError } from '#server/http/errors.ts'
import { toDecimal, toPercent, toQuantity } from '#server/lib/money.ts'

import { rowColumns } from './rows.ts'

const detailColumns = [
  ...rowColumns,
  'version',
  'payment_days',
  'notes',
  'paid_on',
  'payment_method',
] as const
const lineColumns = [
  'id',
  'description',
  'quantity',
  'unit_price',
  'total',
  'kind',
  'discount',
  'tax_rate',
] as const

/** An invoice as it is stored, with its lines in their order. */
export interface StoredInvoice {
  readonly row: Omit<Selectable<InvoiceTable>, 'account_id' | `${string}_key` | 'search_text'>
  readonly lines: readonly Pick<Selectable<LineItemTable>, (typeof lineColumns)[number]>[]
}

/** Reads the invoice; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readStored(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<StoredInvoice> {
  const query = tenant.select('invoices').select(detailColumns).where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const lines = await tenant
    .select('invoice_line_items')
    .select(lineColumns)
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute()
  return { row, lines }
}

/** The invoice as its page shows it. */
export function toDetails({ row, lines }: StoredInvoice): InvoiceDetails {
  const { currency } = row
  return {
    ...row,
    total_amount: toDecimal(row.total_amount, currency),
    line_items: lines.map((line) => ({
      ...line,
      quantity: toQuantity(line.quantity),
      unit_price: toDecimal(line.unit_price, currency),
      total: toDecimal(line.total, currency),
      discount: toPercent(line.discount),
      tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
    })),
  }
}

/** Reads the invoice as its page shows it. Throws 404. */
export const readDetails = async (tenant: Tenant, id: number): Promise<InvoiceDetails> =>
  toDetails(await readStored(tenant, id))
