import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { dayFilter } from '../wire/list-query.ts'
import { Datetime, pageB } from '../wire/surface.ts'
import { auditGroups } from './audit-actions.ts'

/** Surface X: who did what in the account. For people only. */

const own = { surface: 'x', access: 'staff' } as const
const ability = 'audit.view'

/** How many days an account can keep its audit log; null is for good. */
export const keepDaysChoices = [90, 365, 730, 1825] as const
/** How long entries are kept unless the account chose otherwise. */
export const usualKeepDays = 365

/** An entry. Kinds, actions and groups are any text: a newer service may have more of them. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Datetime,
  actor: z.object({
    /** `staff`, `token`, `key`, `customer` in the portal, `command`, `system`, or `anonymous` for someone who isn't known. */
    kind: z.string(),
    id: z.nullable(z.int()),
    name: z.string(),
  }),
  action: z.string(),
  group: z.string(),
  target: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.int()), name: z.string() })),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** Values before and after, by field; never a secret. */
  changes: z.nullable(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** `staff:7`, or a kind alone. */
const reference = (name: string) =>
  z.optional(
    z
      .string(`${name} must be given once`)
      .check(
        z.regex(/^[a-z_]{1,40}(:[1-9][0-9]{0,14})?$/, `${name} must be a kind, or a kind and an id: kind:7`),
      ),
  )

/** Filters of the entries, all combined. */
const auditFilter = {
  group: z.optional(z.enum(auditGroups, `group must be one of ${auditGroups.join(', ')}`)),
  actor: reference('actor'),
  target: reference('target'),
  /** Days in the account's time zone, both included. */
  from: dayFilter('from'),
  to: dayFilter('to'),
}
export type AuditFilter = z.output<z.ZodMiniObject<typeof auditFilter>>

export const listAuditLog = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/audit-log',
  text: 'who did what, the newest first: `actor`, `action`, `group`, `target`, `address`, `request_id` and `changes`; `group`, `actor` and `target` (`staff:7`, or a kind alone), `from` and `to` (days in the account’s time zone), `limit`, and `before`, which is the `next` of a response; `total` is only with the newest',
  ability,
  query: z.object({
    ...auditFilter,
    limit: pageB.limit,
    before: z.optional(
      z
        .string('before must be given once')
        .check(
          z.regex(
            /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[1-9][0-9]{0,14}$/,
            'before must be the next of a response',
          ),
        ),
    ),
  }),
  response: z.object({
    data: z.array(AuditEntry),
    meta: z.object({
      total: z.nullable(z.int()),
      next: z.nullable(z.string()),
      keep_days: z.nullable(z.int()),
    }),
  }),
})

/** The columns of the export; `changes` is JSON. */
export const auditCsv = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'group',
  'target_kind',
  'target_id',
  'target_name',
  'address',
  'request_id',
  'changes',
] as const

export const exportAuditLog = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/audit-log.csv',
  text: 'all that match, with the same parameters but `limit` and `before`',
  ability,
  query: z.object(auditFilter),
  response: z.undefined(),
})

const keepDays = `keep_days must be one of ${keepDaysChoices.join(', ')}, or null`

export const setAuditRetention = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/x/audit-log/retention',
  text: '`{"keep_days"}`: how many days entries are kept (90, 365, 730, 1825), or null for good; what is older is deleted soon after',
  ability: 'settings.manage',
  body: z.object({ keep_days: z.nullable(z.literal(keepDaysChoices, keepDays)) }),
  response: z.object({ data: z.object({ keep_days: z.nullable(z.int()) }) }),
})
