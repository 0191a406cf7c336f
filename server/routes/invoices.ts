import type { FastifyInstance } from 'fastify'

import { type InvoiceSort, invoiceStatuses } from '#contract/invoice-filter.ts'
import { type InvoiceTotals, listInvoices, showInvoice, showInvoiceTotals } from '#contract/invoices.ts'
import { defaultPageSize } from '#contract/surface.ts'

import { now } from '../clock.ts'
import { Refusal } from '../errors.ts'
import { toDecimal } from '../money.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'
import type { Tenant } from '../tenant.ts'
import { type InvoiceFilter, matchingInvoices, readInvoices, sumOfAmounts } from './invoice-rows.ts'

export function invoices(app: FastifyInstance, services: Services): void {
  mount(app, services, listInvoices, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, sort = '-id', ...filter } = query
    const wanted = { limit, offset: (page - 1) * limit, sort }
    const { ids, total } = await readPage(tenant, filter, wanted)
    return { data: await readInvoices(tenant, ids), meta: { total, page, limit }, timestamp: now() }
  })

  mount(app, services, showInvoice, async ({ tenant, params }) => {
    const [invoice] = await readInvoices(tenant, [params.id])
    if (!invoice) throw new Refusal('NOT_FOUND')
    return { data: invoice }
  })

  mount(app, services, showInvoiceTotals, async ({ tenant, query }) => ({
    data: await readTotals(tenant, query),
  }))
}

interface Wanted {
  readonly limit: number
  readonly offset: number
  readonly sort: InvoiceSort
}

const columns = {
  id: 'id',
  due_date: 'due_date',
  created_at: 'created_at',
  total_amount: 'total_key',
  invoice_number: 'invoice_number_key',
  customer_name: 'customer_name_key',
} as const

/** The ids of one page in their order, and the total. Rows are read after: sorting carries ids and keys alone. */
async function readPage(tenant: Tenant, filter: InvoiceFilter, { limit, offset, sort }: Wanted) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  const ordered = matchingInvoices(tenant, filter)
    .select('invoices.id')
    .orderBy(`invoices.${column}`, direction)
  const [rows, { total }] = await Promise.all([
    (column === 'id' ? ordered : ordered.orderBy('invoices.id', direction))
      .limit(limit)
      .offset(offset)
      .execute(),
    matchingInvoices(tenant, filter)
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

/** One statement for both: what the tabs count, apart from the status asked for, has in it what that status comes to. */
async function readTotals(tenant: Tenant, { status, ...filter }: InvoiceFilter): Promise<InvoiceTotals> {
  const groups = await matchingInvoices(tenant, filter)
    .select((of) => ['status', 'currency', of.fn.countAll<number>().as('count'), sumOfAmounts.as('amount')])
    .groupBy(['status', 'currency'])
    .execute()
  const asked = groups.filter((group) => status === undefined || group.status === status)
  return {
    by_status: invoiceStatuses.map((name) => ({
      status: name,
      count: add(groups.filter((group) => group.status === name).map(({ count }) => count)),
    })),
    by_currency: [...Map.groupBy(asked, ({ currency }) => currency)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, some]) => ({
        currency,
        count: add(some.map(({ count }) => count)),
        total_amount: toDecimal(add(some.map(({ amount }) => amount)), currency),
        open_amount: toDecimal(add(some.filter(isOpen).map(({ amount }) => amount)), currency),
      })),
  }
}

const isOpen = ({ status }: { status: string }) => status === 'sent' || status === 'overdue'

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
