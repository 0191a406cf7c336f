import { fieldType } from '#contract/customers/custom-fields.ts'
import { type CustomerRow, businessKeys } from '#contract/customers/customers.ts'
import { type NewEvent, emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type Changes, changesBetween, recordActivity } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { contactFields } from '#server/records/contacts/rows.ts'

import { customerColumns, permissionNames } from './columns.ts'
import { type Definition, isInUse, lockDefinitions } from './field-definitions.ts'
import { FieldTexts } from './field-texts.ts'
import { settleValues } from './fields/settle.ts'
import { makeFileRow } from './file-rows.ts'
import type { CheckedFile, CustomerUpdate } from './form.ts'
import { readCustomers } from './rows.ts'
import { type StoredCustomer, readStored } from './stored.ts'

type Customer = StoredCustomer['row']
type File = StoredCustomer['fileRows'][number]

/** Arguments of an update besides the form. */
export interface UpdateOptions {
  readonly caller: Actor
  readonly publicUrl: string
  /** Tokens of the committed uploads. */
  readonly tokens: ReadonlyMap<CheckedFile, string>
}

/**
 * Makes the customer what the update says, with its activity and events, and returns the tokens of the files that are
 * no longer needed. Without a change it writes nothing. Throws 412 unless the customer has that version.
 */
export async function updateCustomer(
  tenant: Tenant,
  id: number,
  version: number,
  checked: CustomerUpdate,
  { caller, publicUrl, tokens }: UpdateOptions,
): Promise<string[]> {
  const definitions = await lockDefinitions(tenant)
  const fields = definitions.filter(isInUse)
  const stored = await readStored(tenant, id, publicUrl)
  const { row } = stored
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const update = { ...checked, values: await settleValues(tenant, checked.values, definitions, stored) }
  const removed = removedFiles(stored, update)
  const changes = changesOf(stored, update, removed, fields)
  if (Object.keys(changes).length === 0) return []

  const updated_at = now()
  const {
    photo_file_id: _photo,
    processor_linked: _linked,
    created_at: _created,
    ...columns
  } = customerColumns(update.customer)
  const set = { ...columns, updated_at, version: version + 1 }
  await tenant.update('customers').set(set).where('id', '=', id).execute()
  await writeValues(tenant, stored, update, fields, updated_at)
  await writeFiles(tenant, id, update, removed, tokens)

  const title = `${columns.name} ${columns.last_name}`
  const description = 'Customer updated'
  await recordActivity(tenant, caller, { customerId: id, title, event: 'updated', description, changes })
  const texts = new FieldTexts(definitions)
  const [text = ''] = await readCustomers(tenant, [id], { fields: texts, publicUrl })
  await emit(tenant, [
    { type: 'customer.updated', data: JSON.parse(text) as CustomerRow },
    ...(await updateContact(tenant, row, columns, updated_at)),
  ])
  return removed.map(({ token }) => token)
}

/** Returns whether the update changes anything. */
export function isChange(
  stored: StoredCustomer,
  update: CustomerUpdate,
  fields: readonly Definition[],
): boolean {
  const changes = changesOf(stored, update, removedFiles(stored, update), fields.filter(isInUse))
  return Object.keys(changes).length > 0
}

function removedFiles({ row, fileRows, files }: StoredCustomer, { photo, keptFiles }: CustomerUpdate) {
  const ofFields = new Set(files.map(({ id }) => id))
  return fileRows.filter(({ id }) =>
    ofFields.has(id) ? !keptFiles.has(id) : photo !== undefined && id === row.photo_file_id,
  )
}

const person = ['name', 'last_name', 'email', 'phone'] as const

function changesOf(
  stored: StoredCustomer,
  { customer, photo, values }: CustomerUpdate,
  removed: readonly File[],
  fields: readonly Definition[],
): Changes {
  const { row } = stored
  const pick = (keys: readonly (keyof Customer)[]) => Object.fromEntries(keys.map((key) => [key, row[key]]))
  const { permissions, ...columns } = customerColumns(customer)
  const next = Object.fromEntries([...person, ...businessKeys].map((key) => [key, columns[key]]))
  const texts = new Map(values.map(({ field, value }) => [field.id, value]))
  const known = fields.filter(({ type }) => isText(type))
  const byField = (of: ReadonlyMap<number, string | null>) =>
    Object.fromEntries(known.map(({ id, key }) => [`custom_fields.${key}`, of.get(id) ?? null]))
  const added = [...values.flatMap(({ files }) => files), ...(photo ? [photo] : [])].map(({ name }) => name)
  return {
    ...changesBetween(pick([...person, ...businessKeys]), next),
    ...(row.permissions === permissions
      ? {}
      : { permissions: { from: permissionNames(row.permissions), to: permissionNames(permissions) } }),
    ...changesBetween(byField(stored.texts), byField(texts)),
    ...(added.length + removed.length === 0
      ? {}
      : { files: { from: removed.map(({ name }) => name), to: added } }),
  }
}

const isText = (type: number) =>
  type === fieldType.text || type === fieldType.textArea || type === fieldType.select

/** `fields`: those in use. Values of others stay as they are, and so do those of field types that this service doesn't know. */
async function writeValues(
  tenant: Tenant,
  { row, valueIds, texts, files }: StoredCustomer,
  update: CustomerUpdate,
  fields: readonly Definition[],
  updated_at: string,
) {
  const next = new Map(update.values.map((value) => [value.field.id, value]))
  for (const field of fields) {
    const { id } = field
    const [value, valueId] = [next.get(id), valueIds.get(id)]
    const isKnown = isText(field.type) || field.type === fieldType.file
    if (!isKnown || (!value && valueId === undefined)) continue
    if (!value) {
      await tenant.delete('files').where('custom_field_value_id', '=', valueId!).execute() // given, see above
      await tenant.delete('custom_field_values').where('id', '=', valueId!).execute()
    } else if (valueId === undefined) {
      await tenant.insertOne('custom_field_values', {
        owner_id: field.user_id,
        customer_id: row.id,
        custom_field_id: id,
        value: value.value,
        created_at: updated_at,
        updated_at,
      })
    } else if (field.type === fieldType.file ? hasOtherFiles(value, id) : texts.get(id) !== value.value) {
      const set = { value: value.value, updated_at }
      await tenant.update('custom_field_values').set(set).where('id', '=', valueId).execute()
    }
  }

  function hasOtherFiles(value: CustomerUpdate['values'][number], fieldId: number) {
    const stored = files.filter((file) => file.fieldId === fieldId)
    return value.files.length > 0 || stored.some((file) => !update.keptFiles.has(file.id))
  }
}

async function writeFiles(
  tenant: Tenant,
  customer_id: number,
  { photo, values }: CustomerUpdate,
  removed: readonly File[],
  tokens: ReadonlyMap<CheckedFile, string>,
) {
  const ids = removed.map(({ id }) => id)
  if (ids.length > 0) await tenant.delete('files').where('id', 'in', ids).execute()
  const created_at = now()
  const fileRow = makeFileRow(customer_id, tokens, created_at)
  if (photo) {
    const photo_file_id = await tenant.insertOne('files', fileRow(photo, null))
    await tenant.update('customers').set({ photo_file_id }).where('id', '=', customer_id).execute()
  }
  const valueRows = await tenant
    .select('custom_field_values')
    .select(['id', 'custom_field_id'])
    .where('customer_id', '=', customer_id)
    .execute()
  const valueIds = new Map(valueRows.map(({ id, custom_field_id }) => [custom_field_id, id]))
  await tenant.insert(
    'files',
    values.flatMap(({ field, files }) => files.map((file) => fileRow(file, valueIds.get(field.id) ?? null))),
  )
}

/** The contact made with the customer follows it, as long as it has the customer's own data; returns its event. */
export async function updateContact(
  tenant: Tenant,
  before: Customer,
  after: Pick<Customer, 'name' | 'last_name' | 'email' | 'phone' | 'company_name'>,
  updated_at: string,
): Promise<NewEvent[]> {
  const keys = [...person, 'company_name'] as const
  if (keys.every((key) => before[key] === after[key])) return []
  const contacts = await tenant
    .select('contacts')
    .select([...contactFields, 'version'])
    .where('customer_id', '=', before.id)
    .orderBy('id')
    .execute()
  const contact = contacts.find((one) => keys.every((key) => one[key] === before[key]))
  if (!contact) return []
  const { name, last_name, email, phone, company_name } = after
  const set = { name, last_name, email, phone, company_name }
  const { version, ...data } = { ...contact, ...set, updated_at }
  await tenant
    .update('contacts')
    .set({ ...contactColumns(data), updated_at, version: version + 1 })
    .where('id', '=', contact.id)
    .execute()
  return [{ type: 'contact.updated', data }]
}
