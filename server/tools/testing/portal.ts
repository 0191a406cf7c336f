import { type Action, actions } from '#contract/values/permissions.ts'
import type { RecordName } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import { beginPortalSession } from '#server/doors/portal/sessions.ts'
import { Tenant } from '#server/platform/access/tenant.ts'

import { addRecord } from './record.ts'

interface Customer {
  readonly account: number
  readonly customer: number
}

/** Grants the customer exactly these permissions. */
export async function grant(
  { store: { db } }: Pick<Context, 'store'>,
  customer: number,
  granted: readonly Action[],
): Promise<void> {
  const ids = actions.filter(({ name }) => granted.includes(name)).map(({ id }) => id)
  const permissions = ids.reduce((mask, id) => mask | (1 << (id - 1)), 0)
  await db.updateTable('customers').set({ permissions }).where('id', '=', customer).execute()
}

/** Begins a session of a customer in the portal; returns the headers of its requests. */
export async function inPortal(
  { store: { db } }: Pick<Context, 'store'>,
  { account, customer }: Customer,
): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const token = await db
    .transaction()
    .execute((trx) => beginPortalSession(trx, { account, customer, viewer: null, link: null }))
  return { cookie: `bureau.portal=${token}`, 'sec-fetch-site': 'same-origin' }
}

interface PortalRecord {
  readonly name: RecordName | null
  readonly id: number
}

/** The table of a record of the portal that has a customer. */
export const tableOf = ({ name }: Pick<PortalRecord, 'name'>): 'documents' =>
  (name === 'invoices' || name === 'meetings' ? name : 'documents') as 'documents'

/** Returns the table and the id of what says whose record that is. */
async function ownerOf(tenant: Tenant, { name, id }: PortalRecord): Promise<['documents', number]> {
  if (name === 'credit_notes') {
    const note = tenant.select('credit_notes').select('invoice_id').where('id', '=', id)
    return ['invoices' as 'documents', (await note.executeTakeFirst())?.invoice_id ?? 0]
  }
  if (name === 'subscriptions') {
    const one = tenant.select('subscriptions').select('schedule_id').where('id', '=', id)
    return ['invoice_schedules' as 'documents', (await one.executeTakeFirst())?.schedule_id ?? 0]
  }
  return [tableOf({ name }), id]
}

/** Returns whose record of the portal that is. */
export async function customerOf(tenant: Tenant, { name, id }: PortalRecord): Promise<number | undefined> {
  const [table, owner] = await ownerOf(tenant, { name, id })
  const row = await tenant.select(table).select('customer_id').where('id', '=', owner).executeTakeFirst()
  return row?.customer_id
}

/** The same for a customer with every permission: that of the record, or a new one. */
export async function portalSession(
  context: Context,
  account: number,
  record?: PortalRecord,
): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const { db, dialect } = context.store
  const customer =
    (record && (await customerOf(new Tenant(db, dialect, account, 'Test'), record))) ??
    (await addRecord(context, account, { record: 'customers', path: '/api/customers' }))
  await grant(
    context,
    customer,
    actions.map(({ name }) => name),
  )
  return inPortal(context, { account, customer })
}
