import * as z from 'zod/mini'

import { auditGroups } from '#contract/account/audit-actions.ts'

const reference = z.catch(
  z.optional(z.string().check(z.regex(/^[a-z_]{1,40}(:[1-9][0-9]{0,14})?$/))),
  undefined,
)
const day = z.catch(z.optional(z.iso.date()), undefined)

/** The filters of the audit log in the address. */
export const AuditSearch = z.object({
  group: z.catch(z.optional(z.enum(auditGroups)), undefined),
  actor: reference,
  target: reference,
  from: day,
  to: day,
})
export type AuditSearch = z.infer<typeof AuditSearch>
