import type { FastifyReply, FastifyRequest } from 'fastify'

import type { OwnSession, PasswordChange } from '#contract/access/own-sign-in.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { type AuditActor, personActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { isDemoStaff } from './demo-staff.ts'
import { deviceOf } from './device-name.ts'
import { latestEnd } from './hashed-sessions.ts'
import { isPasswordOf, refuseCommon, replacePassword } from './password.ts'
import { type SignInNeeds, guardOwnProof } from './sign-in.ts'

/** More than anyone can look through. */
const mostShown = 100

/** Returns where the caller is signed in: this session first, then the one used last. */
export async function readOwnSessions({ db }: Store, caller: StaffCaller): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', caller.user.id)
    .where('expires_at', '>', new Date().toISOString())
    .where('created_at', '>', latestEnd().toISOString())
    .execute()
  return rows
    .map(({ user_agent, ip_address, created_at, ...row }) => ({
      ...row,
      // better-auth writes an empty one until the session is used.
      ip_address: ip_address || null,
      device: deviceOf(user_agent),
      // better-auth's column: text on SQLite, a date on PostgreSQL.
      created_at: timestamp(new Date(created_at as string | Date).getTime()),
      is_current: row.id === caller.sessionId,
    }))
    .toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || usedAt(b).localeCompare(usedAt(a)))
    .slice(0, mostShown)
}

/** Ends one session of the caller, or with null all but this one. Someone else's sessions stay. */
export async function endOwnSessions(
  { db, dialect }: Store,
  request: FastifyRequest,
  { user, sessionId }: StaffCaller,
  id: number | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const own = trx.deleteFrom('staff_sessions').where('user_id', '=', user.id).returning('id')
    const chosen = id === null ? own.where('id', '!=', sessionId) : own.where('id', '=', id)
    const ended = await chosen.execute()
    if (ended.length === 0) return
    await auditPerson(trx, dialect, user, personActor(user, request), {
      action: 'session.ended',
      changes: { sessions: { from: ended.length, to: 0 } },
    })
  })
}

/**
 * Replaces the caller's password, and ends all sessions but this one: someone who knew the old one is out. Throws 422 by
 * field, 403 for the demo's people and 429 after too many wrong passwords.
 */
export async function changePassword(
  needs: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, sessionId }: StaffCaller,
  { current_password, new_password }: PasswordChange,
): Promise<void> {
  if (isDemoStaff(user.email)) throw new HttpError('FORBIDDEN', 'The passwords of the demo can’t be changed')
  const { store, devices } = needs
  const isRight = await guardOwnProof(needs, request, user, {
    isCode: false,
    check: () => isPasswordOf(needs, user.id, current_password),
  })
  if (!isRight) throw await wrongCurrentPassword(store, personActor(user, request), user)
  if (new_password === current_password)
    throw invalidField('new_password', 'Choose a password other than your current one')
  await refuseCommon('new_password', new_password)
  const hash = await needs.passwords.hash(new_password)
  await store.db.transaction().execute(async (trx) => {
    await replacePassword(trx, user, hash, sessionId)
    await auditPerson(trx, store.dialect, user, personActor(user, request), { action: 'password.changed' })
  })
  await devices.remember(request, reply, user.id)
}

/** Records that someone who is signed in as that person doesn’t know the password; returns the error that says so. */
export async function wrongCurrentPassword(
  { db, dialect }: Store,
  actor: AuditActor,
  person: StaffCaller['user'],
): Promise<HttpError> {
  await db
    .transaction()
    .execute((trx) => auditPerson(trx, dialect, person, actor, { action: 'password.check_failed' }))
  return invalidField('current_password', 'Incorrect password')
}

const usedAt = ({ last_seen_at, created_at }: OwnSession) => last_seen_at ?? created_at
