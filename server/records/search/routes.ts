import type { FastifyInstance } from 'fastify'

import { noResults, search } from '#contract/account/search.ts'
import { searchTerms } from '#contract/values/folding.ts'
import { showCounts } from '#contract/wire/counts.ts'
import type { Context } from '#server/context.ts'
import { whereFailing } from '#server/outgoing/failing.ts'
import { countUnread } from '#server/outgoing/notifications/rows.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { mount } from '#server/platform/http/mount.ts'
import { always } from '#server/platform/lists/date-buckets.ts'
import { readTallies } from '#server/records/invoices/sums.ts'

import { findDeliveries, findWebhooks } from './find-webhooks.ts'
import {
  findContacts,
  findCreditNotes,
  findCustomers,
  findDocuments,
  findInvoices,
  findServices,
} from './find-words.ts'

/** Finds records of every kind by what people remember of them, and counts what needs attention. Surface X. */
export function searchEverything(app: FastifyInstance, context: Context): void {
  mount(app, context, search, async ({ tenant, caller, query }) => {
    const words = [...new Set(searchTerms(query.q))]
    if (words.length === 0) return { data: noResults }
    const seesWebhooks = caller.abilities.includes('settings.manage')
    const found = await Promise.all([
      findCustomers(tenant, words, context.publicUrl()),
      findInvoices(tenant, words),
      findCreditNotes(tenant, words),
      findDocuments(tenant, 'proposal', words),
      findDocuments(tenant, 'contract', words),
      findServices(tenant, words),
      caller.abilities.includes('contacts.view') ? findContacts(tenant, words) : [],
      seesWebhooks ? findWebhooks(tenant, words) : [],
      seesWebhooks ? findDeliveries(tenant, query.q.trim()) : [],
    ])
    const [customers, invoices, credit_notes, proposals, contracts, ...others] = found
    const [services, contacts, webhooks, deliveries] = others
    return {
      data: {
        customers,
        invoices,
        credit_notes,
        proposals,
        contracts,
        services,
        contacts,
        webhooks,
        deliveries,
      },
    }
  })

  mount(app, context, showCounts, async ({ tenant, caller }) => ({
    data: {
      ...(await readCounts(tenant, caller.abilities.includes('settings.manage'))),
      ...(caller.kind === 'staff' && { unread_notifications: await countUnread(tenant, caller) }),
    },
  }))
}

interface Counts {
  readonly overdue_invoices: number
  readonly failing_webhooks: number
}

/** Returns what needs attention now: one sum that is kept, and a count over the account's endpoints. */
async function readCounts(tenant: Tenant, seesWebhooks: boolean): Promise<Counts> {
  const [sums, [failing]] = await Promise.all([
    readTallies(tenant, [{ key: '', name: 'status', ...always }]),
    seesWebhooks ? tenant.run(failingCount, {}) : [],
  ])
  return {
    overdue_invoices: sums.reduce((sum, { status, count }) => sum + (status === 'overdue' ? count : 0), 0),
    failing_webhooks: failing?.count ?? 0,
  }
}

const failingCount = new Prepared<Tenant, object, { count: number }>((tenant) =>
  tenant
    .select('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(whereFailing),
)
