import { fieldType } from '#contract/customers/custom-fields.ts'
import { type FieldInput, mostFields } from '#contract/customers/field-definitions.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Changes, actorId, changesBetween, recordActivity } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { renameInViews } from '#server/records/saved-views/renamed-options.ts'

import { type Definition, readDefinitions } from '../field-definitions.ts'
import { type CheckedField, checkField, newKey } from './input.ts'
import { isRenaming, requestRenames } from './renames.ts'
import { orderVersion } from './rows.ts'

/** Adds a field after all others, and returns its id. */
export async function addField(trx: Tenant, caller: Caller, input: FieldInput): Promise<number> {
  await lockFields(trx)
  const existing = await readDefinitions(trx)
  if (existing.length >= mostFields)
    throw new HttpError(
      'CONFLICT',
      `An account can have up to ${mostFields} custom fields. Delete one first.`,
    )
  const { columns } = checkField(input)
  const at = now()
  const id = await trx.insertOne('custom_fields', {
    ...columns,
    user_id: actorId(caller) ?? 0,
    location: 1,
    key: newKey(columns.name, new Set(existing.map(({ key }) => key))),
    position: Math.max(-1, ...existing.map(({ position }) => position)) + 1,
    created_at: at,
    updated_at: at,
  })
  await record(trx, caller, { id, name: columns.name }, 'created')
  return id
}

/**
 * Makes a field what the input says, and returns the ids of renames that are to be carried out. Without a change it writes
 * nothing. Throws 412 unless the field has that version, 409 for other options while values are being renamed.
 */
export async function updateField(
  trx: Tenant,
  caller: Caller,
  { id, version, input }: { readonly id: number; readonly version: number; readonly input: FieldInput },
): Promise<number[]> {
  const stored = await readToChange(trx, id, version)
  const checked = checkField(input, stored)
  const changes = changesOf(stored, checked)
  if (Object.keys(changes).length === 0) return []
  if (changes.type && (await hasValues(trx, id)))
    throw invalidField('type', 'The type can’t change, because customers have values in this field')
  if (changes.options || changes.retired_options) {
    if (await isRenaming(trx, id))
      throw new HttpError(
        'CONFLICT',
        'An option of this field is still being renamed for customers. Try again once that’s done.',
      )
    for (const option of checked.removed)
      if (await hasValues(trx, id, option))
        throw invalidField('options', `Customers have the option “${option}”. Retire it instead.`)
  }
  await trx
    .update('custom_fields')
    .set({ ...checked.columns, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await record(trx, caller, { id, name: checked.columns.name }, 'updated', changes)
  await renameInViews(trx, id, checked.renames)
  return requestRenames(trx, caller, id, checked.renames)
}

/** Retires a field or brings it back; one that is so already stays as it is. Throws 412 unless it has that version. */
export async function setRetired(
  trx: Tenant,
  caller: Caller,
  { id, version, isRetired }: { readonly id: number; readonly version: number; readonly isRetired: boolean },
): Promise<void> {
  const { retired_at, name } = await readToChange(trx, id, version)
  if ((retired_at !== null) === isRetired) return
  await trx
    .update('custom_fields')
    .set({ retired_at: isRetired ? now() : null, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await record(trx, caller, { id, name }, isRetired ? 'retired' : 'restored')
}

/** Deletes a field without values. Throws 409 if a customer has one, 412 unless the field has that version. */
export async function deleteField(trx: Tenant, caller: Caller, id: number, version: number): Promise<void> {
  const { name } = await readToChange(trx, id, version)
  if (await hasValues(trx, id))
    throw new HttpError('CONFLICT', 'Customers have values in this field. Retire it instead.')
  await trx.delete('custom_field_renames').where('custom_field_id', '=', id).execute()
  await trx.delete('custom_fields').where('id', '=', id).execute()
  await record(trx, caller, { id, name }, 'deleted')
}

/** All fields in a new order, and those that move into another group. */
export interface FieldOrder {
  readonly fields: readonly number[]
  readonly groups?: readonly { readonly id: number; readonly group: string }[] | undefined
}

/**
 * Puts all fields into that order and those groups. Throws 412 unless the order has that version, 422 unless it names every
 * field once, and no other.
 */
export async function orderFields(
  trx: Tenant,
  caller: Caller,
  { fields: ids, groups = [] }: FieldOrder,
  version: number,
): Promise<void> {
  await lockFields(trx)
  if ((await orderVersion(trx)) !== version) throw new HttpError('PRECONDITION_FAILED')
  const existing = await readDefinitions(trx)
  const byId = new Map(existing.map((field) => [field.id, field]))
  if (ids.length !== existing.length || new Set(ids).size !== ids.length || ids.some((id) => !byId.has(id)))
    throw invalidField('fields', 'fields must name every custom field once')
  const grouped = new Set(groups.map(({ id }) => id))
  if (grouped.size !== groups.length || [...grouped].some((id) => !byId.has(id)))
    throw invalidField('groups', 'groups must name custom fields of this account, each once')
  for (const { id, group } of groups) {
    const stored = byId.get(id)! // checked above
    if (stored.field_group !== group) await changeGroup(trx, caller, stored, group)
  }
  await changeOrder(trx, caller, existing, ids)
}

/** The group is part of the definition: an open form of that field is told that it changed. */
async function changeGroup(
  trx: Tenant,
  caller: Caller,
  { id, name, version, field_group: from }: Definition,
  to: string,
): Promise<void> {
  await trx
    .update('custom_fields')
    .set({ field_group: to, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await record(trx, caller, { id, name }, 'updated', { group: { from, to } })
}

async function changeOrder(
  trx: Tenant,
  caller: Caller,
  existing: readonly Definition[],
  ids: readonly number[],
): Promise<void> {
  const byId = new Map(existing.map((field) => [field.id, field]))
  const moved = ids.flatMap((id, position) => (byId.get(id)?.position === position ? [] : [{ id, position }]))
  const namesOf = (fields: readonly number[]) => fields.map((id) => byId.get(id)?.name)
  const before = existing.map(({ id }) => id)
  for (const { id, position } of moved)
    await trx.update('custom_fields').set({ position }).where('id', '=', id).execute()
  if (before.every((id, index) => id === ids[index])) return
  await recordActivity(trx, caller, {
    customerId: null,
    subject: { type: 'custom_field', id: 0 },
    title: 'Custom fields',
    event: 'reordered',
    description: 'Custom fields reordered',
    changes: { order: { from: namesOf(before), to: namesOf(ids) } },
  })
}

/** Definitions change one after the other, so that a new one has a key and a place of its own. */
const lockFields = (trx: Tenant) => trx.lock('custom fields')

async function readToChange(trx: Tenant, id: number, version: number): Promise<Definition> {
  await lockFields(trx)
  // Waits for transactions that write values under the definition as it is now.
  await trx.dialect.forUpdate(trx.select('custom_fields').select('id').where('id', '=', id)).execute()
  const stored = (await readDefinitions(trx)).find((field) => field.id === id)
  if (!stored) throw new HttpError('NOT_FOUND')
  if (stored.version !== version) throw new HttpError('PRECONDITION_FAILED')
  return stored
}

async function hasValues(trx: Tenant, field: number, value?: string): Promise<boolean> {
  const values = trx.select('custom_field_values').select('id').where('custom_field_id', '=', field)
  const row = await (value === undefined ? values : values.where('value', '=', value)).limit(1).execute()
  return row.length > 0
}

function changesOf(stored: Definition, { columns }: CheckedField): Changes {
  const plain = ({
    type,
    name,
    field_group: group,
    description,
    placeholder,
    required,
  }: Pick<
    CheckedField['columns'],
    'type' | 'name' | 'field_group' | 'description' | 'placeholder' | 'required'
  >) => ({
    type,
    name,
    group,
    description,
    placeholder,
    required: required === 1,
  })
  const lists = (fields: Definition['fields'], retired_options: readonly string[]) => ({
    options: fields?.options ?? [],
    retired_options,
    file_config: fields?.fileConfig ?? null,
  })
  const from = lists(stored.fields, stored.retired_options)
  const to = lists(
    JSON.parse(columns.fields) as Definition['fields'],
    JSON.parse(columns.retired_options) as string[],
  )
  return {
    ...changesBetween(plain(stored), plain(columns)),
    ...Object.fromEntries(
      (['options', 'retired_options', 'file_config'] as const)
        .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
        // The names of options are what the field is about; others have no options.
        .filter((key) => key !== 'options' || [stored.type, columns.type].includes(fieldType.select))
        .map((key) => [key, { from: from[key], to: to[key] }]),
    ),
  }
}

const descriptions = {
  created: 'Custom field created',
  updated: 'Custom field updated',
  retired: 'Custom field retired',
  restored: 'Custom field restored',
  deleted: 'Custom field deleted',
} as const

const record = (
  trx: Tenant,
  caller: Caller,
  { id, name }: Pick<Definition, 'id' | 'name'>,
  event: keyof typeof descriptions,
  changes?: Changes,
) =>
  recordActivity(trx, caller, {
    customerId: null,
    subject: { type: 'custom_field', id },
    title: name,
    event,
    description: descriptions[event],
    ...(changes && { changes }),
  })
