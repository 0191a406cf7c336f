import { sql } from 'kysely'

import type { Overview } from '#contract/account/overview.ts'
import { whereFailing } from '#server/outgoing/failing.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { timeLevels } from '#server/platform/db/tallies.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { daysBetween } from '#server/platform/lib/time-zone.ts'
import { type Span, always, bucketsOf } from '#server/platform/lists/date-buckets.ts'
import { partsOf, readTallies } from '#server/records/invoices/sums.ts'

const limits = { overdue: 10, drafts: 5, agreed: 5 } as const

/** Returns the invoices that have been overdue the longest. `today` is a day in the account's time zone. */
export async function readOverdue(tenant: Tenant, today: string): Promise<Overview['overdue']> {
  return (await tenant.run(longestOverdue, {})).map(({ settled_amount, ...row }) => ({
    ...row,
    total_amount: toDecimal(row.total_amount, row.currency),
    amount_due: toDecimal(row.total_amount - settled_amount, row.currency),
    days_overdue: daysBetween(row.due_date, today),
  }))
}

type OverdueRow = Omit<Overview['overdue'][number], 'days_overdue' | 'amount_due'> & {
  readonly settled_amount: number
}
const longestOverdue = new Prepared<Tenant, object, OverdueRow>((tenant) =>
  tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'total_amount', 'currency', 'due_date'])
    .select('settled_amount')
    .where('status', '=', 'overdue')
    .orderBy('due_date')
    .orderBy('id')
    .limit(limits.overdue),
)

/** Returns how many drafts were last changed before that datetime, and the oldest of them. */
export async function readStaleDrafts(tenant: Tenant, before: string): Promise<Overview['stale_drafts']> {
  const { whole, rest } = bucketsOf({ ...always, until: before }, timeLevels)
  const [tallied, counted, oldest] = await Promise.all([
    readTallies(tenant, partsOf('', 'draft', whole)),
    // What is left is less than an hour.
    Promise.all(rest.map((span) => tenant.run(draftsIn, span))),
    tenant.run(oldestDrafts, { before }),
  ])
  return {
    count: [...tallied, ...counted.flat()].reduce((total, { count }) => total + count, 0),
    oldest: oldest[0]?.updated_at ?? null,
    invoices: oldest.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) })),
  }
}

const draftsIn = new Prepared<Tenant, Span, { count: number }>((tenant, value) =>
  tenant
    .select('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status = 'draft'`)
    .where('updated_at', '>=', value('from'))
    .where('updated_at', '<', value('until')),
)

type DraftRow = Overview['stale_drafts']['invoices'][number]
const oldestDrafts = new Prepared<Tenant, { before: string }, DraftRow>((tenant, value) =>
  tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'total_amount', 'currency'])
    .select('updated_at')
    .where(sql<boolean>`status = 'draft'`)
    .where('updated_at', '<', value('before'))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limits.drafts),
)

/** Returns how many documents customers agreed to since that datetime and the business has yet to act on, and those waiting longest. */
export async function readAgreedDocuments(
  tenant: Tenant,
  since: string,
): Promise<NonNullable<Overview['agreed_documents']>> {
  const rows = await tenant.run(longestAgreed, { since })
  return {
    count: Number(rows[0]?.count ?? 0),
    documents: rows.map(({ count: _count, ...row }) => ({
      ...row,
      total_amount: toDecimal(row.total_amount, row.currency),
    })),
  }
}

type AgreedRow = NonNullable<Overview['agreed_documents']>['documents'][number] & { readonly count: number }
const longestAgreed = new Prepared<Tenant, { since: string }, AgreedRow>((tenant, value) =>
  tenant
    .select('documents')
    .select(['id', 'kind', 'number', 'title', 'customer_id', 'customer_name', 'total_amount', 'currency'])
    .select((eb) => ['updated_at as agreed_at', eb.fn.countAll<number>().over().as('count')])
    .where(sql<boolean>`status in ('accepted', 'signed')`)
    .where('updated_at', '>=', value('since'))
    .where((eb) => eb.not(eb.exists(conversions(tenant))))
    .where((eb) => eb.not(eb.exists(countersigned(tenant))))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limits.agreed),
)

const conversions = (tenant: Tenant) =>
  tenant
    .select('document_conversions')
    .select('document_conversions.id')
    .where(sql<boolean>`document_id = documents.id`)

const countersigned = (tenant: Tenant) =>
  tenant
    .select('document_versions')
    .select('document_versions.id')
    .where(sql<boolean>`document_id = documents.id and edition = documents.editions`)
    .where('countersignature', 'is not', null)

/** Webhooks switched off by their failures, or on the way there; the worst first. An account has at most 100. */
export const failingWebhooks = new Prepared<Tenant, object, Overview['failing_webhooks'][number]>((tenant) =>
  tenant
    .select('webhooks')
    .select(['id', 'name', 'url', 'status', 'failure_count'])
    .where(whereFailing)
    .orderBy('failure_count', 'desc')
    .orderBy('id'),
)
