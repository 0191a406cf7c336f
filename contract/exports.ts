import * as z from 'zod/mini'

import { contactFilter, contactSearch } from './customers/contacts.ts'
import { customerFilter, customerSearch } from './customers/filter.ts'
import { invoiceFilter, invoiceSorts } from './invoices/filter.ts'
import { serviceFilter } from './services/services.ts'
import { type Ability, endpoint } from './wire/endpoint.ts'
import { dayFilter, ids, idsAtOnce, sortBy } from './wire/list-query.ts'
import { serviceSorts } from './wire/list-sorts.ts'

/**
 * Whole lists as CSV: UTF-8 with a byte order mark, commas, CR LF, and one header line with the names below. Amounts are
 * plain decimals beside their currency, times ISO 8601 in UTC.
 */

interface ListExport<Query> {
  readonly path: `/api/x/${string}.${'csv' | 'zip'}`
  /** What is exported, for the API’s description. */
  readonly subject: string
  readonly query: Query
  readonly ability?: Ability
}

const listExport = <Query extends Readonly<Record<string, z.ZodMiniType>>>({
  path,
  subject,
  query,
  ability,
}: ListExport<Query>) =>
  endpoint({
    surface: 'x',
    method: 'GET',
    path,
    text: `${subject} that match, with the parameters of the list but \`page\` and \`limit\`; \`ids\` for up to ${idsAtOnce} of them`,
    ability: ability ?? null,
    query: z.object({ ...query, ids: z.optional(ids) }),
    response: z.undefined(),
  })

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
  'tax_number',
  'billing_email',
  'billing_reference',
  'electronic_address',
  'billing_currency',
  'payment_days',
  'linked',
  'permissions',
  'created_at',
  'updated_at',
] as const

/** Names the column of a custom field. */
export const fieldColumn = (key: string): string => `custom_field.${key}`

export const exportCustomers = listExport({
  path: '/api/x/customers.csv',
  subject: 'the customers',
  query: { ...customerSearch, ...customerFilter },
})

/** The columns of invoices. */
export const invoiceCsv = [
  'id',
  'invoice_number',
  'status',
  'customer_id',
  'customer_name',
  'customer_email',
  'currency',
  'total_amount',
  'amount_paid',
  'amount_credited',
  'amount_due',
  'amount_to_refund',
  'issued_on',
  'due_date',
  'created_at',
  'updated_at',
] as const

export const exportInvoices = listExport({
  path: '/api/x/invoices.csv',
  subject: 'the invoices',
  query: { ...invoiceFilter, sort: sortBy(invoiceSorts) },
})

// Drafts and void ones belong in no books.
export const exportInvoicePdfs = listExport({
  path: '/api/x/invoices.zip',
  subject: 'the PDFs of invoices, 404 without any, apart from drafts and void ones,',
  query: { ...invoiceFilter, sort: sortBy(invoiceSorts) },
})

/** The columns of services; `tags` are joined by a comma and a space. */
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

export const exportServices = listExport({
  path: '/api/x/services.csv',
  subject: 'the services and products',
  query: { ...serviceFilter, sort: sortBy(serviceSorts) },
})

/** The columns of contacts. */
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

export const exportContacts = listExport({
  path: '/api/x/contacts.csv',
  subject: 'the contacts',
  query: { ...contactSearch, ...contactFilter },
  ability: 'contacts.view',
})

/** Files for the books of a period. */
const bookkeepingExport = (path: `/api/x/${string}.${'csv' | 'zip'}`, subject: string) =>
  endpoint({
    surface: 'x',
    method: 'GET',
    path,
    text: `${subject}, \`from\` one day \`to\` another, or of all time; the oldest first`,
    ability: null,
    query: z.object({ from: dayFilter('from'), to: dayFilter('to') }),
    response: z.undefined(),
  })

/**
 * The columns of taxes: a row for each tax rate of each invoice and credit note that was issued, by day of issue. Amounts of credit
 * notes are below 0. `tax_rate` is a percentage; empty where lines have none.
 */
export const taxCsv = [
  'document',
  'number',
  'issued_on',
  'invoice_number',
  'customer_id',
  'customer_name',
  'currency',
  'tax_rate',
  'net_amount',
  'tax_amount',
  'total_amount',
] as const

export const exportTaxes = bookkeepingExport(
  '/api/x/invoice-taxes.csv',
  'net, tax and total by tax rate of each invoice and credit note (below 0) that was issued, without void invoices',
)

/** The columns of payments, by the day they were paid. Refunds are below 0. */
export const paymentCsv = [
  'id',
  'kind',
  'paid_on',
  'invoice_id',
  'invoice_number',
  'customer_id',
  'customer_name',
  'currency',
  'amount',
  'method',
  'reference',
  'recorded_by',
  'created_at',
] as const

export const exportPayments = bookkeepingExport('/api/x/payments.csv', 'the payments and refunds (below 0)')

/** The columns of credit notes, by day of issue. Amounts are what is taken off. */
export const creditNoteCsv = [
  'id',
  'credit_number',
  'issued_on',
  'invoice_id',
  'invoice_number',
  'customer_id',
  'customer_name',
  'currency',
  'total_amount',
  'reason',
  'issued_by',
  'created_at',
] as const

export const exportCreditNotes = bookkeepingExport(
  '/api/x/credit-notes.csv',
  'the credit notes that were issued',
)

export const exportCreditNotePdfs = bookkeepingExport(
  '/api/x/credit-notes.zip',
  'the PDFs of the credit notes that were issued, 404 without any',
)

/** A datetime of the wire to the second, as spreadsheets read it. */
export const csvTime = (datetime: string | null | undefined): string =>
  (datetime ?? '').replace(/\.\d+Z$/, 'Z')

type Value = string | number | boolean | null | undefined

/** The cells of a row, by the names of its columns. */
export const csvCells = <Name extends string>(
  names: readonly Name[],
  row: Readonly<Partial<Record<Name, Value>>>,
): string[] => names.map((name) => String(row[name] ?? ''))
