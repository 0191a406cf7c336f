import type { Selectable } from 'kysely'

import type { CustomerChange, RequestedChange } from '#contract/customers/changes.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, actorId } from '#server/platform/audit/activity.ts'
import type { CustomerChangeTable } from '#server/platform/db/tables/changes.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { readColleagues } from '#server/records/people/colleagues.ts'

import { permissionBits } from '../columns.ts'
import { customersAtOnce, insertBatches } from '../job-runner.ts'
import { readMatching } from '../matching-ids.ts'
import type { Change } from './apply.ts'
import { type Carrying, carryOutNextBatch } from './batches.ts'

const columns = [
  'id',
  'change',
  'state',
  'total',
  'changed',
  'unchanged',
  'missing',
  'failed',
  'caused_by',
  'created_at',
  'finished_at',
] as const

/**
 * Records which customers a change is about, in one transaction: only those are changed. So few that they fit into a batch
 * are changed in that transaction. Throws 422 unless `count` customers match.
 */
export async function requestChange(
  trx: Tenant,
  actor: Actor,
  { kind, grant, revoke, person, customers, count, ...matching }: RequestedChange,
  carrying: Carrying,
): Promise<CustomerChange> {
  const change = kind === 'assign' ? await toAssignment(trx, person) : toChange({ kind, grant, revoke })
  if (kind !== 'assign' && person !== undefined)
    throw invalidField('person', 'Only an assignment names a person')
  if (customers === undefined && count === undefined)
    throw invalidField('count', 'Name the customers, or how many match')
  const ids =
    customers === undefined
      ? await readMatching(trx, { ...matching, count: count ?? 0 })
      : [...new Set(customers)].toSorted((a, b) => a - b)
  return begin(trx, actor, { change, ids, carrying })
}

/** The change that assigns customers to a person, or with null to nobody. Throws 422 for others. */
export async function toAssignment(trx: Tenant, person: number | null | undefined): Promise<Change> {
  const [found] = typeof person === 'number' ? await readColleagues(trx, [person]) : []
  if (!found && person !== null) throw invalidField('person', 'Choose a person who works in this account')
  return { kind: 'assign', person: found ? { id: found.id, name: found.name } : null }
}

/** Throws 422 for permissions unless at least one changes, and none in both directions. */
function toChange({
  kind,
  grant = [],
  revoke = [],
}: Pick<RequestedChange, 'kind' | 'grant' | 'revoke'>): Change {
  const isAboutPermissions = kind === 'permissions'
  const both = grant.filter((name) => revoke.includes(name))
  const problems = new Map<string, readonly string[]>([
    ...(isAboutPermissions && grant.length + revoke.length === 0
      ? [['grant', ['Choose a permission to grant or to revoke']] as const]
      : []),
    ...(!isAboutPermissions && grant.length + revoke.length > 0
      ? [['grant', ['Only a change of permissions grants or revokes any']] as const]
      : []),
    ...(both.length > 0 ? [['revoke', [`${both[0]} can’t be both granted and revoked`]] as const] : []),
  ])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return isAboutPermissions
    ? { kind, grant: permissionBits(grant), revoke: permissionBits(revoke) }
    : { kind }
}

const opposite = {
  archive: 'unarchive',
  unarchive: 'archive',
  permissions: undefined,
  assign: undefined,
} as const

/**
 * Takes a change back for those that it changed. Throws 404 if there is no such change, 409 while it is running and where that isn't
 * known.
 */
export async function undoChange(
  trx: Tenant,
  actor: Actor,
  id: number,
  carrying: Carrying,
): Promise<CustomerChange> {
  const { state, kind } = await readChange(trx, id)
  if (state === 'running') throw new HttpError('CONFLICT', 'This change is still running. Cancel it first.')
  const undoing = opposite[kind]
  if (!undoing) throw new HttpError('CONFLICT', 'This change can’t be undone')
  const batches = await trx
    .select('customer_change_batches')
    .select('changed')
    .where('change_id', '=', id)
    .where('changed', 'is not', null)
    .orderBy('id')
    .execute()
  const ids = batches.flatMap(({ changed }) => JSON.parse(changed ?? '[]') as number[])
  return begin(trx, actor, { change: { kind: undoing }, ids, carrying })
}

async function begin(
  trx: Tenant,
  actor: Actor,
  { change, ids, carrying }: { change: Change; ids: readonly number[]; carrying: Carrying },
): Promise<CustomerChange> {
  const created_at = now()
  const id = await trx.insertOne('customer_changes', {
    state: 'running',
    change: JSON.stringify(change),
    total: ids.length,
    changed: 0,
    unchanged: 0,
    missing: 0,
    caused_by: trx.actor,
    actor_id: actorId(actor),
    created_at,
    updated_at: created_at,
    finished_at: null,
  })
  await insertBatches(ids, (batches) =>
    trx.insert(
      'customer_change_batches',
      batches.map((customers) => ({ change_id: id, customers })),
    ),
  )
  if (ids.length <= customersAtOnce) while (!(await carryOutNextBatch(trx, id, carrying)));
  return readChange(trx, id)
}

/** Throws 404 if there is no such change. */
export async function readChange(tenant: Tenant, id: number): Promise<CustomerChange> {
  const row = await tenant.select('customer_changes').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return changeOf(row)
}

/** The newest first. */
export async function readRunningChanges(tenant: Tenant): Promise<CustomerChange[]> {
  const rows = await tenant
    .select('customer_changes')
    .select(columns)
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(changeOf)
}

const changeOf = ({
  change,
  ...row
}: Pick<Selectable<CustomerChangeTable>, (typeof columns)[number]>): CustomerChange => ({
  ...row,
  kind: (JSON.parse(change) as Change).kind,
})
