import {
  type CustomerBilling,
  type KnownBilling,
  type StoredBilling,
  noBilling,
} from '#contract/customers/billing.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type Changes, changesBetween, recordActivity } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { fullName } from './columns.ts'

/** The billing details in a column of the customer. */
export const toBilling = (column: string | null): KnownBilling => ({
  ...noBilling,
  ...(column !== null && (JSON.parse(column) as KnownBilling)),
})

/** What differs between two billing details, as the history names it. */
export const billingChanges = (before: KnownBilling, after: KnownBilling): Changes =>
  Object.fromEntries(
    Object.entries(changesBetween({ ...before }, { ...after })).map(([name, change]) => [
      `billing.${name}`,
      change,
    ]),
  )

/** Reads how the customer is billed. Throws 404. */
export async function readBilling(tenant: Tenant, id: number): Promise<StoredBilling> {
  const { billing, version } = await readRow(tenant, id)
  return { id, ...toBilling(billing), version }
}

/** The billing details that files have, by the names of their columns. */
export const billingColumns = {
  tax_number: 'tax_number',
  billing_email: 'email',
  billing_reference: 'reference',
  electronic_address: 'electronic_address',
  billing_currency: 'currency',
  payment_days: 'payment_days',
} as const satisfies Readonly<Record<string, keyof CustomerBilling>>

/** Replaces the billing details, with activity; without a change it writes nothing. Throws 404, and 412 for another version. */
export async function writeBilling(
  tenant: Tenant,
  actor: Actor,
  { id, version }: { readonly id: number; readonly version?: number },
  input: CustomerBilling,
): Promise<void> {
  const row = await readRow(tenant, id, true)
  if (version !== undefined && row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const before = toBilling(row.billing)
  const { language = before.language, automatic_reminders = before.automatic_reminders } = input
  const billing = { ...input, language, automatic_reminders }
  const changes = billingChanges(before, billing)
  if (Object.keys(changes).length === 0) return
  await tenant
    .update('customers')
    .set({ billing: JSON.stringify(billing), updated_at: now(), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await recordActivity(tenant, actor, {
    customerId: id,
    title: fullName(row),
    event: 'updated',
    description: 'Billing details changed',
    changes,
  })
}

async function readRow(tenant: Tenant, id: number, isLocked = false) {
  const query = tenant
    .select('customers')
    .select(['name', 'last_name', 'billing', 'version'])
    .where('id', '=', id)
  const row = await (isLocked ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}
