import type { QueryClient } from '@tanstack/react-query'

import type { Contact } from '#contract/customers/contacts.ts'
import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import {
  contactCsv,
  csvCells,
  csvTime,
  customerCsv,
  fieldColumn,
  invoiceCsv,
  serviceCsv,
} from '#contract/exports.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { Service } from '#contract/services/services.ts'

import { type ContactQuery, contacts } from './contacts.ts'
import { customFields } from './custom-fields.ts'
import { customers, processorOf } from './customers.ts'
import type { ExportOptions } from './download.ts'
import { decimals, fromPages, plain } from './exported-rows.ts'
import { type InvoiceQuery, invoices } from './invoices.ts'
import type { ListQuery } from './page.ts'
import { type ServiceQuery, services } from './services.ts'

/** The files of lists, made here of the pages that another service sends. */
export const madeHere = {
  async customers(client: QueryClient, query: Omit<ListQuery, 'page' | 'size'>, options: ExportOptions) {
    const fields = (await client.fetchQuery(customFields.list())).filter(
      ({ type }) => type !== fieldType.file,
    )
    return fromPages(customers.every(client, query, options.signal), options, {
      header: [...customerCsv, ...fields.map(({ key }) => fieldColumn(key))],
      cells: (row) => customerCells(row, fields),
    })
  },
  invoices: (client: QueryClient, query: InvoiceQuery, options: ExportOptions) =>
    fromPages(invoices.every(client, query, options.signal), options, {
      header: invoiceCsv,
      cells: invoiceCells,
    }),
  services: (client: QueryClient, query: ServiceQuery, options: ExportOptions) =>
    fromPages(services.every(client, query, options.signal), options, {
      header: serviceCsv,
      cells: serviceCells,
    }),
  contacts: (client: QueryClient, query: ContactQuery, options: ExportOptions) =>
    fromPages(contacts.every(client, query, options.signal), options, {
      header: contactCsv,
      cells: contactCells,
    }),
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

const invoiceCells = (row: Invoice) => csvCells(invoiceCsv, plain(row, invoiceCsv))

const serviceCells = (row: Service) =>
  csvCells(serviceCsv, {
    ...plain(row, serviceCsv),
    price: decimals(row.price, row.currency),
    tags: row.tags.join(', '),
  })

const contactCells = (row: Contact) => csvCells(contactCsv, plain(row, contactCsv))
