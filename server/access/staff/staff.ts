import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { type Role, type Session, type SetUp, type SignIn, features } from '#contract/session.ts'
import type { FindSession, StaffCaller } from '#server/access/caller.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import { countedAddress, isBehindUnknownProxy } from '#server/http/client-address.ts'
import { HttpError, unavailable } from '#server/http/errors.ts'
import { now } from '#server/lib/clock.ts'

import { type Auth, makeAuth } from './auth.ts'
import { isLocalRequest, offersDemo } from './demo-access.ts'
import { demoEmails, demoStaff, isDemoStaff } from './demo-staff.ts'
import { openDevices } from './devices.ts'
import {
  type Watched,
  abilitiesOf,
  endedSessions,
  isSessionCookie,
  makeFindCaller,
  namedAccount,
} from './sessions.ts'
import { issueSetUpToken } from './set-up-token.ts'
import { prepareSetUp } from './set-up.ts'
import { type Guess, SignInThrottle } from './throttle.ts'

/** Sign-in of people and their sessions. */
export interface Staff {
  readonly findSession: FindSession
  /** Whether the request comes with a session's cookie, valid or not; asks no database. */
  hasCookie(request: FastifyRequest): boolean
  /** Returns those of the sessions that have ended, or whose person has lost that role in that account. */
  ended(sessions: readonly Watched[]): Promise<ReadonlySet<Watched>>
  /** Returns the demo sign-in, or null where it is not offered; without a request, whether it is offered at all. */
  demo(request?: FastifyRequest): Promise<{ email: string; password: string } | null>
  /** Whether nobody owns an account yet, apart from the people of the demo. */
  needsSetUp(): Promise<boolean>
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignIn): Promise<Session>
  signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void>
  switchAccount(caller: StaffCaller, account: number): Promise<Session>
  setUp(request: FastifyRequest, reply: FastifyReply, input: SetUp): Promise<Session>
  describe(caller: StaffCaller): Promise<Session>
  /** Creates a person who can sign in; returns their id. */
  addPerson(person: { name: string; email: string; password: string }): Promise<number>
  /** Lets a person into an account; one who is in it already keeps their role. */
  addMember(account: number, user: number, role: Role): Promise<void>
  /** Returns a fresh one-time set-up token; the ones before it stop working. */
  newSetUpToken(): Promise<string>
}

export interface StaffNeeds {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly secret: string
  readonly publicUrl: () => string
}

export async function openStaff({ config, store, log, secret, publicUrl }: StaffNeeds): Promise<Staff> {
  const { db } = store
  const auth = await makeAuth(config, store, secret, publicUrl())
  const throttle = new SignInThrottle(store)
  const devices = openDevices(store, secret, config.publicUrl?.startsWith('https:') ?? false)
  const findCaller = makeFindCaller(auth, store)
  const demoIsOffered = offersDemo(config)
  // The demo password is printed in the documentation: beyond this machine neither it nor its sessions open anything.
  const isRefused = (request: FastifyRequest) => (email: string) =>
    isDemoStaff(email) && !(demoIsOffered && isLocalRequest(request))
  const guessFrom = makeGuessFrom(log)

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
    if (!account) throw new HttpError('UNAUTHENTICATED')
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

  /** Signs in with better-auth, passes its cookies on, and describes the session; undefined if the password is wrong. */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    who: SignIn,
  ): Promise<Session | undefined> => {
    const signedIn = await checkPassword(auth, request, who)
    if (!signedIn) return undefined
    const { cookies, token } = signedIn
    const cookie = cookies.map((header) => header.split(';', 1)[0]).join('; ')
    const caller = await findCaller({ cookie }, isRefused(request))
    if (caller === undefined) throw new Error('The session that was just created is gone')
    if (caller === 'no account') {
      await (await auth.$context).internalAdapter.deleteSession(token)
      const text =
        'Your password is correct, but you don’t have access to any account. Ask an owner to add you.'
      throw new HttpError('FORBIDDEN', text)
    }
    void reply.header('set-cookie', cookies)
    await devices.remember(request, reply, caller.user.id)
    // Whoever signs in again continues where they were. Another person may not be there, which is not their fault.
    const named = namedAccount(request)
    return named ? goTo(caller, named).then((there) => there ?? describe(caller)) : describe(caller)
  }

  const needsSetUp = async () => {
    const owner = await db
      .selectFrom('memberships')
      .innerJoin('staff', 'staff.id', 'memberships.user_id')
      .select('memberships.id')
      .where('memberships.role', '=', 'owner')
      .where('staff.email', 'not in', demoEmails)
      .limit(1)
      .executeTakeFirst()
    return !owner
  }

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
    async findSession(request, reply) {
      const shown = { cookie: request.headers.cookie ?? null, account: namedAccount(request), reply }
      const caller = await findCaller(shown, isRefused(request))
      return caller === 'no account' ? undefined : caller
    },
    ended: (sessions) => endedSessions(store, sessions),
    needsSetUp,
    describe,
    addPerson,
    addMember,

    async demo(request) {
      if (!demoIsOffered || (request && !isLocalRequest(request))) return null
      const person = await db
        .selectFrom('staff')
        .select('id')
        .where('email', '=', demoStaff.email)
        .executeTakeFirst()
      return person ? { email: demoStaff.email, password: demoStaff.password } : null
    },

    async signIn(request, reply, who) {
      const device = await devices.find(request, who.email)
      const guess = { ...guessFrom(request), email: who.email, device }
      const session = await throttle.guard(guess, async () =>
        isRefused(request)(who.email) ? undefined : begin(request, reply, who),
      )
      if (!session) throw new HttpError('UNAUTHENTICATED', 'Incorrect email or password')
      return session
    },

    async signOut(request, reply, everywhere) {
      const headers = new Headers({ cookie: request.headers.cookie ?? '' })
      const caller = await findCaller({ cookie: headers.get('cookie') }, isRefused(request))
      if (caller && caller !== 'no account' && everywhere) {
        await db.deleteFrom('staff_sessions').where('user_id', '=', caller.user.id).execute()
      }
      const answer = await auth.api.signOut({ headers, asResponse: true }).catch(() => undefined)
      const cookies = answer?.headers.getSetCookie() ?? []
      if (cookies.length > 0) void reply.header('set-cookie', cookies)
    },

    async switchAccount(caller, account) {
      const there = await goTo(caller, account)
      if (!there) throw new HttpError('NOT_FOUND')
      return there
    },

    newSetUpToken: () => issueSetUpToken(db),

    async setUp(request, reply, input) {
      const failure = await prepareSetUp(store, input, {
        needsSetUp,
        makeOwner: async (account) => addMember(account, await addPerson(input), 'owner'),
      })
      // Only a wrong link counts, so that nobody can keep the right one from working.
      if (failure) {
        if (failure.isGuess) await throttle.guard(guessFrom(request), async () => undefined)
        throw failure.error
      }
      const session = await begin(request, reply, { ...input, remember: true })
      if (!session) throw new HttpError('INTERNAL')
      return session
    },
  }
}

/** Returns the cookies and the token of a new session, or undefined if the email or the password is wrong. */
async function checkPassword(auth: Auth, request: FastifyRequest, who: SignIn) {
  const answer = await auth.api.signInEmail({
    body: { email: who.email, password: who.password, rememberMe: who.remember },
    headers: new Headers({ 'user-agent': request.headers['user-agent'] ?? '' }),
    asResponse: true,
  })
  // 400 is an email address that better-auth's own rules turn down.
  if (answer.status === 400 || answer.status === 401) return undefined
  if (answer.status === 503) throw unavailable()
  // Whatever else happened is not the fault of the password.
  if (!answer.ok) throw new Error(`better-auth answered a sign-in with ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return { cookies: answer.headers.getSetCookie(), token }
}

/** Says where a request is counted, and once in the log that TRUSTED_PROXIES is missing. */
function makeGuessFrom(log: Logger): (request: FastifyRequest) => Guess {
  let isWarned = false
  return (request) => {
    const isShared = isBehindUnknownProxy(request)
    if (isShared && !isWarned) {
      isWarned = true
      log.warn(
        { proxy: request.ip },
        'requests come through a proxy that isn’t in TRUSTED_PROXIES; failed sign-ins count for everyone behind it',
      )
    }
    return { address: countedAddress(request), isShared }
  }
}
