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

/** The table of a record of the portal; all of them have a customer. */
export const tableOf = ({ name }: { readonly name: RecordName | null }): 'documents' =>
  (name === 'invoices' || name === 'meetings' ? name : 'documents') as 'documents'

/** The same for a customer with every permission: that of the record, or a new one. */
export async function portalSession(
  context: Context,
  account: number,
  record?: { readonly name: RecordName | null; readonly id: number },
): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const { db, dialect } = context.store
  const tenant = new Tenant(db, dialect, account, 'Test')
  const row =
    record &&
    (await tenant
      .select(tableOf(record))
      .select('customer_id')
      .where('id', '=', record.id)
      .executeTakeFirst())
  const customer =
    row?.customer_id ?? (await addRecord(context, account, { record: 'customers', path: '/api/customers' }))
  await grant(
    context,
    customer,
    actions.map(({ name }) => name),
  )
  return inPortal(context, { account, customer })
}
