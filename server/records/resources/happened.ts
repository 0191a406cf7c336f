import type { AnyResource } from '#contract/resources.ts'
import type { History } from '#contract/wire/resource.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivity } from '#server/platform/audit/activity.ts'
import { auditChanges } from '#server/platform/audit/record.ts'

/** What entries say of a record, by the name of the field. */
export type Said = Readonly<Record<string, unknown>>

/** A kind of record with a history of its own. */
export type Told = AnyResource & { readonly history: History }

interface Happening {
  readonly id: number
  /** Null for a new record. */
  readonly before: Said | null
  /** Null for a deleted one. */
  readonly after: Said | null
  /** What was done, in one word of the past, where it isn't creating, changing or deleting. */
  readonly event?: string
}

/**
 * Writes what a change of a record leaves behind: an entry of the activity, and of the audit log where it belongs there. Call it
 * in the transaction of the change.
 */
export async function happened(
  trx: Tenant,
  actor: Actor,
  { subject, history: { title, fields } }: Told,
  { id, before, after, event }: Happening,
): Promise<void> {
  const usual = before === null ? 'created' : after ? 'changed' : 'deleted'
  const changes = Object.entries(auditChanges(before, after)).filter(([name]) => fields.includes(name))
  const noun = subject.replaceAll('_', ' ')
  await recordActivity(trx, actor, {
    customerId: null,
    subject: { type: subject, id },
    title: String((after ?? before)?.[title]),
    event: event ?? (usual === 'changed' ? 'updated' : usual),
    description: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${event ?? usual}`,
    changes: Object.fromEntries(changes),
  })
}
