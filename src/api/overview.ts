import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Session } from '#contract/access/session.ts'
import { showOverview } from '#contract/account/overview.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { timeZone } from '#lib/locale.ts'

import { call } from './client.ts'
import { type OverviewData, computedOverview } from './computed-overview.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { largestPage } from './page.ts'
import { services } from './services.ts'
import { webhooks } from './webhooks.ts'

/** The most pages of invoices to read on a service without an overview. */
const mostPages = 10

/** Data of the overview. */
export const overview = {
  all: ['overview'] as const,
  /** Calculated from the lists where the records are on another service. */
  today: ({ features, abilities }: Pick<Session, 'features' | 'abilities'>) =>
    queryOptions({
      queryKey: [...overview.all, 'today', features.records] as const,
      queryFn: async ({ client, signal }): Promise<OverviewData> => {
        if (!features.records) return fromLists(client, abilities.includes('settings.manage'))
        return { ...(await call(showOverview, {}, signal)).data, source: { kind: 'service' } }
      },
    }),
}

async function fromLists(client: QueryClient, seesWebhooks: boolean): Promise<OverviewData> {
  const one = { page: 1, size: 1, search: '' }
  const [newest, catalog, active, read, endpoints] = await Promise.all([
    client.fetchQuery(customers.list({ page: 1, size: 5, search: '', sort: '-id' })),
    client.fetchQuery(services.list(one)),
    client.fetchQuery(services.list({ ...one, active: true })),
    newestInvoices(client),
    seesWebhooks ? client.fetchQuery(webhooks.list({ page: 1, size: largestPage })) : null,
  ])
  return computedOverview({
    now: new Date(),
    timeZone: timeZone(),
    invoices: read.rows,
    totals: {
      invoices: read.total,
      customers: newest.total,
      services: catalog.total,
      activeServices: active.total,
    },
    customers: newest.rows,
    webhooks: endpoints,
  })
}

async function newestInvoices(client: QueryClient): Promise<{ rows: Invoice[]; total: number }> {
  const load = (page: number) =>
    client.fetchQuery(invoices.list({ page, size: largestPage, search: '', sort: '-id' }))
  const first = await load(1)
  const pages = Math.min(mostPages, Math.ceil(first.total / largestPage))
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => load(index + 2)),
  )
  // A service that doesn't support `page` returns the same rows again; each counts once.
  const rows = new Map([first, ...rest].flatMap((page) => page.rows.map((row) => [row.id, row] as const)))
  return { rows: [...rows.values()], total: first.total }
}
