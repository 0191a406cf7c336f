import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { listCustomerBalances, listInvoiceBalances } from '#contract/invoices/balances.ts'
import { hasStatus, invoiceStatuses } from '#contract/invoices/filter.ts'
import {
  type InvoiceTotals,
  listInvoices,
  showInvoice,
  showInvoiceTotals,
} from '#contract/invoices/invoices.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'

import { readBalances, readCustomerBalances } from './balances.ts'
import { readDetails } from './details.ts'
import { filterOf } from './filter.ts'
import { readPage } from './pages.ts'
import { type InvoiceFilter, matchingInvoices, paymentsOf, withLinesAsText } from './rows.ts'
import { type InvoiceSum, InvoiceSums, dueOfSum } from './sums.ts'

/** Mounts the list of invoices, totals, one invoice, drafts, sending and CSV. */
export function invoices(app: FastifyInstance, context: Context): void {
  const sums = new InvoiceSums()
  const checkpoints = new Checkpoints()

  mount(app, context, listInvoices, async ({ tenant, query, reply }) => {
    const { page = 1, limit = defaultPageSize, sort = '-id', ...filterQuery } = query
    const filter = await filterOf(tenant, filterQuery)
    const pageRequest = { limit, offset: (page - 1) * limit, sort }
    const counting = sums.count(tenant, filter)
    const [rows, { total }] = await Promise.all([
      readPage(tenant, checkpoints, filter, pageRequest, counting),
      counting,
    ])
    const data = await withLinesAsText(tenant, rows)
    const meta = JSON.stringify({ total, page, limit })
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":[${data.join(',')}],"meta":${meta},"timestamp":"${now()}"}`)
  })

  mount(app, context, showInvoice, async ({ tenant, params, reply }) => {
    const data = await readDetails(tenant, params.id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, listInvoiceBalances, async ({ tenant, query }) => ({
    data: await readBalances(tenant, query.ids.split(',').map(Number)),
  }))

  mount(app, context, listCustomerBalances, async ({ tenant, query }) => ({
    data: await readCustomerBalances(tenant, query.ids.split(',').map(Number)),
  }))

  mount(app, context, showInvoiceTotals, async ({ tenant, query }) => ({
    data: await readTotals(tenant, sums, await filterOf(tenant, query)),
  }))
}

/** Counts of all statuses for the tabs; the totals by currency are of the requested status, or of what was issued. */
async function readTotals(tenant: Tenant, sums: InvoiceSums, filter: InvoiceFilter): Promise<InvoiceTotals> {
  const { status } = filter
  const groups = await sums.byStatus(tenant, filter)
  const isByPayment = filter.paid_from !== undefined || filter.paid_to !== undefined
  const paid = isByPayment ? await readPaid(tenant, filter) : undefined
  const isMatching = (sum: InvoiceSum) =>
    status === undefined ? isIssued(sum.status) : status === 'refundable' || hasStatus(sum.status, status)
  const matching = status === 'refundable' ? await sums.ofRefundable(tenant, filter) : groups
  return {
    by_status: invoiceStatuses.map((name) => ({
      status: name,
      count: add(groups.filter((group) => group.status === name).map(({ count }) => count)),
    })),
    refundable_count: add(groups.map(({ refundable }) => refundable)),
    by_currency: [...Map.groupBy(matching, ({ currency }) => currency)]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, every]) => [currency, every.filter(isMatching)] as const)
      .filter(([, some]) => status === undefined || some.length > 0)
      .map(([currency, some]) => ({
        currency,
        count: add(some.map(({ count }) => count)),
        total_amount: toDecimal(add(some.map(({ amount }) => amount)), currency),
        open_amount: toDecimal(add(some.map(dueOfSum)), currency),
        refund_amount: toDecimal(add(some.map(({ refund }) => refund)), currency),
        ...(paid && { paid_amount: toDecimal(paid.get(currency) ?? 0, currency) }),
      })),
  }
}

/** Payments of the filter's invoices on the days that it names, in minor units by currency. */
async function readPaid(tenant: Tenant, filter: InvoiceFilter): Promise<ReadonlyMap<string, number>> {
  const rows = await paymentsOf(tenant, filter)
    .where('invoice_id', 'in', matchingInvoices(tenant, filter).select('invoices.id'))
    .select('currency')
    .select(sql<number>`sum(cast(amount as double precision))`.as('amount'))
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

/** Drafts and void invoices come to nothing that anybody has to pay. */
const isIssued = (status: string) => status !== 'draft' && status !== 'void'

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
