import type { QueryClient } from '@tanstack/react-query'

import { type InvoiceStatusFilter, hasStatus } from '#contract/invoices/filter.ts'
import { Invoice, listInvoices } from '#contract/invoices/invoices.ts'
import { todayOf } from '#lib/calendar.ts'

import {
  type CutPage,
  type ListQuery,
  cut,
  everyPageOf,
  fromRows,
  largestPage,
  wholeFreshMs,
} from './page.ts'
import { type UnreadableRow, callRows } from './rows.ts'
import { type Local, WholeList } from './whole-list.ts'

/** The most pages that are read into the browser: 10,000 invoices. */
const mostPages = 100

const dayOf = (datetime: string) => (Number.isNaN(Date.parse(datetime)) ? '' : todayOf(new Date(datetime)))

const local: Local<Invoice> = {
  text: ({ invoice_number, customer_name, customer_email }) =>
    [invoice_number, customer_name, customer_email].join('\n'),
  key: (row, column) => {
    const value = row[column]
    return typeof value === 'number' ? value : String(value ?? '')
  },
  filters: {
    status: ({ status }, value) => hasStatus(status, value as InvoiceStatusFilter),
    customer: ({ customer_id }, value) => String(customer_id) === value,
    from: ({ due_date }, day) => due_date >= day,
    to: ({ due_date }, day) => due_date !== '' && due_date <= day,
    issuedFrom: ({ created_at }, day) => dayOf(created_at) >= day,
    issuedTo: ({ created_at }, day) => dayOf(created_at) !== '' && dayOf(created_at) <= day,
    currency: ({ currency }, value) => currency === value,
    amountFrom: ({ total_amount }, least) => total_amount >= Number(least),
    amountTo: ({ total_amount }, most) => total_amount <= Number(most),
  },
}

/**
 * A page of the invoices of a service that doesn’t narrow or sort them: the specification shows no parameters of that list.
 * All of them are read once, and then searched, filtered, sorted and paged in the browser.
 */
export async function pageOfWholeInvoices(client: QueryClient, query: ListQuery): Promise<CutPage<Invoice>> {
  const { list, missing } = await client.fetchQuery({
    // Below the key of the invoices, so that a write makes it stale.
    queryKey: ['invoices', 'whole'],
    queryFn: () => readAll(client),
    staleTime: wholeFreshMs,
    retry: false,
  })
  const found = cut(list, query, local)
  return missing > 0 && query.page === 1 ? { ...found, missing } : found
}

async function readAll(client: QueryClient) {
  const rows: Invoice[] = []
  const unreadable: UnreadableRow[] = []
  let total = 0
  let pages = 0
  for await (const part of everyPageOf(client, ['invoices', 'pages'], readPage)) {
    rows.push(...part.rows)
    unreadable.push(...(part.unreadable ?? []))
    total = part.total
    pages += 1
    if (pages === mostPages) break
  }
  const missing = Math.max(0, total - rows.length - unreadable.length)
  return { list: new WholeList(rows, local, unreadable), missing }
}

/** Where the service has no pages, all rows are the first one. */
async function readPage(page: number) {
  const answer = await callRows(listInvoices, Invoice, { query: { page, limit: largestPage } })
  if (answer.cut) return fromRows(answer, { page, size: largestPage })
  const { rows, unreadable } = answer
  return page === 1 ? { rows, total: rows.length, unreadable } : { rows: [], total: rows.length }
}
