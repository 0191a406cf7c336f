import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Session } from '#contract/access/session.ts'
import type { SignInCode, TwoFactor } from '#contract/access/two-factor.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { personActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { isDemoStaff } from '../demo-staff.ts'
import { forgetTrust } from '../devices.ts'
import { wrongCurrentPassword } from '../own-sign-in.ts'
import { isPasswordOf } from '../password.ts'
import { type SignInNeeds, enter, guardOwnProof, guardSignIn, noteFailedSignIn } from '../sign-in.ts'
import { type Note, removeSecondFactor } from './second-factor.ts'
import { beginWithoutPassword, challenged } from './second-step.ts'
import { keyUri } from './totp.ts'

type Person = StaffCaller['user']

/** The second factor of the signed-in person, and the step of the sign-in that asks for it. */
export interface OwnTwoFactor {
  /** Throws 401 if the password was entered too long ago, 422 for a wrong code, 429 if throttled. */
  signIn(request: FastifyRequest, reply: FastifyReply, input: SignInCode): Promise<Session>
  show(request: FastifyRequest, caller: StaffCaller): Promise<TwoFactor>
  /** Returns a new key. Throws 422 for a wrong password, 409 while it's on, 403 for the demo's people. */
  begin(request: FastifyRequest, caller: StaffCaller, password: string): Promise<{ uri: string; key: string }>
  /** Turns it on; returns the recovery codes. Throws 422 for a wrong code. */
  confirm(request: FastifyRequest, caller: StaffCaller, code: string): Promise<string[]>
  /** Throws 422 by field, and 409 while an account requires it. */
  turnOff(request: FastifyRequest, caller: StaffCaller, password: string, code: string): Promise<void>
  /** Returns new recovery codes. Throws 422 for a wrong password. */
  renewCodes(request: FastifyRequest, caller: StaffCaller, password: string): Promise<string[]>
  /** Ends the trust in one browser of the caller, or with null in all of them. */
  forget(caller: StaffCaller, id: number | null): Promise<void>
}

/** Puts second factors behind what proves that it's the person who is asking. */
export function openOwnTwoFactor(needs: SignInNeeds): OwnTwoFactor {
  const { auth, store, devices, secondFactor } = needs

  async function requirePassword(request: FastifyRequest, person: Person, password: string) {
    const check = () => isPasswordOf(needs, person.id, password)
    if (!(await guardOwnProof(needs, request, person, { isCode: false, check })))
      throw await wrongCurrentPassword(store, personActor(person, request), person)
  }

  /** Records what a person does with their own sign-in. */
  const noteOf =
    (request: FastifyRequest, person: Person): Note =>
    (trx, entry) =>
      auditPerson(trx, store.dialect, person, personActor(person, request), entry)

  async function requireCode(request: FastifyRequest, person: Person, code: string) {
    const check = () => secondFactor.use(person.id, code, noteOf(request, person))
    if (!(await guardOwnProof(needs, request, person, { isCode: true, check }))) throw wrongCode()
  }

  return {
    async signIn(request, reply, { code, trust }) {
      const user = await challenged(auth, request)
      const person = await store.db
        .selectFrom('staff')
        .select(['id', 'name', 'email'])
        .where('id', '=', user)
        .executeTakeFirst()
      if (!person) throw new HttpError('UNAUTHENTICATED')
      const note = noteOf(request, person)
      const isRight = await guardSignIn(needs, request, { email: person.email, isCode: true }, async () =>
        (await secondFactor.use(user, code, note)) ? true : undefined,
      )
      if (!isRight) {
        noteFailedSignIn(needs, request, person.email)
        throw wrongCode()
      }
      return enter(needs, request, reply, await beginWithoutPassword(auth, request, user), { trust })
    },

    async show(request, { user }) {
      const left = await secondFactor.codesLeft(user.id)
      return {
        is_on: left !== undefined,
        recovery_codes_left: left ?? 0,
        required_by: await requiredBy(store, user.id),
        trusted_devices: await devices.listTrusted(request, user.id),
      }
    },

    async begin(request, { user }, password) {
      if (isDemoStaff(user.email))
        throw new HttpError('FORBIDDEN', 'The people of the demo can’t use two-factor authentication')
      await requirePassword(request, user, password)
      const key = await secondFactor.begin(user.id)
      return { key, uri: keyUri(key, user.email) }
    },

    async confirm(request, { user }, code) {
      let codes: string[] | undefined
      const check = async () => {
        codes = await secondFactor.confirm(user.id, code, noteOf(request, user))
        return codes !== undefined
      }
      await guardOwnProof(needs, request, user, { isCode: true, check })
      if (!codes) throw wrongCode()
      return codes
    },

    async turnOff(request, { user }, password, code) {
      if ((await secondFactor.codesLeft(user.id)) === undefined)
        throw new HttpError('CONFLICT', 'Two-factor authentication is off')
      const [required] = await requiredBy(store, user.id)
      if (required !== undefined)
        throw new HttpError('CONFLICT', `${required} requires two-factor authentication`)
      await requirePassword(request, user, password)
      await requireCode(request, user, code)
      await store.db.transaction().execute(async (trx) => {
        await removeSecondFactor(trx, user.id)
        await noteOf(request, user)(trx, { action: 'two_factor.disabled' })
      })
    },

    async renewCodes(request, { user }, password) {
      await requirePassword(request, user, password)
      return secondFactor.renewCodes(user.id, noteOf(request, user))
    },

    forget: (caller, id) => forgetTrust(store.db, caller.user.id, id),
  }
}

async function requiredBy({ db }: Store, user: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select('accounts.name')
    .where('memberships.user_id', '=', user)
    .where('accounts.requires_two_factor', '=', 1)
    .orderBy('accounts.name')
    .execute()
  return rows.map(({ name }) => name)
}

const wrongCode = () => invalidField('code', 'This code is wrong, expired or already used')
