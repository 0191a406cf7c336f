import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Customer, CustomerRow } from '#contract/customers.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { type NewContact, contactColumns } from '#server/contacts/columns.ts'
import { lockContact, saveContact } from '#server/contacts/writes.ts'
import { type NewEvent, emit } from '#server/delivery/emit.ts'
import { HttpError, invalidInput } from '#server/http/errors.ts'
import { now } from '#server/lib/clock.ts'

import { type Actor, recordActivities, recordActivity } from './activity.ts'
import { customerColumns } from './columns.ts'
import { readDefinitions } from './field-definitions.ts'
import { FieldTexts } from './field-texts.ts'
import { makeFileRow } from './file-rows.ts'
import type { CheckedFile, CustomerForm } from './form.ts'
import { readCustomers } from './rows.ts'
import { putInTrash, readContents } from './trash/put.ts'

interface NewCustomerOptions {
  readonly actor: Actor
  /** Of the committed uploads. */
  readonly tokens: ReadonlyMap<CheckedFile, string>
  readonly publicUrl: string
  /** The contact that becomes the customer's; a new one unless given. */
  readonly contactId?: number | undefined
}

/**
 * Creates the customer, its contact and the events of both; returns the customer as in the API. Throws 422 for a contact
 * that doesn't exist or belongs to a customer.
 */
export async function addCustomer(
  tenant: Tenant,
  { customer, photo, values }: CustomerForm,
  { actor, tokens, publicUrl, contactId }: NewCustomerOptions,
): Promise<Customer> {
  const created_at = now()
  const id = await tenant.insertOne('customers', customerColumns({ ...customer, created_at }))
  const fileRow = makeFileRow(id, tokens, created_at)
  const valueIds = await tenant.insert(
    'custom_field_values',
    values.map(({ field, value }) => ({
      owner_id: field.user_id,
      customer_id: id,
      custom_field_id: field.id,
      value,
      created_at,
      updated_at: created_at,
    })),
  )
  const [photoId] = await tenant.insert('files', [
    fileRow(photo, null),
    ...values.flatMap((value, index) => value.files.map((file) => fileRow(file, valueIds[index] ?? null))),
  ])
  await tenant
    .update('customers')
    .set({ photo_file_id: photoId ?? null })
    .where('id', '=', id)
    .execute()

  const { name, last_name, email, phone, business } = customer
  const contact = {
    customer_id: id,
    name,
    last_name,
    email,
    phone,
    company_name: business.company_name ?? null,
  }
  const contactEvent = await writeContact(tenant, contact, contactId, created_at)
  const title = `${name} ${last_name}`
  await recordActivity(tenant, actor, {
    customerId: id,
    title,
    event: 'created',
    description: 'Customer created',
  })

  const fields = new FieldTexts(await readDefinitions(tenant))
  const [row = ''] = await readCustomers(tenant, [id], { fields, publicUrl })
  // The specification has both lists empty on creation; what just happened shows from the next read on.
  const created = { ...(JSON.parse(row) as CustomerRow), notes: [], activity_log: [] }
  await emit(tenant, [{ type: 'customer.created', data: created }, contactEvent])
  return created
}

/** Makes the contact of a new customer, out of the one by that id if given; returns its event. */
async function writeContact(
  tenant: Tenant,
  contact: NewContact,
  id: number | undefined,
  at: string,
): Promise<NewEvent> {
  if (id === undefined) {
    const times = { created_at: at, updated_at: at }
    const newId = await tenant.insertOne('contacts', { ...contactColumns(contact), ...times })
    return { type: 'contact.created', data: { id: newId, ...contact, ...times } }
  }
  const stored = await lockContact(tenant, id)
  if (stored?.customer_id !== null) {
    const reason = stored ? 'This contact already belongs to a customer' : 'This contact doesn’t exist'
    throw invalidInput('VALIDATION_FAILED', new Map([['contact_id', [reason]]]))
  }
  const { version, ...before } = stored
  const data = { ...before, ...contact, updated_at: at }
  await saveContact(tenant, data, version)
  return { type: 'contact.updated', data }
}

/**
 * Puts them all into the trash, or throws 404 and deletes none. Works in slices and lets the process answer others in
 * between. `ids` ascend, so that two deletions with some in common wait for each other and never in a circle.
 * CHOICE 0009, 0061, 0117.
 */
export async function removeCustomers(tenant: Tenant, actor: Actor, ids: readonly number[]): Promise<void> {
  if ((await lockExisting(tenant, ids)).length < ids.length)
    throw new HttpError('NOT_FOUND', 'One of these customers doesn’t exist. Nothing was deleted.')
  await removeSlices(tenant, actor, ids)
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
