import type { Kysely } from 'kysely'

import type { AuditAction, AuditChanges, AuditGroup } from '#contract/account/audit-actions.ts'
import type { ResourceSubject } from '#contract/resources.ts'
import type { AuditActor } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { now } from '#server/platform/lib/clock.ts'

import { recordedOf } from './fields.ts'

/** Kinds of records that an entry can be about. */
export type AuditTarget =
  | ResourceSubject
  | 'account'
  | 'contact'
  | 'credential'
  | 'custom_field'
  | 'customer'
  | 'import'
  | 'invitation'
  | 'invoice'
  | 'person'
  | 'saved_view'
  | 'webhook'

/** An entry of the audit log to write; who did it comes from the tenant. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly target?: { readonly kind: AuditTarget; readonly id: number | null; readonly name: string }
  /** Only the fields that `recordedOf` lists for the action are stored. */
  readonly changes?: AuditChanges
}

/** Returns the group that entries of an action are filtered by. */
export const groupOf = (action: AuditAction): AuditGroup => recordedOf(action).group

const longestName = 300

/** Up to this many records that are deleted at once are named, each in an entry; more are counted in one. */
export const namedDeletions = 100

/** Records what someone did. Call it in the transaction of the change, so that neither exists without the other. */
export async function audit(tenant: Tenant, ...entries: readonly AuditEntry[]): Promise<void> {
  const { kind, id, address, requestId } = tenant.origin
  const at = now()
  await tenant.insert(
    'audit_log',
    entries.map(({ action, target, changes }) => ({
      at,
      actor_kind: kind,
      actor_id: id,
      actor_name: tenant.actor.slice(0, longestName),
      action,
      action_group: groupOf(action),
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      target_name: target?.name.slice(0, longestName) ?? null,
      address,
      request_id: requestId,
      changes: changesText(action, changes),
    })),
  )
}

/** Records that someone exports a list, before its first row is sent. */
export async function auditExport(
  tenant: Tenant,
  action: AuditAction & `export.${string}`,
  query: object = {},
): Promise<void> {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const hasFilters = Object.keys(filters).length > 0
  await audit(tenant, { action, changes: auditChanges(null, hasFilters ? { filters } : null) })
}

/** Records what was done with a person's sign-in, in each of their accounts. Call it in the transaction of the change. */
export async function auditPerson(
  db: Kysely<Database>,
  dialect: DbDialect,
  person: { readonly id: number; readonly email: string },
  actor: AuditActor,
  entry: Omit<AuditEntry, 'target'>,
): Promise<void> {
  const memberships = await db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', person.id)
    .orderBy('account_id')
    .execute()
  const target = { kind: 'person', id: person.id, name: person.email } as const
  for (const { account_id } of memberships)
    await audit(new Tenant(db, dialect, account_id, actor.name, actor.origin), { ...entry, target })
}

/** Returns the fields that differ, before and after; null is a state in which the thing doesn't exist. */
export function auditChanges(before: object | null, after: object | null): AuditChanges {
  const from = new Map<string, unknown>(Object.entries(before ?? {}))
  const to = new Map<string, unknown>(Object.entries(after ?? {}))
  const value = (of: ReadonlyMap<string, unknown>, name: string) => of.get(name) ?? null
  return Object.fromEntries(
    [...new Set([...from.keys(), ...to.keys()])]
      .filter((name) => JSON.stringify(value(from, name)) !== JSON.stringify(value(to, name)))
      .map((name) => [name, { from: value(from, name), to: value(to, name) }]),
  )
}

/** Returns what is stored of the changes, or null for nothing. */
function changesText(action: AuditAction, changes: AuditChanges = {}): string | null {
  const { fields } = recordedOf(action)
  const kept = fields.flatMap((name) => {
    const change = changes[name]
    return change ? [[name, { from: shortened(change.from), to: shortened(change.to) }] as const] : []
  })
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null
}

const longestText = 2_000
const longestList = 100

/** A value that an entry has room for. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) {
    const first = value.slice(0, longestList).map(shortened)
    return value.length > longestList ? [...first, `… ${value.length - longestList} more`] : first
  }
  if (typeof value === 'object' && value !== null) return shortened(JSON.stringify(value))
  return value ?? null
}
