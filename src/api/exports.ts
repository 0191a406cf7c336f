import type { QueryClient } from '@tanstack/react-query'

import type { Contact } from '#contract/contacts.ts'
import { byteOrderMark, csvLines } from '#contract/csv.ts'
import { fractionDigits } from '#contract/currencies.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import type { CustomerRow } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  contactCsv,
  csvCells,
  csvTime,
  customerCsv,
  exportContacts,
  exportCustomers,
  exportInvoices,
  exportServices,
  exportedIdsAtOnce,
  fieldColumn,
  invoiceCsv,
  serviceCsv,
} from '#contract/exports.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Service } from '#contract/services.ts'
import type { Features } from '#contract/session.ts'

import { type ContactQuery, filterQuery as contactFilterQuery, contacts } from './contacts.ts'
import { customFields } from './custom-fields.ts'
import { customers, filterQuery, processorOf } from './customers.ts'
import { type DownloadOptions, download } from './download.ts'
import { type InvoiceQuery, invoices, filterQuery as invoiceFilterQuery } from './invoices.ts'
import { type ListQuery, type Page, everyPage } from './page.ts'
import { type ServiceQuery, services } from './services.ts'

/** Makes a file, and reports how many rows it has so far. */
export type Export = (options: ExportOptions) => Promise<Blob>

type ExportOptions = DownloadOptions & Required<DownloadOptions>

type Parameters = Record<string, string | number | undefined>

/** Every row that a list's search and filter leave, as a CSV file. Other services send pages, of which it is made here. */
export const csvExports = {
  customers:
    (client: QueryClient, features: Features, query: Omit<ListQuery, 'page' | 'size'>): Export =>
    async (options) => {
      const { search, sort, filters } = query
      if (features.records)
        return download(exportCustomers, { query: { search, sort, ...filterQuery(filters) } }, options)
      const fields = (await client.fetchQuery(customFields.list())).filter(
        ({ type }) => type !== fieldType.file,
      )
      return fromPages(customers.every(client, query, options.signal), options, {
        header: [...customerCsv, ...fields.map(({ key }) => fieldColumn(key))],
        cells: (row) => customerCells(row, fields),
      })
    },
  invoices:
    (client: QueryClient, features: Features, query: InvoiceQuery): Export =>
    async (options) =>
      features.records
        ? download(exportInvoices, { query: { ...invoiceFilterQuery(query), sort: query.sort } }, options)
        : fromPages(invoices.every(client, query, options.signal), options, {
            header: invoiceCsv,
            cells: invoiceCells,
          }),
  services:
    (client: QueryClient, features: Features, query: ServiceQuery): Export =>
    async (options) => {
      const { search, type, category, active, tags, sort } = query
      const parameters: Parameters = { search, type, category, is_active: active?.toString(), tags, sort }
      return features.records
        ? download(exportServices, { query: parameters }, options)
        : fromPages(services.every(client, query, options.signal), options, {
            header: serviceCsv,
            cells: serviceCells,
          })
    },
  contacts:
    (client: QueryClient, features: Features, query: ContactQuery): Export =>
    async (options) =>
      features.records
        ? download(exportContacts, { query: contactFilterQuery(query) }, options)
        : fromPages(contacts.every(client, query, options.signal), options, {
            header: contactCsv,
            cells: contactCells,
          }),
}

const endpoints = { customers: exportCustomers, invoices: exportInvoices, services: exportServices }

/** Only those rows, any number of them, in the order of their ids. */
export const exportSelected =
  (list: keyof typeof endpoints, ids: readonly number[]): Export =>
  (options) =>
    byIds(endpoints[list], ids, options)

/** Several files one after the other, of which only the first keeps its header. */
async function byIds(endpoint: Endpoint, ids: readonly number[], options: ExportOptions): Promise<Blob> {
  const texts: string[] = []
  let rows = 0
  for (let from = 0; from < ids.length; from += exportedIdsAtOnce) {
    const query = { ids: ids.slice(from, from + exportedIdsAtOnce).join(',') }
    const before = rows
    const onRows = (more: number) => options.onRows((rows = before + more))
    const text = await (await download(endpoint, { query }, { ...options, onRows })).text()
    texts.push(from === 0 ? text : text.slice(text.indexOf('\r\n') + 2))
  }
  // Reading a file as text drops its mark.
  return new Blob([byteOrderMark, ...texts], { type: 'text/csv;charset=utf-8' })
}

/** Rows as a CSV file with these fields: some that are here, or those of a list, which is read page by page. */
export const exportRows =
  <Row extends { readonly id: number }>(
    fields: readonly (keyof Row & string)[],
    source: readonly Row[] | ((page: number) => Promise<Page<Row>>),
  ): Export =>
  (options) =>
    fromPages(typeof source === 'function' ? everyPage(source) : [{ rows: source }], options, {
      header: fields,
      cells: (row) => csvCells<string>(fields, plain(row, fields)),
    })

const rowsAtOnce = 2_000

/** The same file from the pages of a list, for a service that doesn't write it. */
async function fromPages<Row>(
  pages: AsyncIterable<Pick<Page<Row>, 'rows'>> | Iterable<Pick<Page<Row>, 'rows'>>,
  { signal, onRows }: ExportOptions,
  { header, cells }: { header: readonly string[]; cells: (row: Row) => readonly string[] },
): Promise<Blob> {
  const parts = [byteOrderMark, csvLines([header])]
  let count = 0
  for await (const { rows } of pages) {
    // In pieces with a pause between them, so that a long list stops neither the page nor its Cancel button.
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      signal.throwIfAborted()
      const piece = rows.slice(from, from + rowsAtOnce)
      parts.push(csvLines(piece.map(cells)))
      count += piece.length
      onRows(count)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  signal.throwIfAborted()
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function customerCells(row: CustomerRow, fields: readonly CustomFieldConfig[]): string[] {
  const { id, name, last_name, email, phone, business_information, permissions } = row
  const times = row as { created_at?: string; updated_at?: string }
  const valueOf = ({ id: field }: CustomFieldConfig) => {
    const [value] = row.custom_fields.find((one) => one.id === field)?.custom_field_values ?? []
    return typeof value?.value === 'string' ? value.value : ''
  }
  return [
    ...csvCells(customerCsv, {
      ...business_information,
      id,
      name,
      last_name,
      email,
      phone,
      linked: processorOf(row)?.isLinked ?? '',
      permissions: Object.values(permissions).join(' '),
      created_at: csvTime(times.created_at),
      updated_at: csvTime(times.updated_at),
    }),
    ...fields.map(valueOf),
  ]
}

const decimals = (amount: number, currency: string) =>
  /^[A-Z]{3}$/.test(currency) ? amount.toFixed(fractionDigits(currency)) : String(amount)

const invoiceCells = (row: Invoice) => csvCells(invoiceCsv, plain(row, invoiceCsv))

const serviceCells = (row: Service) =>
  csvCells(serviceCsv, {
    ...plain(row, serviceCsv),
    price: decimals(row.price, row.currency),
    tags: row.tags.join(', '),
  })

const contactCells = (row: Contact) => csvCells(contactCsv, plain(row, contactCsv))

type Values = Readonly<Record<string, unknown>>

/** The plain values of a row under those names: times to the second, amounts with the decimals of its currency. */
const plain = (
  row: Values,
  names: readonly string[],
): Record<string, string | number | boolean | undefined> =>
  Object.fromEntries(names.map((name) => [name, plainValue(row, name)]))

function plainValue(row: Values, name: string): string | number | boolean | undefined {
  const value = row[name]
  if (typeof value === 'string') return name.endsWith('_at') ? csvTime(value) : value
  if (typeof value === 'number')
    return name.endsWith('_amount') ? decimals(value, String(row['currency'])) : value
  return typeof value === 'boolean' ? value : undefined
}
