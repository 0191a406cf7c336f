import type { AuditAction } from '#contract/account/audit-actions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { audit, auditChanges } from '#server/platform/audit/record.ts'

/** A view as far as its colleagues see it. */
interface State {
  readonly list: string
  readonly name: string
  readonly search: string
  readonly columns: string | null
  readonly is_shared: number
}

/**
 * Records what happened to a view that is or was shared, before and after; null is one that doesn't exist. Private views
 * aren't recorded, nor what a view says after it is private again.
 */
export async function auditSharing(
  trx: Tenant,
  id: number,
  before: State | null,
  after: State | null,
): Promise<void> {
  const [from, to] = [described(before), described(after)]
  const name = (from ?? to)?.name
  const action = actionOf(from, to, after !== null)
  if (action === undefined || name === undefined) return
  await audit(trx, { action, target: { kind: 'saved_view', id, name }, changes: auditChanges(from, to) })
}

type Described = ReturnType<typeof described>

function actionOf(from: Described, to: Described, isThere: boolean): AuditAction | undefined {
  if (from === null) return to === null ? undefined : 'saved_view.shared'
  if (to === null) return isThere ? 'saved_view.unshared' : 'saved_view.deleted'
  return 'saved_view.changed'
}

/** A shared view as it's recorded; null for one that is private or doesn't exist. */
function described(view: State | null) {
  if (view?.is_shared !== 1) return null
  const { list, name, search, columns } = view
  return { list, name, filters: Object.fromEntries(new URLSearchParams(search)), columns }
}
