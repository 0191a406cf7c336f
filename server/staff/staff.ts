import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { watchChanges } from '#contract/deliveries.ts'
import type { Ability } from '#contract/endpoint.ts'
import {
  type Role,
  type Session,
  type SetUp,
  type SignIn,
  accountHeader,
  features,
} from '#contract/session.ts'
import { Id } from '#contract/surface.ts'

import type { FindSession, StaffCaller } from '../caller.ts'
import { now } from '../clock.ts'
import { type Config, isLoopback } from '../config.ts'
import type { Store } from '../db/open.ts'
import { Refusal, refuse, unavailable } from '../errors.ts'
import { createAccount } from './accounts.ts'
import { makeAuth } from './auth.ts'
import { demoStaff, isDemoStaff } from './demo-staff.ts'
import { claimSetUpToken, issueSetUpToken } from './set-up-token.ts'
import { countAttempt } from './throttle.ts'

/** Sign-in of people and their sessions. */
export interface Staff {
  readonly findSession: FindSession
  /** Whether the request comes with a session's cookie, be it good or not; asks no database. */
  hasCookie(request: FastifyRequest): boolean
  /** The demo sign-in, or null where it is not offered. */
  demo(): Promise<{ email: string; password: string } | null>
  needsSetUp(): Promise<boolean>
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignIn): Promise<Session>
  signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void>
  switchAccount(caller: StaffCaller, account: number): Promise<Session>
  setUp(request: FastifyRequest, reply: FastifyReply, wanted: SetUp): Promise<Session>
  describe(caller: StaffCaller): Promise<Session>
  /** Makes a person who can sign in; gives their id. */
  addPerson(person: { name: string; email: string; password: string }): Promise<number>
  /** Lets a person into an account; one who is in it already keeps their role. */
  addMember(account: number, user: number, role: Role): Promise<void>
  /** A fresh one-time set-up token; the ones before it stop working. */
  newSetUpToken(): Promise<string>
}

/** What a role may do. CHOICE 0013. */
const abilitiesOf: Record<Role, readonly Ability[]> = {
  owner: ['settings.manage', 'contacts.view', 'customers.manage'],
  admin: ['settings.manage', 'contacts.view', 'customers.manage'],
  staff: ['contacts.view', 'customers.manage'],
  viewer: ['contacts.view'],
}

export interface StaffNeeds {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly secret: string
  readonly publicUrl: () => string
}

const isSessionCookie = (cookie: string | null): cookie is string =>
  cookie?.includes('bureau.session_token') ?? false

/** The account that the request names; undefined where it names none, and null for what is no id. */
function namedAccount({ headers, query, routeOptions }: FastifyRequest): number | null | undefined {
  const inQuery =
    routeOptions.url === watchChanges.path ? (query as { account?: unknown }).account : undefined
  const named = headers[accountHeader] ?? inQuery
  return named === undefined ? undefined : (Id.safeParse(named).data ?? null)
}

export async function openStaff({ config, store, secret, publicUrl }: StaffNeeds): Promise<Staff> {
  const { db } = store
  const auth = await makeAuth(config, store, secret, publicUrl())
  const offersDemo = config.demo && isLoopback(config.host)
  // The demo password is printed in the documentation: beyond this machine neither it nor its sessions open anything.
  const isRefusedDemo = (email: string) => !offersDemo && isDemoStaff(email)

  const callerOf = async (cookie: string | null, named?: number | null): Promise<StaffCaller | undefined> => {
    if (!isSessionCookie(cookie)) return undefined
    const found = await auth.api.getSession({ headers: new Headers({ cookie }) })
    if (!found || isRefusedDemo(found.user.email)) return undefined
    const [user, session] = [Number(found.user.id), Number(found.session.id)]
    const membership = await db
      .selectFrom('staff_sessions')
      .leftJoin('memberships', (join) => {
        const own = join.onRef('memberships.user_id', '=', 'staff_sessions.user_id')
        return named === undefined ? own : own.on('memberships.account_id', '=', named ?? 0)
      })
      .select(['memberships.account_id', 'memberships.role'])
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
    // The session has ended meanwhile, or its person is in no account at all.
    if (!membership || (membership.account_id === null && named === undefined)) return undefined
    // Never another account than the page is about, not even one of the same person.
    const role = membership.role as Role | null
    return {
      kind: 'staff',
      sessionId: session,
      user: { id: user, name: found.user.name, email: found.user.email },
      account: membership.account_id ?? 0,
      role,
      abilities: role ? abilitiesOf[role] : [],
    }
  }

  const describe = async (caller: StaffCaller): Promise<Session> => {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
      .select(['accounts.id', 'accounts.name', 'memberships.role'])
      .where('memberships.user_id', '=', caller.user.id)
      .orderBy('memberships.id')
      .execute()
    const accounts = rows.map((row) => ({ ...row, role: row.role as Role }))
    const account = accounts.find(({ id }) => id === caller.account)
    if (!account) throw new Refusal('UNAUTHENTICATED')
    return {
      user: caller.user,
      account,
      accounts,
      abilities: [...caller.abilities],
      features: [...features],
      public_url: publicUrl(),
    }
  }

  /** Makes the session one of that account, for what names none; undefined where the person is not in it. */
  const goTo = async (caller: StaffCaller, account: number): Promise<Session | undefined> => {
    const membership = await db
      .selectFrom('memberships')
      .select('role')
      .where('user_id', '=', caller.user.id)
      .where('account_id', '=', account)
      .executeTakeFirst()
    if (!membership) return undefined
    await db
      .updateTable('staff_sessions')
      .set({ active_account_id: account })
      .where('id', '=', caller.sessionId)
      .execute()
    const role = membership.role as Role
    return describe({ ...caller, account, role, abilities: abilitiesOf[role] })
  }

  /** Signs in with better-auth, passes its cookies on, and describes the session that begins. */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    who: SignIn,
  ): Promise<Session | undefined> => {
    const answer = await auth.api.signInEmail({
      body: { email: who.email, password: who.password, rememberMe: who.remember },
      headers: new Headers({ 'user-agent': request.headers['user-agent'] ?? '' }),
      asResponse: true,
    })
    if (answer.status >= 500) throw unavailable()
    if (!answer.ok) return undefined
    const cookies = answer.headers.getSetCookie()
    const caller = await callerOf(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))
    if (!caller) return undefined
    void reply.header('set-cookie', cookies)
    // Whoever signs in again goes on where they were. Another person may not be there, which is no fault of theirs.
    const named = namedAccount(request)
    return named ? goTo(caller, named).then((there) => there ?? describe(caller)) : describe(caller)
  }

  // By membership, which comes last: a set-up that was killed before it can be done again.
  const needsSetUp = async () =>
    !(await db.selectFrom('memberships').select('id').limit(1).executeTakeFirst())

  const addPerson: Staff['addPerson'] = async ({ name, email, password }) => {
    const context = await auth.$context
    const hash = await context.password.hash(password)
    const user = await context.internalAdapter.createUser({
      name,
      email: email.toLowerCase(),
      emailVerified: true,
    })
    await context.internalAdapter.linkAccount({
      userId: user.id,
      accountId: user.id,
      providerId: 'credential',
      password: hash,
    })
    return Number(user.id)
  }

  const addMember: Staff['addMember'] = async (account, user, role) => {
    await db
      .insertInto('memberships')
      .values({ account_id: account, user_id: user, role, created_at: now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
      .execute()
  }

  return {
    hasCookie: (request) => isSessionCookie(request.headers.cookie ?? null),
    findSession: (request) => callerOf(request.headers.cookie ?? null, namedAccount(request)),
    needsSetUp,
    describe,
    addPerson,
    addMember,

    async demo() {
      if (!offersDemo) return null
      const person = await db
        .selectFrom('staff')
        .select('id')
        .where('email', '=', demoStaff.email)
        .executeTakeFirst()
      return person ? { email: demoStaff.email, password: demoStaff.password } : null
    },

    async signIn(request, reply, who) {
      const attempt = await countAttempt(store, who.email, request.ip)
      const session = isRefusedDemo(who.email) ? undefined : await begin(request, reply, who)
      if (!session) throw new Refusal('UNAUTHENTICATED', 'Email or password is not right')
      await attempt.succeeded()
      return session
    },

    async signOut(request, reply, everywhere) {
      const headers = new Headers({ cookie: request.headers.cookie ?? '' })
      const caller = await callerOf(headers.get('cookie'))
      if (caller && everywhere) {
        await db.deleteFrom('staff_sessions').where('user_id', '=', caller.user.id).execute()
      }
      const answer = await auth.api.signOut({ headers, asResponse: true }).catch(() => undefined)
      const cookies = answer?.headers.getSetCookie() ?? []
      if (cookies.length > 0) void reply.header('set-cookie', cookies)
    },

    async switchAccount(caller, account) {
      const there = await goTo(caller, account)
      if (!there) throw new Refusal('NOT_FOUND')
      return there
    },

    newSetUpToken: () => issueSetUpToken(db),

    async setUp(request, reply, wanted) {
      const attempt = await countAttempt(store, 'set-up', request.ip)
      if (!(await claimSetUpToken(db, wanted.token)) || !(await needsSetUp())) {
        throw refuse(
          'VALIDATION_FAILED',
          new Map([
            ['token', ['This set-up link is used up or not the newest; the start of the service prints one']],
          ]),
        )
      }
      // Left by such a set-up; nobody could sign in with it.
      await db.deleteFrom('staff').where('email', '=', wanted.email.toLowerCase()).execute()
      const user = await addPerson(wanted)
      const { id } = await createAccount(db, wanted.account_name)
      await addMember(id, user, 'owner')
      await attempt.succeeded()
      const session = await begin(request, reply, { ...wanted, remember: true })
      if (!session) throw new Refusal('INTERNAL')
      return session
    },
  }
}
