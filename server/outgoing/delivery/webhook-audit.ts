import type { Selectable } from 'kysely'

import type { AuditAction, AuditChanges } from '#contract/account/audit-actions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { audit, auditChanges } from '#server/platform/audit/record.ts'
import type { WebhookTable } from '#server/platform/db/tables/webhooks.ts'

import { configIn, eventsIn } from './webhook-config.ts'

type Row = Pick<Selectable<WebhookTable>, 'id' | 'name' | 'url' | 'events' | 'config' | 'status'>
type State = Omit<Row, 'id'>

/** Records what was done with an endpoint. */
export async function auditWebhook(
  trx: Tenant,
  action: AuditAction & `webhook.${string}`,
  { id, name, url }: Pick<Row, 'id' | 'name' | 'url'>,
  changes: AuditChanges = {},
): Promise<void> {
  await audit(trx, { action, target: { kind: 'webhook', id, name: name ?? shownUrl(url) }, changes })
}

/** Records what a change to an endpoint did; pausing and resuming are actions of their own. */
export async function auditWebhookChange(trx: Tenant, before: Row, after: Row): Promise<void> {
  const changes = webhookChanges(before, after)
  if (Object.keys(changes).length > 0) await auditWebhook(trx, 'webhook.changed', after, changes)
  if (before.status === after.status) return
  await auditWebhook(trx, after.status === 'paused' ? 'webhook.paused' : 'webhook.resumed', after)
}

/** Returns the differences between two states of an endpoint; null for one that doesn't exist. */
export const webhookChanges = (before: State | null, after: State | null): AuditChanges =>
  auditChanges(before && described(before), after && described(after))

/** Without anything that may be secret: values of headers, and the query of the URL. */
function described({ name, url, events, config }: State) {
  const { headers, ...rest } = configIn(config) ?? {}
  const header_names = headers && Object.keys(headers)
  return { name, url: shownUrl(url), events: eventsIn(events), ...rest, header_names }
}

/** An address without its query, which may contain secrets; empty where it isn’t one. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
