import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Customer, CustomerRow } from '#contract/customers/customers.ts'
import { type NewEvent, emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivities } from '#server/platform/audit/activity.ts'
import { audit, auditChanges, namedDeletions } from '#server/platform/audit/record.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { type NewContact, contactColumns } from '#server/records/contacts/columns.ts'
import { lockContact, saveContact } from '#server/records/contacts/writes.ts'

import { customerColumns } from './columns.ts'
import { lockDefinitions } from './field-definitions.ts'
import { FieldTexts } from './field-texts.ts'
import { settleValues } from './fields/settle.ts'
import { makeFileRow } from './file-rows.ts'
import type { CheckedFile, CustomerForm } from './form.ts'
import { readCustomers } from './rows.ts'
import { putInTrash, readContents } from './trash/put.ts'

/** A new customer. Without a photo, screens show initials. */
export interface CustomerToAdd extends Omit<CustomerForm, 'photo'> {
  readonly photo?: CheckedFile
  /** The contact that becomes the customer's; a new one unless given. */
  readonly contactId?: number | undefined
}

interface NewCustomerOptions {
  readonly actor: Actor
  /** Of the committed uploads. */
  readonly tokens: ReadonlyMap<CheckedFile, string>
  readonly publicUrl: string
}

/**
 * Creates customers, their contacts and the events of both; returns the customers as in the API, in the order given. Throws
 * 422 for a contact that doesn't exist or belongs to a customer.
 */
export async function addCustomers(
  tenant: Tenant,
  forms: readonly CustomerToAdd[],
  { actor, tokens, publicUrl }: NewCustomerOptions,
): Promise<Customer[]> {
  const created_at = now()
  const definitions = await lockDefinitions(tenant)
  const settled: CustomerToAdd[] = []
  for (const form of forms)
    settled.push({ ...form, values: await settleValues(tenant, form.values, definitions) })
  const ids = await tenant.insert(
    'customers',
    forms.map(({ customer }) => customerColumns({ ...customer, created_at })),
  )
  const added = settled.map((form, index) => ({ ...form, id: ids[index] as number })) // an id a row
  await addValues(tenant, added, tokens, created_at)
  const contactEvents = await writeContacts(tenant, added, created_at)
  await recordActivities(
    tenant,
    actor,
    added.map(({ id, customer: { name, last_name } }) => ({
      customerId: id,
      title: `${name} ${last_name}`,
      event: 'created',
      description: 'Customer created',
    })),
  )

  const fields = new FieldTexts(definitions)
  const texts = await readCustomers(tenant, ids, { fields, publicUrl })
  // The specification has both lists empty on creation; what just happened shows from the next read on.
  const customers = texts.map((text) => ({
    ...(JSON.parse(text) as CustomerRow),
    notes: [],
    activity_log: [],
  }))
  await emit(
    tenant,
    customers.flatMap((data, index) => [
      { type: 'customer.created' as const, data },
      contactEvents[index] as NewEvent, // one for each
    ]),
  )
  return customers
}

/** A customer that has an id. */
type Added = CustomerToAdd & { readonly id: number }

/** Writes custom values, and the files of both them and the photos. */
async function addValues(
  tenant: Tenant,
  added: readonly Added[],
  tokens: ReadonlyMap<CheckedFile, string>,
  created_at: string,
): Promise<void> {
  const values = added.flatMap(({ id, values: of }) => of.map((value) => ({ ...value, customer_id: id })))
  const valueIds = await tenant.insert(
    'custom_field_values',
    values.map(({ customer_id, field, value }) => ({
      owner_id: field.user_id,
      customer_id,
      custom_field_id: field.id,
      value,
      created_at,
      updated_at: created_at,
    })),
  )
  const photos = added.flatMap(({ id, photo }) => (photo ? [{ id, photo }] : []))
  const photoIds = await tenant.insert('files', [
    ...photos.map(({ id, photo }) => makeFileRow(id, tokens, created_at)(photo, null)),
    ...values.flatMap(({ customer_id, files }, index) =>
      files.map((file) => makeFileRow(customer_id, tokens, created_at)(file, valueIds[index] ?? null)),
    ),
  ])
  for (const [index, { id }] of photos.entries())
    await tenant
      .update('customers')
      .set({ photo_file_id: photoIds[index] ?? null })
      .where('id', '=', id)
      .execute()
}

/** Makes the contact of each customer, out of one that exists if the form names it; returns their events. */
async function writeContacts(tenant: Tenant, added: readonly Added[], at: string): Promise<NewEvent[]> {
  const contacts = added.map(({ id, customer, contactId }) => ({
    contactId,
    contact: {
      customer_id: id,
      name: customer.name,
      last_name: customer.last_name,
      email: customer.email,
      phone: customer.phone,
      company_name: customer.business.company_name ?? null,
    },
  }))
  const times = { created_at: at, updated_at: at }
  const fresh = contacts.filter(({ contactId }) => contactId === undefined)
  const freshIds = await tenant.insert(
    'contacts',
    fresh.map(({ contact }) => ({ ...contactColumns(contact), ...times })),
  )
  const events = new Map(
    fresh.map(({ contact }, index): [NewContact, NewEvent] => [
      contact,
      { type: 'contact.created', data: { id: freshIds[index], ...contact, ...times } },
    ]),
  )
  for (const { contact, contactId } of contacts)
    if (contactId !== undefined) events.set(contact, await takeContact(tenant, contact, contactId, at))
  return contacts.map(({ contact }) => events.get(contact) as NewEvent) // one for each
}

/** Makes a contact that exists the one of a new customer; returns its event. */
async function takeContact(tenant: Tenant, contact: NewContact, id: number, at: string): Promise<NewEvent> {
  const stored = await lockContact(tenant, id)
  if (stored?.customer_id !== null) {
    const reason = stored ? 'This contact already belongs to a customer' : 'This contact doesn’t exist'
    throw invalidField('contact_id', reason)
  }
  const { version, ...before } = stored
  const data = { ...before, ...contact, updated_at: at }
  await saveContact(tenant, data, version)
  return { type: 'contact.updated', data }
}

/**
 * Puts them all into the trash, or throws 404 and deletes none. Works in slices and lets the process answer others in
 * between. `ids` ascend, so that two deletions with some in common wait for each other and never in a circle.
 */
export async function removeCustomers(tenant: Tenant, actor: Actor, ids: readonly number[]): Promise<void> {
  if ((await lockExisting(tenant, ids)).length < ids.length)
    throw new HttpError('NOT_FOUND', 'One of these customers doesn’t exist. Nothing was deleted.')
  await auditDeletions(tenant, ids)
  await removeSlices(tenant, actor, ids)
}

async function auditDeletions(tenant: Tenant, ids: readonly number[]): Promise<void> {
  if (ids.length > namedDeletions) return auditCustomerDeletion(tenant, ids.length)
  const rows = await tenant
    .select('customers')
    .select(['id', 'name', 'last_name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  await audit(
    tenant,
    ...rows.map(({ id, name, last_name }) => ({
      action: 'customer.deleted' as const,
      target: { kind: 'customer' as const, id, name: `${name} ${last_name}` },
    })),
  )
}

/** Records that many customers are deleted at once: how many, and which filters they match if they were chosen by them. */
export async function auditCustomerDeletion(
  tenant: Tenant,
  count: number,
  filters: object = {},
): Promise<void> {
  await audit(tenant, {
    action: 'customers.deleted',
    changes: auditChanges({ count, ...(Object.keys(filters).length > 0 && { filters }) }, null),
  })
}

/** Puts those of them that still exist into the trash, and returns how many there were. `ids` ascend. */
export async function removeExisting(tenant: Tenant, actor: Actor, ids: readonly number[]): Promise<number> {
  const existing = await lockExisting(tenant, ids)
  await removeSlices(tenant, actor, existing)
  return existing.length
}

async function removeSlices(tenant: Tenant, actor: Actor, ids: readonly number[]): Promise<void> {
  for (let index = 0; index < ids.length; index += deletedInOneGo) {
    if (index > 0) await letOthersRun()
    await removeSlice(tenant, actor, ids.slice(index, index + deletedInOneGo))
  }
}

/** Small enough for an unnoticeable pause, with one endpoint or with twenty. */
const deletedInOneGo = 25

/** Returns those of them that exist, and keeps them as they are until the transaction ends. */
async function lockExisting(tenant: Tenant, ids: readonly number[]): Promise<number[]> {
  const rows = await tenant.dialect
    .forNoKeyUpdate(tenant.select('customers').select('id').where('id', 'in', ids).orderBy('id'))
    .execute()
  return rows.map(({ id }) => id)
}

async function removeSlice(tenant: Tenant, actor: Actor, ids: readonly number[]): Promise<void> {
  const deleted = await readContents(tenant, ids)
  await tenant.delete('customers').where('id', 'in', ids).execute()
  await putInTrash(tenant, deleted)
  await recordActivities(
    tenant,
    actor,
    deleted.map(({ customer: { id, name, last_name } }) => ({
      customerId: null,
      subject: { type: 'customer', id },
      title: `${name} ${last_name}`,
      event: 'deleted',
      description: 'Customer deleted',
    })),
  )
  await emit(tenant, [
    ...deleted.map(({ customer: { id, name, last_name, email } }) => ({
      type: 'customer.deleted' as const,
      data: { id, name, last_name, email },
    })),
    ...deleted.flatMap(({ contacts }) =>
      contacts.map(({ id, name, last_name, email, customer_id }) => ({
        type: 'contact.deleted' as const,
        data: { id, name, last_name, email, customer_id },
      })),
    ),
  ])
}
