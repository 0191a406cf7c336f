import * as z from 'zod/mini'

import { customerFilter, customerSearch } from './customer-filter.ts'
import { endpoint } from './endpoint.ts'
import { invoiceFilter, invoiceSorts } from './invoice-filter.ts'
import { serviceFilter, serviceSorts } from './services.ts'

/**
 * Whole lists as CSV: UTF-8 with a byte order mark, commas, CR LF, and one header line with the names below. Amounts are
 * plain decimals beside their currency, times ISO 8601 in UTC. CHOICE 0082.
 */

/** How many rows an export can name. */
export const exportedIdsAtOnce = 500

/** Only these rows, joined by commas. */
const ids = z.optional(
  z
    .string('ids must be given once')
    .check(
      z.regex(
        /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$/,
        `ids must be at most ${exportedIdsAtOnce} ids joined by commas`,
      ),
    ),
)
const sortOf = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.optional(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`))

/** The columns of customers; those of custom fields follow, named by the key of each field. */
export const customerCsv = [
  'id',
  'name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'company_email',
  'company_phone',
  'company_website',
  'address_1',
  'address_2',
  'zip_code',
  'city',
  'state',
  'country',
  'fax',
  'linked',
  'permissions',
  'created_at',
  'updated_at',
] as const

/** Names the column of a custom field. */
export const fieldColumn = (key: string): string => `custom_field.${key}`

export const exportCustomers = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers.csv',
  query: z.object({ ...customerSearch, ...customerFilter, ids }),
  response: z.undefined(),
})

export const invoiceCsv = [
  'id',
  'invoice_number',
  'status',
  'customer_id',
  'customer_name',
  'customer_email',
  'currency',
  'total_amount',
  'due_date',
  'created_at',
  'updated_at',
] as const

export const exportInvoices = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices.csv',
  query: z.object({ ...invoiceFilter, sort: sortOf(invoiceSorts), ids }),
  response: z.undefined(),
})

export const serviceCsv = [
  'id',
  'name',
  'description',
  'type',
  'category',
  'currency',
  'price',
  'unit',
  'billing_type',
  'tax_rate',
  'is_active',
  'tags',
  'created_at',
  'updated_at',
] as const

export const exportServices = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/services.csv',
  query: z.object({ ...serviceFilter, sort: sortOf(serviceSorts), ids }),
  response: z.undefined(),
})

export const contactCsv = [
  'id',
  'name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'customer_id',
  'created_at',
  'updated_at',
] as const

export const exportContacts = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/contacts.csv',
  ability: 'contacts.view',
  query: z.object({ ids }),
  response: z.undefined(),
})

/** A datetime of the wire to the second, as spreadsheets read it. */
export const csvTime = (datetime: string | null | undefined): string =>
  (datetime ?? '').replace(/\.\d+Z$/, 'Z')

type Value = string | number | boolean | null | undefined

/** The cells of a row, by the names of its columns. */
export const csvCells = <Name extends string>(
  names: readonly Name[],
  row: Readonly<Partial<Record<Name, Value>>>,
): string[] => names.map((name) => String(row[name] ?? ''))
