import { type Selectable, sql } from 'kysely'

import type { CustomerRow } from '#contract/customers/customers.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, actorId, recordActivities, storedActor } from '#server/platform/audit/activity.ts'
import type { CustomFieldRenameTable } from '#server/platform/db/tables/customers.ts'
import { now } from '#server/platform/lib/clock.ts'

import { readDefinitions } from '../field-definitions.ts'
import { FieldTexts } from '../field-texts.ts'
import { customersAtOnce, finishJob, lockRunning } from '../job-runner.ts'
import { type Report, leaveOutFailing } from '../leave-out-failing.ts'
import { readCustomers } from '../rows.ts'
import type { Rename } from './input.ts'

/** Records renames of options whose stored values are to follow; returns the ids of those that are to be carried out. */
export async function requestRenames(
  trx: Tenant,
  actor: Actor,
  field: number,
  renames: readonly Rename[],
): Promise<number[]> {
  const running: number[] = []
  for (const { from, to } of renames) {
    const { total } = await withValue(trx, field, from)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const at = now()
    const isDone = Number(total) === 0
    const id = await trx.insertOne('custom_field_renames', {
      custom_field_id: field,
      old_name: from,
      new_name: to,
      state: isDone ? 'completed' : 'running',
      total: Number(total),
      changed: 0,
      caused_by: trx.actor,
      actor_id: actorId(actor),
      created_at: at,
      updated_at: at,
      finished_at: isDone ? at : null,
    })
    if (!isDone) running.push(id)
  }
  return running
}

/** Whether values of the field are still being rewritten. */
export async function isRenaming(trx: Tenant, field: number): Promise<boolean> {
  const rows = await trx
    .select('custom_field_renames')
    .select('id')
    .where('custom_field_id', '=', field)
    .where('state', '=', 'running')
    .limit(1)
    .execute()
  return rows.length > 0
}

/**
 * Rewrites the next values of a rename, each with a new version of its customer, an entry in its activity and an event. What
 * can't be rewritten stays, as an option that no longer exists. Returns whether none is left.
 */
export async function renameNextBatch(
  trx: Tenant,
  id: number,
  { publicUrl, report }: { readonly publicUrl: string; readonly report: Report },
): Promise<boolean> {
  const rename = await lockRunning(trx, 'custom_field_renames', id)
  if (!rename) return true
  const { custom_field_id: field, old_name, new_name } = rename
  const found = await nextCustomers(trx, rename)
  if (found.length === 0) {
    await finishJob(trx, 'custom_field_renames', id, 'completed')
    return true
  }
  const customers = await trx.dialect
    .forNoKeyUpdate(
      trx
        .select('customers')
        .select(['id', 'name', 'last_name'])
        .where(
          'id',
          'in',
          found.map(({ customer_id }) => customer_id),
        )
        .orderBy('id'),
    )
    .execute()
  // What was changed, merged or deleted while this waited is no longer meant, or is found again.
  const still = await withValue(trx, field, old_name)
    .select('customer_id')
    .where(
      'customer_id',
      'in',
      customers.map(({ id: customer }) => customer),
    )
    .execute()
  const ids = still.map(({ customer_id }) => customer_id)
  const failed = await leaveOutFailing(trx, ids, report, (some) =>
    rewrite(
      trx,
      storedActor(rename.actor_id),
      customers.filter((customer) => some.includes(customer.id)),
      { field, from: old_name, to: new_name, publicUrl },
    ),
  )
  await trx
    .update('custom_field_renames')
    .set({
      changed: rename.changed + ids.length - failed.length,
      failed: JSON.stringify([...skipped(rename), ...failed]),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return false
}

type Running = Pick<Selectable<CustomFieldRenameTable>, 'custom_field_id' | 'old_name' | 'failed'>

const skipped = ({ failed }: Pick<Running, 'failed'>) => JSON.parse(failed) as number[]

function nextCustomers(trx: Tenant, rename: Running) {
  const found = withValue(trx, rename.custom_field_id, rename.old_name)
  const failed = skipped(rename)
  return (failed.length === 0 ? found : found.where('customer_id', 'not in', failed))
    .select('customer_id')
    .orderBy('customer_id')
    .limit(customersAtOnce)
    .execute()
}

async function rewrite(
  trx: Tenant,
  actor: Actor,
  customers: readonly { readonly id: number; readonly name: string; readonly last_name: string }[],
  { field, from, to, publicUrl }: Rename & { readonly field: number; readonly publicUrl: string },
) {
  if (customers.length === 0) return
  const ids = customers.map(({ id }) => id)
  const updated_at = now()
  await trx
    .update('custom_field_values')
    .set({ value: to, updated_at })
    .where('custom_field_id', '=', field)
    .where('customer_id', 'in', ids)
    .execute()
  await trx
    .update('customers')
    .set((eb) => ({ updated_at, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  const definitions = await readDefinitions(trx)
  const key = definitions.find(({ id }) => id === field)?.key
  await recordActivities(
    trx,
    actor,
    customers.map(({ id, name, last_name }) => ({
      customerId: id,
      title: `${name} ${last_name}`,
      event: 'updated',
      description: 'Option renamed',
      changes: { [`custom_fields.${key}`]: { from, to } },
    })),
  )
  const texts = await readCustomers(trx, ids, { fields: new FieldTexts(definitions), publicUrl })
  await emit(
    trx,
    texts.map((text) => ({ type: 'customer.updated', data: JSON.parse(text) as CustomerRow })),
  )
}

/** A rename that was requested. */
interface PastRename {
  readonly custom_field_id: number
  readonly old_name: string
  readonly new_name: string
  readonly created_at: string
}

/** Returns the renames that were requested since, the oldest first. */
export const readRenames = (trx: Tenant, since: string): Promise<PastRename[]> =>
  trx
    .select('custom_field_renames')
    .select(['custom_field_id', 'old_name', 'new_name', 'created_at'])
    .where('created_at', '>=', since)
    .orderBy('id')
    .execute()

/** Returns what an option is called that had this name at that time. */
export const renamed = (
  renames: readonly PastRename[],
  field: number,
  option: string,
  since: string,
): string =>
  renames.reduce(
    (name, { custom_field_id, old_name, new_name, created_at }) =>
      custom_field_id === field && old_name === name && created_at >= since ? new_name : name,
    option,
  )

// Through the index of values, which are cut there.
const withValue = (trx: Tenant, field: number, value: string) =>
  trx
    .lookUp('custom_field_values')
    .where('custom_field_id', '=', field)
    .where(sql<boolean>`substr(value, 1, 64) = substr(${value}, 1, 64)`)
    .where('value', '=', value)
