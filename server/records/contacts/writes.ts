import type { ContactInput } from '#contract/customers/contacts.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Changes, changesBetween, recordActivity } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'

import { contactColumns } from './columns.ts'
import { type ContactRow, contactFields } from './rows.ts'

/** A contact as the wire has it, and its version. */
interface Written {
  readonly contact: ContactRow
  readonly version: number
}

/** Adds a contact, with its activity and event. Throws 422 if its customer doesn't exist. */
export async function addContact(tenant: Tenant, caller: Caller, input: ContactInput): Promise<Written> {
  await requireCustomer(tenant, input.customer_id)
  const at = now()
  const id = await tenant.insertOne('contacts', {
    ...contactColumns(input),
    created_at: at,
    updated_at: at,
  })
  const contact = { id, ...input, created_at: at, updated_at: at }
  await record(tenant, caller, contact, { event: 'contact_created', description: 'Contact added' })
  await emit(tenant, [{ type: 'contact.created', data: contact }])
  return { contact, version: 1 }
}

/** Makes the contact what the input says. Without a change it writes nothing. Throws 412 if it has another version. */
export async function updateContact(
  tenant: Tenant,
  caller: Caller,
  id: number,
  version: number,
  input: ContactInput,
): Promise<Written> {
  const stored = await findContact(tenant, id)
  if (stored.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const { version: _version, ...before } = stored
  const changes = changesBetween<ContactInput>(before, input)
  if (Object.keys(changes).length === 0) return { contact: before, version }
  // A customer the contact already had stays valid, even if it was deleted meanwhile.
  if ('customer_id' in changes) await requireCustomer(tenant, input.customer_id)
  const contact = { ...before, ...input, updated_at: now() }
  await saveContact(tenant, contact, version)
  const entry = { event: 'contact_updated', description: 'Contact updated', changes }
  await record(tenant, caller, contact, entry)
  // A contact that has moved is part of both histories.
  if (before.customer_id !== null && before.customer_id !== contact.customer_id)
    await record(tenant, caller, { ...contact, customer_id: before.customer_id }, entry)
  await emit(tenant, [{ type: 'contact.updated', data: contact }])
  return { contact, version: version + 1 }
}

/** Deletes the contact, with its activity and event. Throws 404. */
export async function deleteContact(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const contact = await findContact(tenant, id)
  await tenant.delete('contacts').where('id', '=', id).execute()
  await record(tenant, caller, contact, { event: 'contact_deleted', description: 'Contact deleted' })
  const { name, last_name, email, customer_id } = contact
  await emit(tenant, [{ type: 'contact.deleted', data: { id, name, last_name, email, customer_id } }])
}

/** Writes all fields of a contact that had this version before. */
export async function saveContact(tenant: Tenant, contact: ContactRow, version: number): Promise<void> {
  const set = { ...contactColumns(contact), updated_at: contact.updated_at, version: version + 1 }
  await tenant.update('contacts').set(set).where('id', '=', contact.id).execute()
}

/** Reads the contact and locks it until the transaction ends; undefined if the account has none by that id. */
export function lockContact(tenant: Tenant, id: number) {
  const contact = tenant
    .select('contacts')
    .select([...contactFields, 'version'])
    .where('id', '=', id)
  return tenant.dialect.forNoKeyUpdate(contact).executeTakeFirst()
}

async function findContact(tenant: Tenant, id: number) {
  const contact = await lockContact(tenant, id)
  if (!contact) throw new HttpError('NOT_FOUND')
  return contact
}

async function requireCustomer(tenant: Tenant, id: number | null): Promise<void> {
  if (id === null) return
  const customer = tenant.select('customers').select('id').where('id', '=', id)
  if (!(await tenant.dialect.forKeyShare(customer).executeTakeFirst()))
    throw invalidInput(
      'VALIDATION_FAILED',
      new Map([['customer_id', ['This customer doesn’t exist. Choose another one.']]]),
    )
}

async function record(
  tenant: Tenant,
  caller: Caller,
  {
    id,
    customer_id,
    name,
    last_name,
    email,
  }: Pick<ContactRow, 'id' | 'customer_id' | 'name' | 'last_name' | 'email'>,
  entry: { readonly event: string; readonly description: string; readonly changes?: Changes },
) {
  await recordActivity(tenant, caller, {
    ...entry,
    customerId: customer_id,
    subject: { type: 'contact', id },
    title: `${name} ${last_name}`.trim() || email,
  })
}
