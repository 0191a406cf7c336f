import type { FastifyReply, FastifyRequest } from 'fastify'

import { accountHeader } from '#contract/access/session.ts'
import { showMedia } from '#contract/media.ts'
import { minuteMs } from '#contract/values/durations.ts'
import { watchChanges } from '#contract/wire/live.ts'
import { Id } from '#contract/wire/surface.ts'
import type { SessionAccess, StaffCaller } from '#server/platform/access/caller-types.ts'
import { connectionOf } from '#server/platform/access/credentials.ts'
import { abilitiesOf } from '#server/platform/access/roles.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'

import type { Auth } from './auth.ts'
import { latestEnd } from './hashed-sessions.ts'
import { lacksTwoFactor } from './two-factor/second-factor.ts'

/** How a session is presented: its cookies, and the account it names; undefined for none, null if it isn't an id. */
interface Shown {
  readonly cookie: string | null
  readonly account?: number | null | undefined
  /** Gets the cookie when it is renewed; without it nothing is renewed. */
  readonly reply?: FastifyReply | undefined
}

/** Returns whether a `Cookie` header contains a session cookie, valid or not. */
export const isSessionCookie = (cookie: string | null): cookie is string =>
  cookie?.includes('bureau.session_token') ?? false

/** Returns the account that the request names; undefined if it names none, null if that isn't an id. */
export function namedAccount({ headers, query, routeOptions }: FastifyRequest): number | null | undefined {
  const isWithoutHeaders = routeOptions.url === watchChanges.path || routeOptions.url === showMedia.path
  const inQuery = isWithoutHeaders ? (query as { account?: unknown }).account : undefined
  const named = headers[accountHeader] ?? inQuery
  return named === undefined ? undefined : (Id.safeParse(named).data ?? null)
}

/**
 * Returns a function that looks up whose session it is. `isRefused` excludes people who may not sign in through that
 * request. Resolves to `no account` for someone who is signed in without access to any account.
 */
export function makeFindCaller(auth: Auth, { db }: Store) {
  return async (
    { cookie, account, reply }: Shown,
    isRefused: (email: string) => boolean,
  ): Promise<StaffCaller | 'no account' | undefined> => {
    if (!isSessionCookie(cookie)) return undefined
    const found = await getSession(auth, cookie, reply)
    if (!found || isRefused(found.user.email)) return undefined
    const [user, session] = [Number(found.user.id), Number(found.session.id)]
    if (found.session.createdAt <= latestEnd()) {
      await db.deleteFrom('staff_sessions').where('id', '=', session).execute()
      return undefined
    }
    const membership = await db
      .selectFrom('staff_sessions')
      .leftJoin('memberships', (join) => {
        const own = join.onRef('memberships.user_id', '=', 'staff_sessions.user_id')
        return account === undefined ? own : own.on('memberships.account_id', '=', account ?? 0)
      })
      .leftJoin('accounts', 'accounts.id', 'memberships.account_id')
      .leftJoin('connections', 'connections.account_id', 'memberships.account_id')
      .innerJoin('staff', 'staff.id', 'staff_sessions.user_id')
      .select(['memberships.id', 'memberships.account_id', 'memberships.role'])
      .select(['accounts.requires_two_factor', 'staff.two_factor_enabled'])
      .select(['connections.id as connection_id', 'connections.version as connection_version'])
      .select(['staff_sessions.last_seen_at as session_seen', 'memberships.last_seen_at as member_seen'])
      .where('staff_sessions.id', '=', session)
      .orderBy((by) =>
        by
          .case()
          .when('memberships.account_id', '=', by.ref('staff_sessions.active_account_id'))
          .then(0)
          .else(1)
          .end(),
      )
      .orderBy('memberships.id')
      .executeTakeFirst()
    // The session has ended meanwhile.
    if (!membership) return undefined
    if (membership.account_id === null && account === undefined) return 'no account'
    if (reply) {
      // Not awaited: a request doesn't wait for another one's write to note when someone was here.
      noteSeen(db, { session, ip: reply.request.ip, ...membership }).catch(() => undefined)
    }
    // Never another account than the page is about, not even one of the same person.
    const { role } = membership
    return {
      kind: 'staff',
      sessionId: session,
      user: { id: user, name: found.user.name, email: found.user.email },
      account: membership.account_id ?? 0,
      role,
      abilities: role ? abilitiesOf(role) : [],
      needsTwoFactor: lacksTwoFactor(membership),
      connection: connectionOf(membership),
    }
  }
}

/** How exactly it is known when someone was last seen. */
const seenEveryMs = 5 * minuteMs

interface Seen {
  readonly session: number
  readonly ip: string
  /** The membership; null outside every account. */
  readonly id: number | null
  readonly session_seen: string | null
  readonly member_seen: string | null
}

async function noteSeen(
  db: Store['db'],
  { session, ip, id, session_seen, member_seen }: Seen,
): Promise<void> {
  const since = timestamp(Date.now() - seenEveryMs)
  const time = now()
  if (session_seen === null || session_seen < since) {
    await db
      .updateTable('staff_sessions')
      .set({ last_seen_at: time, ip_address: ip })
      .where('id', '=', session)
      .execute()
  }
  if (id !== null && (member_seen === null || member_seen < since))
    await db.updateTable('memberships').set({ last_seen_at: time }).where('id', '=', id).execute()
}

/** Returns those of the sessions that have ended, or whose person has lost that role in that account or lacks the second factor it requires. */
export async function endedSessions(
  { db }: Store,
  watched: readonly SessionAccess[],
): Promise<Set<SessionAccess>> {
  const asKey = (session: number, account: number, role: string | null) => `${session} ${account} ${role}`
  const ids = [...new Set(watched.map(({ sessionId }) => sessionId))]
  const rows = await db
    .selectFrom('staff_sessions')
    .innerJoin('memberships', 'memberships.user_id', 'staff_sessions.user_id')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .innerJoin('staff', 'staff.id', 'staff_sessions.user_id')
    .select(['staff_sessions.id', 'memberships.account_id', 'memberships.role'])
    .select(['accounts.requires_two_factor', 'staff.two_factor_enabled'])
    .where('staff_sessions.id', 'in', ids)
    .where('staff_sessions.expires_at', '>', new Date().toISOString())
    .where('staff_sessions.created_at', '>', latestEnd().toISOString())
    .execute()
  const current = new Set(
    rows.filter((row) => !lacksTwoFactor(row)).map(({ id, account_id, role }) => asKey(id, account_id, role)),
  )
  return new Set(
    watched.filter((session) => !current.has(asKey(session.sessionId, session.account, session.role))),
  )
}

async function getSession(auth: Auth, cookie: string, reply: FastifyReply | undefined) {
  try {
    const { headers, response } = await auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: reply === undefined },
      returnHeaders: true,
    })
    // A session in use is extended; without the new cookie, the browser would drop the old one on its original date.
    const renewed = headers.getSetCookie()
    if (response && reply && renewed.length > 0) void reply.header('set-cookie', renewed)
    return response
  } catch (error) {
    // The session was deleted while it was prolonged.
    if ((error as { statusCode?: number }).statusCode === 401) return null
    throw error
  }
}
