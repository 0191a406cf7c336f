import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { OwnSession, PasswordChange } from '#contract/access/own-sign-in.ts'
import type { PasswordReset } from '#contract/access/password-reset.ts'
import type { AcceptInvitation, InvitationDetails } from '#contract/access/people.ts'
import type { Profile, ProfileInput } from '#contract/access/profile.ts'
import type { Role, Session } from '#contract/access/session.ts'
import type { SetUp } from '#contract/access/set-up.ts'
import type { SignIn } from '#contract/access/sign-in.ts'
import type { Config } from '#server/config.ts'
import type { FindSession, SessionAccess, StaffCaller } from '#server/platform/access/caller-types.ts'
import { personActor } from '#server/platform/access/origin.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { makeAuth } from './auth.ts'
import { type DemoSignIn, describeDemo, isLocalRequest, offersDemo } from './demo-access.ts'
import { isDemoStaff } from './demo-staff.ts'
import { openDevices } from './devices.ts'
import { type Accepted, acceptWithLink, describeInvitation } from './invitation.ts'
import { changePassword, endOwnSessions, readOwnSessions } from './own-sign-in.ts'
import type { PasswordHash } from './password-hash.ts'
import { describeReset, requestReset, resetWithLink, tellOfChange } from './password-reset.ts'
import { type NewPerson, addMember, addPerson, needsSetUp } from './people.ts'
import { type NewPhoto, findPhoto, maySeePhoto, setPhoto } from './photo.ts'
import { updateProfile } from './profile.ts'
import { describeSession, openAccount } from './session-account.ts'
import { endedSessions, isSessionCookie, makeFindCaller, namedAccount } from './sessions.ts'
import { issueSetUpToken } from './set-up-token.ts'
import { addOwner, prepareSetUp } from './set-up.ts'
import { beginSession, makeGuessFrom, signIn, signOut } from './sign-in.ts'
import { SignInThrottle } from './throttle.ts'
import { type OwnTwoFactor, openOwnTwoFactor } from './two-factor/own.ts'
import { openSecondFactor } from './two-factor/second-factor.ts'

/** Sign-in of people and their sessions. */
export interface Staff {
  readonly findSession: FindSession
  /** Whether the request has a session cookie, valid or not; runs no query. */
  hasCookie(request: FastifyRequest): boolean
  /** Returns those of the sessions that have ended, or whose person has lost that role in that account. */
  ended(sessions: readonly SessionAccess[]): Promise<ReadonlySet<SessionAccess>>
  /** Returns the demo sign-in, or null if it isn't offered; without a request, whether it is offered at all. */
  demo(request?: FastifyRequest): Promise<DemoSignIn | null>
  /** Whether no account has an owner yet, apart from the demo's. */
  needsSetUp(): Promise<boolean>
  /**
   * Sets the session's cookies; null where a code is asked for next. Throws 401 if email or password is wrong, 403 without an
   * account, 429 if throttled.
   */
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignIn): Promise<Session | null>
  /** Clears the session's cookies; without a session it does nothing else. */
  signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void>
  /** Throws 404 if the person has no access to that account. */
  switchAccount(caller: StaffCaller, account: number): Promise<Session>
  /** Creates the first owner and signs them in. Throws 422 by field, also for a wrong link, and 429 if throttled. */
  setUp(request: FastifyRequest, reply: FastifyReply, input: SetUp): Promise<Session>
  /** Returns what an invitation is about. Throws 422 where the link doesn't work, and 429 if throttled. */
  showInvitation(request: FastifyRequest, token: string): Promise<InvitationDetails>
  /**
   * Makes the invited person a member of that account and signs them in; `session` is null where a code is asked for next.
   * Throws 422 by field, and 429 if throttled.
   */
  acceptInvitation(request: FastifyRequest, reply: FastifyReply, input: AcceptInvitation): Promise<Accepted>
  /** Returns where the caller is signed in: this session first, then the one used last. */
  ownSessions(caller: StaffCaller): Promise<OwnSession[]>
  /** Ends one session of the caller, or with null all but this one. */
  endOwnSessions(request: FastifyRequest, caller: StaffCaller, id: number | null): Promise<void>
  /** Ends all other sessions of the caller. Throws 422 by field, 403 for the demo's people and 429 if throttled. */
  changePassword(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: StaffCaller,
    change: PasswordChange,
  ): Promise<void>
  /** Replaces the caller's name and formats, in all of their accounts. */
  updateProfile(request: FastifyRequest, caller: StaffCaller, input: ProfileInput): Promise<Profile>
  /**
   * In a transaction: replaces the caller’s photo, or removes it for null. Returns the token of the one before, whose file is
   * no longer needed.
   */
  setPhoto(
    trx: Kysely<Database>,
    request: FastifyRequest,
    caller: StaffCaller,
    photo: NewPhoto | null,
  ): Promise<string | undefined>
  /** Returns the photo of a person with that token if the request’s person may see it. */
  findPhoto(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): Promise<{ readonly bytes: number } | undefined>
  /** Whether people who forgot their password can request a link by email. */
  readonly canEmailLinks: boolean
  /** Emails a link to the person with that address, if there is one. Throws 409 without a mail server, 429 if throttled. */
  requestPasswordReset(request: FastifyRequest, reply: FastifyReply, email: string): Promise<void>
  /** Returns whose password a link resets. Throws 422 where the link doesn't work, and 429 if throttled. */
  showPasswordReset(request: FastifyRequest, token: string): Promise<{ email: string }>
  /** Sets a password with a link, and ends all sessions of its person. Throws 422 by field, and 429 if throttled. */
  resetPassword(request: FastifyRequest, reset: PasswordReset): Promise<void>
  /** Counts a link that doesn't exist as a guess, so that trying many is slow. Throws 429 after too many. */
  countGuess(request: FastifyRequest): Promise<void>
  /** Counts a link to the portal that is made for a customer. Throws 429 after too many. */
  countPortalLink(customer: number): Promise<void>
  readonly twoFactor: OwnTwoFactor
  /** Returns what the dashboard shows of a session. Throws 401 if the person has no access to its account. */
  describe(caller: StaffCaller): Promise<Session>
  /** Creates a person who can sign in; returns their id. */
  addPerson(person: NewPerson): Promise<number>
  /** Grants a person access to an account; one who has access already keeps their role. */
  addMember(account: number, user: number, role: Role): Promise<void>
  /** Returns a new single-use setup token; earlier ones stop working. */
  newSetUpToken(): Promise<string>
}

/** Dependencies of sign-in. `publicUrl` is called each time: without PUBLIC_URL it depends on the port. */
export interface StaffNeeds {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly secret: string
  readonly passwords: PasswordHash
  readonly publicUrl: () => string
  /** Connects the first account to the service that the configuration names, once there is one. */
  readonly connect: () => Promise<void>
}

/** Connects better-auth, the throttle and the known devices to one database. */
export async function openStaff(staffNeeds: StaffNeeds): Promise<Staff> {
  const { config, store, log, secret, passwords, publicUrl, connect } = staffNeeds
  const auth = await makeAuth(staffNeeds, publicUrl())
  const throttle = new SignInThrottle(store)
  const devices = openDevices(store, secret, config.publicUrl?.startsWith('https:') ?? false)
  const findCaller = makeFindCaller(auth, store)
  const demoIsOffered = offersDemo(config)
  // The demo password is in the documentation, so neither it nor its sessions work from any other machine.
  const isRefused = (request: FastifyRequest) => (email: string) =>
    isDemoStaff(email) && !(demoIsOffered && isLocalRequest(request))
  const guessFrom = makeGuessFrom(log)
  const secondFactor = openSecondFactor(store, secret)
  const secrets = { devices, throttle, secondFactor }
  const needs = {
    config,
    log,
    auth,
    store,
    passwords,
    publicUrl,
    ...secrets,
    findCaller,
    isRefused,
    guessFrom,
  }
  const findSession: FindSession = async (request, reply) => {
    const shown = { cookie: request.headers.cookie ?? null, account: namedAccount(request), reply }
    const caller = await findCaller(shown, isRefused(request))
    return caller === 'no account' ? undefined : caller
  }

  return {
    twoFactor: openOwnTwoFactor(needs),
    hasCookie: (request) => isSessionCookie(request.headers.cookie ?? null),
    findSession,
    ended: (sessions) => endedSessions(store, sessions),
    needsSetUp: () => needsSetUp(store),
    describe: (caller) => describeSession(needs, caller),
    showInvitation: (request, token) => describeInvitation(needs, request, token),
    acceptInvitation: (request, reply, input) => acceptWithLink(needs, request, reply, input),
    ownSessions: (caller) => readOwnSessions(store, caller),
    endOwnSessions: (request, caller, id) => endOwnSessions(store, request, caller, id),
    async changePassword(request, reply, caller, change) {
      await changePassword(needs, request, reply, caller, change)
      tellOfChange(needs, caller.user.email)
    },
    updateProfile: (request, caller, input) => updateProfile(store, request, caller, input),
    setPhoto: (trx, request, caller, photo) =>
      setPhoto(
        trx,
        { dialect: store.dialect, actor: personActor(caller.user, request), person: caller.user },
        photo,
      ),
    async findPhoto(request, reply, token) {
      // A token that leads nowhere costs no look-up of the session.
      const photo = await findPhoto(store, token)
      const caller = photo && (await findSession(request, reply))
      return photo && caller && (await maySeePhoto(store, photo, caller.user.id)) ? photo : undefined
    },
    async countGuess(request) {
      await throttle.guard(guessFrom(request), async () => undefined)
    },
    countPortalLink: (customer) => throttle.countPortalLink(customer),
    canEmailLinks: config.mail !== undefined,
    requestPasswordReset: (request, reply, email) => requestReset(needs, request, reply, email),
    showPasswordReset: (request, token) => describeReset(needs, request, token),
    resetPassword: (request, reset) => resetWithLink(needs, request, reset),
    addPerson: (person) => addPerson(auth, person),
    addMember: (account, user, role) => addMember(store, account, user, role),
    newSetUpToken: () => issueSetUpToken(store.db),
    signIn: (request, reply, who) => signIn(needs, request, reply, who),
    signOut: (request, reply, everywhere) => signOut(needs, request, reply, everywhere),

    demo: async (request) =>
      demoIsOffered && (!request || isLocalRequest(request)) ? describeDemo(store) : null,

    async switchAccount(caller, account) {
      const session = await openAccount(needs, caller, account)
      if (!session) throw new HttpError('NOT_FOUND')
      return session
    },

    async setUp(request, reply, input) {
      const failure = await prepareSetUp(store, input, async (account) => {
        await addOwner({ auth, store }, request, account, input)
        await connect()
      })
      // Only a wrong link counts, so that nobody can keep the right one from working.
      if (failure) {
        if (failure.isGuess) await throttle.guard(guessFrom(request), async () => undefined)
        throw failure.error
      }
      const session = await beginSession(needs, request, reply, { ...input, remember: true })
      if (!session) throw new HttpError('INTERNAL')
      return session
    },
  }
}
