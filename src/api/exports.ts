import type { QueryClient } from '@tanstack/react-query'

import type { Features } from '#contract/access/session.ts'
import { exportContacts, exportCustomers, exportInvoices, exportServices } from '#contract/exports.ts'
import { byteOrderMark } from '#contract/values/csv.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { idsAtOnce } from '#contract/wire/list-query.ts'

import { type ContactQuery, filterQuery as contactFilterQuery } from './contacts.ts'
import { filterQuery } from './customers.ts'
import { type Export, type ExportOptions, download } from './download.ts'
import { type InvoiceQuery, filterQuery as invoiceFilterQuery } from './invoices.ts'
import type { ListQuery, Page } from './page.ts'
import type { ServiceQuery } from './services.ts'

type Parameters = Record<string, string | number | undefined>

// Only other services need it.
const madeHere = async () => (await import('./exports-elsewhere.ts')).madeHere

/** Every row that a list's search and filter leave, as a CSV file. Other services send pages, of which it is made here. */
export const csvExports = {
  customers:
    (client: QueryClient, features: Features, query: Omit<ListQuery, 'page' | 'size'>): Export =>
    async (options) => {
      const { search, sort, filters } = query
      return features.records
        ? download(exportCustomers, { query: { search, sort, ...filterQuery(filters) } }, options)
        : (await madeHere()).customers(client, query, options)
    },
  invoices:
    (client: QueryClient, features: Features, query: InvoiceQuery): Export =>
    async (options) =>
      features.records
        ? download(exportInvoices, { query: { ...invoiceFilterQuery(query), sort: query.sort } }, options)
        : (await madeHere()).invoices(client, query, options),
  services:
    (client: QueryClient, features: Features, query: ServiceQuery): Export =>
    async (options) => {
      const { search, type, category, active, tags, sort } = query
      const parameters: Parameters = { search, type, category, is_active: active?.toString(), tags, sort }
      return features.records
        ? download(exportServices, { query: parameters }, options)
        : (await madeHere()).services(client, query, options)
    },
  contacts:
    (client: QueryClient, features: Features, query: ContactQuery): Export =>
    async (options) =>
      features.records
        ? download(exportContacts, { query: contactFilterQuery(query) }, options)
        : (await madeHere()).contacts(client, query, options),
}

const endpoints = {
  contacts: exportContacts,
  customers: exportCustomers,
  invoices: exportInvoices,
  services: exportServices,
}

/** Only those rows, any number of them, in the order of their ids. */
export const exportSelected =
  (list: keyof typeof endpoints, ids: readonly number[]): Export =>
  (options) =>
    byIds(endpoints[list], ids, options)

/** Several files one after the other, of which only the first keeps its header. */
async function byIds(endpoint: Endpoint, ids: readonly number[], options: ExportOptions): Promise<Blob> {
  const texts: string[] = []
  let rows = 0
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = { ids: ids.slice(from, from + idsAtOnce).join(',') }
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
  async (options) =>
    (await import('./exported-rows.ts')).exportedRows(fields, source, options)
