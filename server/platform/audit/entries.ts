import type { ExpressionBuilder, Selectable } from 'kysely'

import { type AuditEntry, type AuditFilter, usualKeepDays } from '#contract/account/audit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AuditLogTable } from '#server/platform/db/tables/audit.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays, startOfDay } from '#server/platform/lib/time-zone.ts'

type Row = Omit<Selectable<AuditLogTable>, 'account_id'>

/** A filter with its days as moments: from the first up to, but not including, the second. */
export interface Narrowing extends Omit<AuditFilter, 'from' | 'to'> {
  readonly since: string | undefined
  readonly until: string | undefined
}

/** Reads the account's time zone if days are given. */
export async function toNarrowing(tenant: Tenant, { from, to, ...rest }: AuditFilter): Promise<Narrowing> {
  if (from === undefined && to === undefined) return { ...rest, since: undefined, until: undefined }
  const timeZone = await tenant.timeZone()
  const startOf = (day: string | undefined) =>
    day === undefined ? undefined : timestamp(startOfDay(day, timeZone))
  return { ...rest, since: startOf(from), until: startOf(to && addDays(to, 1)) }
}

const columns = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'action_group',
  'target_kind',
  'target_id',
  'target_name',
  'address',
  'request_id',
  'changes',
] as const

/** Returns entries that match, the newest first: those before the cursor if there is one. */
export function readEntries(
  tenant: Tenant,
  filter: Narrowing,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<Row[]> {
  const matching = tenant
    .select('audit_log')
    .select(columns)
    .where((eb) => matches(eb, filter))
  const [at = '', id] = before?.split('_') ?? []
  return matching
    .$if(before !== undefined, (rows) =>
      rows.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(at, Number(id)))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Names an entry as the place where the next page begins. */
export const cursorOf = ({ at, id }: Pick<Row, 'at' | 'id'>): string => `${at}_${id}`

export async function countEntries(tenant: Tenant, filter: Narrowing): Promise<number> {
  const { total } = await tenant
    .select('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function matches(eb: ExpressionBuilder<Database, 'audit_log'>, filter: Narrowing) {
  const { group, since, until } = filter
  const [actorKind, actorId] = filter.actor?.split(':') ?? []
  const [targetKind, targetId] = filter.target?.split(':') ?? []
  return eb.and([
    ...(group === undefined ? [] : [eb('action_group', '=', group)]),
    ...(actorKind === undefined ? [] : [eb('actor_kind', '=', actorKind)]),
    ...(actorId === undefined ? [] : [eb('actor_id', '=', Number(actorId))]),
    ...(targetKind === undefined ? [] : [eb('target_kind', '=', targetKind)]),
    ...(targetId === undefined ? [] : [eb('target_id', '=', Number(targetId))]),
    ...(since === undefined ? [] : [eb('at', '>=', since)]),
    ...(until === undefined ? [] : [eb('at', '<', until)]),
  ])
}

/** Returns an entry for the wire. */
export function toEntry(row: Row): AuditEntry {
  const { id, at, action, action_group: group, address, request_id, target_kind: kind } = row
  return {
    id,
    at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action,
    group,
    target: kind === null ? null : { kind, id: row.target_id, name: row.target_name ?? '' },
    address,
    request_id,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as AuditEntry['changes']),
  }
}

/** Returns for how many days the account keeps entries; null for good. */
export async function readKeepDays(tenant: Tenant): Promise<number | null> {
  const row = await tenant.select('audit_settings').select('keep_days').executeTakeFirst()
  return row ? row.keep_days : usualKeepDays
}
