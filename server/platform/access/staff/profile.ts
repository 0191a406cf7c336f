import type { FastifyRequest } from 'fastify'

import type { Profile, ProfileInput } from '#contract/access/profile.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { personActor } from '#server/platform/access/origin.ts'
import { auditChanges, auditPerson } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'

/** Replaces the caller's name and formats, in all of their accounts. What is in the activity keeps the name it has. */
export function updateProfile(
  { db, dialect }: Store,
  request: FastifyRequest,
  caller: StaffCaller,
  { name, format_region }: ProfileInput,
): Promise<Profile> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('staff')
      .select(['name', 'email', 'format_region'])
      .where('id', '=', caller.user.id)
      .executeTakeFirstOrThrow()
    const after = { ...before, name, format_region }
    const changes = auditChanges(before, after)
    if (Object.keys(changes).length === 0) return before
    await trx
      .updateTable('staff')
      .set({ name, format_region, updated_at: new Date().toISOString() })
      .where('id', '=', caller.user.id)
      .execute()
    const entry = { action: 'profile.changed', changes } as const
    await auditPerson(trx, dialect, caller.user, personActor(caller.user, request), entry)
    return after
  })
}
