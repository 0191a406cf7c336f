import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Session } from '#contract/access/session.ts'
import type { SignIn } from '#contract/access/sign-in.ts'
import type { Config } from '#server/config.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { anonymousActor, personActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { countedAddress, isBehindUnknownProxy } from '#server/platform/lib/client-address.ts'
import { HttpError, unavailable } from '#server/platform/lib/http-error.ts'

import type { Auth } from './auth.ts'
import type { Devices } from './devices.ts'
import type { PasswordHash } from './password-hash.ts'
import { describeSession, openAccount } from './session-account.ts'
import { type makeFindCaller, namedAccount } from './sessions.ts'
import { type Guess, type SignInThrottle, TooManyFailures, recordBlock } from './throttle.ts'
import type { SecondFactor } from './two-factor/second-factor.ts'
import { type Begun, beginWithoutPassword, challengeCookies } from './two-factor/second-step.ts'

/** Dependencies of signing in. */
export interface SignInNeeds {
  readonly config: Pick<Config, 'mail' | 'service'>
  readonly auth: Auth
  readonly store: Store
  readonly passwords: PasswordHash
  readonly publicUrl: () => string
  readonly devices: Devices
  readonly throttle: SignInThrottle
  readonly secondFactor: SecondFactor
  readonly findCaller: ReturnType<typeof makeFindCaller>
  /** Whether that person may not sign in through this request. */
  readonly isRefused: (request: FastifyRequest) => (email: string) => boolean
  readonly guessFrom: (request: FastifyRequest) => Guess
}

/**
 * Signs a person in with email and password; returns null where their code is asked for next. Throws 401 if they are wrong,
 * 403 without an account, 429 if throttled.
 */
export async function signIn(
  needs: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignIn,
): Promise<Session | null> {
  const session = await guardSignIn(needs, request, who, async () =>
    needs.isRefused(request)(who.email) ? undefined : beginSession(needs, request, reply, who),
  )
  if (session === undefined) {
    noteFailedSignIn(needs, request, who.email)
    throw new HttpError('UNAUTHENTICATED', 'Incorrect email or password')
  }
  return session
}

/** Guards an attempt to sign in, and records where the throttle turns a person away. Throws what `SignInThrottle.guard` throws. */
export async function guardSignIn<Result>(
  needs: SignInNeeds,
  request: FastifyRequest,
  { email, isCode = false }: { readonly email: string; readonly isCode?: boolean },
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { devices, throttle, guessFrom } = needs
  const device = await devices.find(request, email)
  try {
    return await throttle.guard({ ...guessFrom(request), email, device, isCode }, check)
  } catch (error) {
    if (error instanceof TooManyFailures)
      noteSignIn(needs, request, email, (person, record) =>
        recordBlock(needs.store, person.email, (trx) => record(trx, 'sign_in.throttled')),
      )
    throw error
  }
}

/**
 * Guards an attempt of someone who is signed in to prove that it's them, and records where the throttle turns them away: it
 * may be someone else at an open screen. Returns whether the attempt was right. Throws what `SignInThrottle.guard` throws.
 */
export async function guardOwnProof(
  { store, devices, throttle, guessFrom }: SignInNeeds,
  request: FastifyRequest,
  person: StaffCaller['user'],
  { isCode, check }: { readonly isCode: boolean; readonly check: () => Promise<boolean> },
): Promise<boolean> {
  const { email } = person
  const device = await devices.find(request, email)
  try {
    const guess = { ...guessFrom(request), email, device, isCode }
    return (await throttle.guard(guess, async () => ((await check()) ? true : undefined))) === true
  } catch (error) {
    if (error instanceof TooManyFailures)
      await recordBlock(store, `own ${email}`, (trx) =>
        auditPerson(trx, store.dialect, person, personActor(person, request), {
          action: 'own_sign_in.throttled',
        }),
      )
    throw error
  }
}

/**
 * Begins a session in that account, sets its cookies and returns it; undefined if the password is wrong, null where a code
 * is missing, which the cookies set instead allow to enter. Doesn't throttle.
 */
export async function beginSession(
  needs: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignIn,
  account?: number,
): Promise<Session | null | undefined> {
  const { auth, devices } = needs
  const passed = await checkPassword(needs, request, who)
  if (!passed) return undefined
  if (passed.token !== undefined) return enter(needs, request, reply, passed, { account })
  if (!(await devices.isTrusted(request, passed.user))) {
    void reply.header('set-cookie', challengeCookies(passed.cookies))
    return null
  }
  const more = { isRemembered: who.remember, cookies: passed.cookies }
  return enter(needs, request, reply, await beginWithoutPassword(auth, request, passed.user, more), {
    account,
  })
}

/** Sessions of a person at a time; when another begins, the oldest ends. */
const mostSessions = 20

interface Entering {
  /** Instead of the account that the request names. */
  readonly account?: number | undefined
  /** The person asked for no more codes in this browser. */
  readonly trust?: boolean
}

/** Continues with a session that has just begun: sets its cookies and returns what the dashboard shows of it. */
export async function enter(
  needs: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, token }: Begun,
  { account, trust = false }: Entering = {},
): Promise<Session> {
  const { auth, devices, findCaller, isRefused } = needs
  const cookie = cookies.map((header) => header.split(';', 1)[0]).join('; ')
  const caller = await findCaller({ cookie }, isRefused(request))
  if (caller === undefined) throw new Error('The session that was just created is gone')
  if (caller === 'no account') {
    await (await auth.$context).internalAdapter.deleteSession(token)
    const text =
      'Your password is correct, but you don’t have access to any account. Ask an owner to add you.'
    throw new HttpError('FORBIDDEN', text)
  }
  // Before the cookies are set: a sign-in that can't be recorded doesn't happen.
  const { store } = needs
  await store.db.transaction().execute(async (trx) => {
    // better-auth doesn't know it, and a session that is never used would be one from nowhere.
    await trx
      .updateTable('staff_sessions')
      .set({ ip_address: request.ip })
      .where('id', '=', caller.sessionId)
      .execute()
    const newest = trx.selectFrom('staff_sessions').select('id').where('user_id', '=', caller.user.id)
    await trx
      .deleteFrom('staff_sessions')
      .where('user_id', '=', caller.user.id)
      .where('id', 'not in', newest.orderBy('id', 'desc').limit(mostSessions))
      .execute()
    await auditPerson(trx, store.dialect, caller.user, personActor(caller.user, request), {
      action: 'sign_in.succeeded',
    })
  })
  void reply.header('set-cookie', cookies)
  await devices.remember(request, reply, caller.user.id, trust)
  // People continue in the account they were in. Someone else may have no access to it; they start in one of their own.
  const named = account ?? namedAccount(request)
  const session = named ? await openAccount(needs, caller, named) : undefined
  return session ?? describeSession(needs, caller)
}

/**
 * Records a wrong password, for someone who has an account. The response doesn't wait for it: how long it takes would tell
 * whether the email address is known. The throttle bounds how many there are.
 */
export function noteFailedSignIn(needs: SignInNeeds, request: FastifyRequest, email: string): void {
  noteSignIn(needs, request, email, (_, record) =>
    needs.store.db.transaction().execute((trx) => record(trx, 'sign_in.failed')),
  )
}

type RecordSignIn = (trx: Kysely<Database>, action: 'sign_in.failed' | 'sign_in.throttled') => Promise<void>

function noteSignIn(
  { store }: SignInNeeds,
  request: FastifyRequest,
  email: string,
  work: (person: { readonly email: string }, record: RecordSignIn) => Promise<void>,
): void {
  const actor = anonymousActor(request)
  const note = async () => {
    const person = await store.db
      .selectFrom('staff')
      .select(['id', 'email'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (person)
      await work(person, (trx, action) => auditPerson(trx, store.dialect, person, actor, { action }))
  }
  note().catch((err: unknown) => request.log.error({ err }, 'a failed sign-in wasn’t recorded'))
}

/** Ends the session of the request, or with `everywhere` all sessions of that person, and clears its cookies. */
export async function signOut(
  { auth, store, findCaller, isRefused }: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  everywhere: boolean,
): Promise<void> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const caller = await findCaller({ cookie: headers.get('cookie') }, isRefused(request))
  if (caller && caller !== 'no account') {
    const { user } = caller
    await store.db.transaction().execute(async (trx) => {
      const ended = everywhere
        ? await trx.deleteFrom('staff_sessions').where('user_id', '=', user.id).returning('id').execute()
        : [caller.sessionId]
      await auditPerson(trx, store.dialect, user, personActor(user, request), {
        action: 'session.ended',
        changes: { sessions: { from: ended.length, to: 0 } },
      })
    })
  }
  const answer = await auth.api.signOut({ headers, asResponse: true }).catch(() => undefined)
  const cookies = answer?.headers.getSetCookie() ?? []
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
}

/** A new session, or the challenge of someone with a second factor; undefined if the email or the password is wrong. */
async function checkPassword({ auth, store }: SignInNeeds, request: FastifyRequest, who: SignIn) {
  const answer = await auth.api.signInEmail({
    body: { email: who.email, password: who.password, rememberMe: who.remember },
    headers: new Headers({ 'user-agent': request.headers['user-agent'] ?? '' }),
    asResponse: true,
  })
  // 400 is an email address that better-auth's own rules reject.
  if (answer.status === 400 || answer.status === 401) return undefined
  if (answer.status === 503) throw unavailable()
  // Anything else isn't the password's fault.
  if (!answer.ok) throw new Error(`better-auth answered a sign-in with ${answer.status}`)
  const { token } = (await answer.json()) as { token?: string }
  const cookies = answer.headers.getSetCookie()
  if (token !== undefined) return { cookies, token }
  const { id } = await store.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', who.email.toLowerCase())
    .executeTakeFirstOrThrow()
  return { cookies, token: undefined, user: id }
}

/** Returns a function that says how a request is counted; it warns once in the log that TRUSTED_PROXIES is missing. */
export function makeGuessFrom(log: Logger): (request: FastifyRequest) => Guess {
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
