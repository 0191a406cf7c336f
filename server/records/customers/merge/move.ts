import { sql } from 'kysely'

import { noBilling } from '#contract/customers/billing.ts'
import { fold } from '#contract/values/folding.ts'
import type { NewEvent } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Changes } from '#server/platform/audit/activity.ts'
import { contactFields } from '#server/records/contacts/rows.ts'
import type { TrashContents } from '#server/records/customers/trash/put.ts'
import { readColleagues } from '#server/records/people/colleagues.ts'

import { billingChanges, toBilling } from '../billing.ts'
import { fullName } from '../columns.ts'
import type { Definition } from '../field-definitions.ts'

type Value = TrashContents['values'][number]

/** Returns what changes for the survivor, which gets the texts that are taken; the other's rows stay for the trash. */
export async function moveTexts(
  trx: Tenant,
  {
    survivor,
    taken,
    definitions,
    updated_at,
  }: {
    survivor: TrashContents
    taken: readonly Value[]
    definitions: readonly Definition[]
    updated_at: string
  },
): Promise<Changes> {
  const changes: Record<string, { from: unknown; to: unknown }> = {}
  for (const { custom_field_id, value, owner_id } of taken) {
    const own = survivor.values.find((one) => one.custom_field_id === custom_field_id)
    if (own?.value === value) continue
    const key = definitions.find(({ id }) => id === custom_field_id)?.key ?? String(custom_field_id)
    changes[`custom_fields.${key}`] = { from: own?.value ?? null, to: value }
    if (own)
      await trx.update('custom_field_values').set({ value, updated_at }).where('id', '=', own.id).execute()
    else
      await trx.insertOne('custom_field_values', {
        owner_id,
        customer_id: survivor.customer.id,
        custom_field_id,
        value,
        created_at: updated_at,
        updated_at,
      })
  }
  return changes
}

interface Sides {
  readonly survivor: TrashContents
  readonly other: TrashContents
}

/** Moves the other's invoice template to the survivor unless it has one, so that drafts look as before. Returns what changes. */
export const moveTemplate = (trx: Tenant, sides: Sides): Promise<Changes> =>
  moveChoice(trx, sides, {
    column: 'invoice_template_id',
    title: 'invoice_template',
    read: (ids) => trx.select('invoice_templates').select(['id', 'name']).where('id', 'in', ids).execute(),
  })

/** Assigns the survivor to the other's person unless it has one. Returns what changes. */
export const moveAssignee = (trx: Tenant, sides: Sides): Promise<Changes> =>
  moveChoice(trx, sides, {
    column: 'assigned_to',
    title: 'assigned_to',
    read: (ids) => readColleagues(trx, ids),
  })

interface Choice {
  /** The id of what was chosen for a customer. */
  readonly column: 'invoice_template_id' | 'assigned_to'
  readonly title: string
  readonly read: (
    ids: readonly number[],
  ) => Promise<readonly { readonly id: number; readonly name: string }[]>
}

async function moveChoice(
  trx: Tenant,
  { survivor, other }: Sides,
  { column, title, read }: Choice,
): Promise<Changes> {
  const [own, theirs] = [survivor.customer[column], other.customer[column]]
  const known = await read([own ?? 0, theirs ?? 0])
  const moved = known.find(({ id }) => id === theirs)
  // What is gone, or somebody who has left, counts as none.
  if (!moved || known.some(({ id }) => id === own)) return {}
  await trx
    .update('customers')
    .set({ [column]: moved.id })
    .where('id', '=', survivor.customer.id)
    .execute()
  return { [title]: { from: null, to: moved.name } }
}

/** Moves the other's billing details to the survivor unless it has some. Returns what changes. */
export async function moveBilling(trx: Tenant, { survivor, other }: Sides): Promise<Changes> {
  const { billing } = other.customer
  // A customer that was deleted by a version without billing details has no such column in the trash.
  if (billing == null || survivor.customer.billing != null) return {}
  await trx.update('customers').set({ billing }).where('id', '=', survivor.customer.id).execute()
  return billingChanges(noBilling, toBilling(billing))
}

/** Adds the files of the other's file fields to those of the survivor, and returns their names. */
export async function moveFiles(
  trx: Tenant,
  {
    survivor,
    other,
    isFiles,
    updated_at,
  }: {
    survivor: TrashContents
    other: TrashContents
    isFiles: (value: Value) => boolean
    updated_at: string
  },
): Promise<string[]> {
  const customer_id = survivor.customer.id
  const names: string[] = []
  for (const value of other.values.filter(isFiles)) {
    const own = survivor.values.find((one) => one.custom_field_id === value.custom_field_id)
    if (own) {
      await trx
        .update('files')
        .set({ custom_field_value_id: own.id })
        .where('custom_field_value_id', '=', value.id)
        .execute()
      await trx.delete('custom_field_values').where('id', '=', value.id).execute()
    } else {
      const set = { customer_id, updated_at }
      await trx.update('custom_field_values').set(set).where('id', '=', value.id).execute()
    }
    const files = other.files.filter(({ custom_field_value_id }) => custom_field_value_id === value.id)
    for (const { id, name } of files) {
      await trx.update('files').set({ customer_id }).where('id', '=', id).execute()
      names.push(name)
    }
  }
  return names
}

/** Makes them the survivor's contacts, and returns their events. */
export async function moveContacts(
  trx: Tenant,
  contacts: TrashContents['contacts'],
  customer_id: number,
  updated_at: string,
): Promise<NewEvent[]> {
  if (contacts.length === 0) return []
  const ids = contacts.map(({ id }) => id)
  await trx
    .update('contacts')
    .set((eb) => ({ customer_id, updated_at, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  const rows = await trx
    .select('contacts')
    .select(contactFields)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((data) => ({ type: 'contact.updated', data }))
}

/**
 * Makes the other's invoices, recurring invoices, proposals, contracts, meetings, notes and activity the survivor's. Invoices keep the name they were
 * written for; the next ones of a schedule are for the survivor.
 */
export async function moveRows(
  trx: Tenant,
  other: number,
  {
    id: customer_id,
    name,
    last_name,
    email,
  }: Pick<TrashContents['customer'], 'id' | 'name' | 'last_name' | 'email'>,
): Promise<void> {
  const customer_name = fullName({ name, last_name })
  // A draft that is open in an editor names the other: a new version makes it notice.
  await trx
    .update('invoices')
    .set({ customer_id, version: sql<number>`version + 1` })
    .where('customer_id', '=', other)
    .execute()
  await trx
    .update('documents')
    .set({ customer_id, version: sql<number>`version + 1` })
    .where('customer_id', '=', other)
    .execute()
  await trx
    .update('meetings')
    .set({ customer_id, version: sql<number>`version + 1` })
    .where('customer_id', '=', other)
    .execute()
  await trx
    .update('invoice_schedules')
    .set({
      customer_id,
      customer_name,
      customer_name_key: fold(customer_name),
      customer_email: email,
      version: sql<number>`version + 1`,
    })
    .where('customer_id', '=', other)
    .execute()
  await trx.update('notes').set({ customer_id }).where('customer_id', '=', other).execute()
  await trx.update('activity_log').set({ customer_id }).where('customer_id', '=', other).execute()
}
