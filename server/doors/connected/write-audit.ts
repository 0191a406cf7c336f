import type { AuditAction } from '#contract/account/audit-actions.ts'
import { deleteCustomers } from '#contract/customers/customers.ts'
import { createCustomer } from '#contract/customers/writes.ts'
import { createWebhook, deleteWebhook, updateWebhook } from '#contract/webhooks/webhooks.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { shownUrl } from '#server/outgoing/delivery/webhook-audit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import {
  type AuditEntry,
  type AuditTarget,
  audit,
  auditChanges,
  namedDeletions,
} from '#server/platform/audit/record.ts'

/** A write that the other service has accepted, or may have carried out although its answer was lost. */
export interface ForwardedWrite {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>
  /** The id in the path. */
  readonly id: number | null
  /** JSON as it was sent; undefined for a form, which passes through unread. */
  readonly body: unknown
  /** JSON as it was answered; undefined where there was none, or too much of it. */
  readonly answer: unknown
  /** False where its outcome isn’t known. */
  readonly isAccepted: boolean
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Entries of the audit log about writes on another service, by endpoint. Only ids, names and addresses without their query are
 * taken from what was sent and answered: both may contain secrets.
 */
const entriesOf: Readonly<Record<string, (write: ForwardedWrite) => readonly AuditEntry[]>> = {
  [nameOf(createCustomer)]: ({ answer }) => {
    const made = recordIn(answer)
    const name = [made['name'], made['last_name']].filter((part) => typeof part === 'string').join(' ')
    return [{ action: 'customer.created', target: targetOf('customer', idOf(made), name) }]
  },
  [nameOf(deleteCustomers)]: ({ body }) => {
    const { customers } = fieldsOf(body)
    const ids = Array.isArray(customers) ? customers.map(toId).filter((id) => id !== null) : []
    if (ids.length > namedDeletions)
      return [{ action: 'customers.deleted', changes: auditChanges({ count: ids.length }, null) }]
    return ids.map((id) => ({ action: 'customer.deleted', target: targetOf('customer', id) }))
  },
  [nameOf(createWebhook)]: ({ body, answer }) => {
    const made = recordIn(answer)
    return [{ action: 'webhook.created', target: webhookTarget(idOf(made), made, fieldsOf(body)) }]
  },
  [nameOf(updateWebhook)]: ({ id, body, answer }) => {
    const { status, ...changed } = fieldsOf(body)
    const target = webhookTarget(id, recordIn(answer), changed)
    return [
      ...(Object.keys(changed).length > 0 ? [{ action: 'webhook.changed', target } as const] : []),
      ...(status === 'paused' ? [{ action: 'webhook.paused', target } as const] : []),
      ...(status === 'active' ? [{ action: 'webhook.resumed', target } as const] : []),
    ]
  },
  [nameOf(deleteWebhook)]: ({ id }) => [{ action: 'webhook.deleted', target: targetOf('webhook', id) }],
}

/** Whether the audit log has words for a write of that endpoint. */
export const isAudited = (endpoint: Pick<Endpoint, 'method' | 'path'>): boolean =>
  Object.hasOwn(entriesOf, nameOf(endpoint))

/** Records what someone has written, or tried to, on the service that their account is connected to. */
export async function auditWrite(tenant: Tenant, write: ForwardedWrite): Promise<void> {
  const accepted = entriesOf[nameOf(write.endpoint)]?.(write) ?? []
  const entries = write.isAccepted ? accepted : unconfirmedOf(accepted)
  if (entries.length > 0) await audit(tenant, ...entries)
}

/** Names of actions whose outcome is unknown. */
const unconfirmed: Readonly<Partial<Record<AuditAction, AuditAction>>> = {
  'customer.created': 'customer.create_unconfirmed',
  'customer.deleted': 'customer.delete_unconfirmed',
  'customers.deleted': 'customers.delete_unconfirmed',
  'webhook.created': 'webhook.create_unconfirmed',
  'webhook.changed': 'webhook.change_unconfirmed',
  'webhook.paused': 'webhook.change_unconfirmed',
  'webhook.resumed': 'webhook.change_unconfirmed',
  'webhook.deleted': 'webhook.delete_unconfirmed',
}

/** The same entries as attempts, each kind once for a record. */
function unconfirmedOf(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const attempts = entries.flatMap((entry) => {
    const action = unconfirmed[entry.action]
    return action ? [{ ...entry, action }] : []
  })
  const isFirst = ({ action, target }: AuditEntry, index: number) =>
    attempts.findIndex((one) => one.action === action && one.target?.id === target?.id) === index
  return attempts.filter(isFirst)
}

function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Something that has no name, or whose name isn’t known, goes by its id. */
const targetOf = (kind: AuditTarget, id: number | null, name = '') => ({
  kind,
  id,
  name: name || (id === null ? '(unknown)' : `ID ${id}`),
})

function webhookTarget(id: number | null, ...states: readonly Fields[]) {
  const url = states.map((state) => state['url']).find((value) => typeof value === 'string')
  return targetOf('webhook', id, url === undefined ? '' : shownUrl(url))
}

const idOf = (record: Fields): number | null => toId(record['id'])
const toId = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

/** The record of an answer, with or without its envelope. */
function recordIn(answer: unknown): Fields {
  const { data, ...record } = fieldsOf(answer)
  return data === undefined ? record : fieldsOf(data)
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
