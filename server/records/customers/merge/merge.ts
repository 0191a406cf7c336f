import * as z from 'zod/mini'

import { fieldType } from '#contract/customers/custom-fields.ts'
import { type CustomerRow, businessKeys } from '#contract/customers/customers.ts'
import type { MergedField, mergeCustomers } from '#contract/customers/merge.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import {
  type Actor,
  type Changes,
  changesBetween,
  recordActivities,
} from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { type TrashContents, putInTrash, readContents } from '#server/records/customers/trash/put.ts'

import { customerColumns, permissionIds, permissionNames } from '../columns.ts'
import { readDefinitions } from '../field-definitions.ts'
import { FieldTexts } from '../field-texts.ts'
import { readCustomers } from '../rows.ts'
import { updateContact } from '../update.ts'
import {
  moveAssignee,
  moveBilling,
  moveContacts,
  moveFiles,
  moveRows,
  moveTemplate,
  moveTexts,
} from './move.ts'

type Body = z.output<NonNullable<(typeof mergeCustomers)['body']>>

const person = ['name', 'last_name', 'email', 'phone'] as const
const plain = [...person, ...businessKeys] as const

/**
 * Merges the other customer into the survivor, with activity and events. What the survivor doesn't get stays in the trash
 * with the other. Throws 404 unless both exist, 412 unless both have the versions that were read. Both are locked in the
 * order of their ids, so that two merges with some in common wait for each other and never in a circle.
 */
export async function merge(
  trx: Tenant,
  actor: Actor,
  { id, version, body, publicUrl }: { id: number; version: number; body: Body; publicUrl: string },
): Promise<void> {
  if (body.other === id) throw invalidField('other', 'Choose another customer')
  const locked = await trx.dialect
    .forNoKeyUpdate(
      trx.select('customers').select(['id', 'version']).where('id', 'in', [id, body.other]).orderBy('id'),
    )
    .execute()
  if (locked.length < 2) throw new HttpError('NOT_FOUND')
  const versions = new Map(locked.map((row) => [row.id, row.version]))
  if (versions.get(id) !== version || `"${versions.get(body.other)}"` !== body.other_version)
    throw new HttpError('PRECONDITION_FAILED')
  const [first, second] = await readContents(trx, [id, body.other])
  if (!first || !second) throw new HttpError('NOT_FOUND')
  const [survivor, other] = first.customer.id === id ? [first, second] : [second, first]
  const definitions = await readDefinitions(trx)
  const updated_at = now()

  // Before the other's contacts come: only the survivor's own one follows it.
  const { changes, columns } = mergedColumns(survivor, other, body.take)
  await trx
    .update('customers')
    .set({ ...columns, updated_at, version: version + 1 })
    .where('id', '=', id)
    .execute()
  const followed = await updateContact(trx, survivor.customer, columns, updated_at)

  const takesPhoto = body.take.includes('photo')
  const fileFields = new Set(definitions.filter(({ type }) => type === fieldType.file).map((one) => one.id))
  const isFiles = ({ custom_field_id }: TrashContents['values'][number]) => fileFields.has(custom_field_id)
  const taken = other.values.filter(
    (value) => !isFiles(value) && body.take_custom_fields.includes(value.custom_field_id),
  )
  const textChanges = await moveTexts(trx, { survivor, taken, definitions, updated_at })
  const templateChanges = await moveTemplate(trx, { survivor, other })
  const billingChanges = await moveBilling(trx, { survivor, other })
  const assigneeChanges = await moveAssignee(trx, { survivor, other })
  const moved = await moveFiles(trx, { survivor, other, isFiles, updated_at })
  const photo = await swapPhoto(trx, { survivor, other, takesPhoto })
  const contactEvents = await moveContacts(trx, other.contacts, id, updated_at)
  await moveRows(trx, body.other, { ...columns, id })

  const { name, last_name, email } = other.customer
  await trx.delete('customers').where('id', '=', body.other).execute()
  await putInTrash(trx, [
    {
      customer: { ...other.customer, photo_file_id: photo?.id ?? null },
      values: other.values.filter((value) => !isFiles(value)),
      files: photo ? [{ ...photo, customer_id: body.other, custom_field_value_id: null }] : [],
      contacts: [],
      notes: [],
      activity: [],
    },
  ])
  await trx.update('customer_merges').set({ survivor_id: id }).where('survivor_id', '=', body.other).execute()
  await trx.insertOne('customer_merges', { id: body.other, survivor_id: id, created_at: updated_at })

  await recordActivities(trx, actor, [
    {
      customerId: id,
      subject: { type: 'customer', id: body.other },
      title: `${name} ${last_name}`,
      event: 'merged',
      description: 'Customer merged into this one',
      changes: {
        ...changes,
        ...textChanges,
        ...templateChanges,
        ...billingChanges,
        ...assigneeChanges,
        ...(moved.length > 0 && { files: { from: [], to: moved } }),
        ...(takesPhoto && {
          photo: { from: survivor.customer.photo_file_id, to: other.customer.photo_file_id },
        }),
      },
    },
    {
      customerId: null,
      subject: { type: 'customer', id: body.other },
      title: `${name} ${last_name}`,
      event: 'deleted',
      description: 'Customer merged into another one',
    },
  ])
  const fields = new FieldTexts(definitions)
  const [text = ''] = await readCustomers(trx, [id], { fields, publicUrl })
  await emit(trx, [
    { type: 'customer.updated', data: JSON.parse(text) as CustomerRow },
    { type: 'customer.deleted', data: { id: body.other, name, last_name, email } },
    ...followed,
    ...contactEvents,
  ])
}

/** The survivor's columns with the other's values where they are taken, and what that changes. */
function mergedColumns(
  { customer: survivor }: TrashContents,
  { customer: other }: TrashContents,
  take: readonly MergedField[],
): {
  readonly changes: Changes
  readonly columns: Omit<ReturnType<typeof customerColumns>, 'photo_file_id' | 'created_at' | 'updated_at'>
} {
  const has = (field: MergedField) => take.includes(field)
  const value = <Key extends (typeof plain)[number]>(key: Key) => (has(key) ? other : survivor)[key] ?? ''
  const permissions = (has('permissions') ? other : survivor).permissions
  const processor_linked = (has('processor') ? other : survivor).processor_linked
  const {
    photo_file_id: _photo,
    created_at: _created,
    updated_at: _updated,
    ...columns
  } = customerColumns({
    name: value('name'),
    last_name: value('last_name'),
    email: value('email'),
    phone: value('phone'),
    business: Object.fromEntries(
      businessKeys.flatMap((key) => {
        const own = (has(key) ? other : survivor)[key]
        return own === null ? [] : [[key, own]]
      }),
    ),
    permissions: permissionIds(permissions),
    processor_linked: processor_linked === 1,
  })
  const pick = (row: Record<(typeof plain)[number], string | null>) =>
    Object.fromEntries(plain.map((key) => [key, row[key]]))
  return {
    columns,
    changes: {
      ...changesBetween(pick(survivor), pick(columns)),
      ...(permissions !== survivor.permissions && {
        permissions: { from: permissionNames(survivor.permissions), to: permissionNames(permissions) },
      }),
      ...(processor_linked !== survivor.processor_linked && {
        processor_linked: { from: survivor.processor_linked === 1, to: processor_linked === 1 },
      }),
    },
  }
}

/** Returns the photo that stays with the other, in the trash: the survivor's own if it gets the other's. */
async function swapPhoto(
  trx: Tenant,
  { survivor, other, takesPhoto }: { survivor: TrashContents; other: TrashContents; takesPhoto: boolean },
): Promise<TrashContents['files'][number] | undefined> {
  const photoOf = ({ customer, files }: TrashContents) =>
    files.find(({ id }) => id === customer.photo_file_id)
  const [own, theirs] = [photoOf(survivor), photoOf(other)]
  if (!takesPhoto || !theirs) return theirs
  const { id } = survivor.customer
  await trx.update('files').set({ customer_id: id }).where('id', '=', theirs.id).execute()
  await trx.update('customers').set({ photo_file_id: theirs.id }).where('id', '=', id).execute()
  if (own) await trx.delete('files').where('id', '=', own.id).execute()
  return own
}
