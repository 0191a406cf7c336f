import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'

import type { AuditEntry } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { isTrue } from '#server/platform/db/tables/flag.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { forgetTrust } from '../devices.ts'
import { newRecoveryCodes, plainCode, recoveryHash } from './recovery-codes.ts'
import { newKey, stepOf } from './totp.ts'

/** Records what happens, in its transaction. */
export type Note = (trx: Kysely<Database>, entry: Omit<AuditEntry, 'target'>) => Promise<void>

/** Second factors of people, by their ids. None of it throttles. */
export interface SecondFactor {
  /** Returns a new key, which counts once it is confirmed. Throws 409 while one counts. */
  begin(user: number): Promise<string>
  /** Makes the key count and returns the recovery codes; undefined for a wrong code. Throws 409 if nothing was begun. */
  confirm(user: number, code: string, note: Note): Promise<string[] | undefined>
  /** Uses up a code of the app or a recovery code; returns whether it was right. Of two uses at once, one is. */
  use(user: number, code: string, note: Note): Promise<boolean>
  /** Replaces the recovery codes. Throws 409 while it's off. */
  renewCodes(user: number, note: Note): Promise<string[]>
  /** Returns how many recovery codes are left; undefined while it's off. */
  codesLeft(user: number): Promise<number | undefined>
}

/** Reads and writes second factors; `secret` encrypts the keys and hashes the recovery codes. */
export function openSecondFactor({ db, dialect }: Store, secret: string): SecondFactor {
  /** A person's changes happen one after the other. */
  const change = <Result>(user: number, work: (trx: Kysely<Database>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await dialect.lock(trx, `two-factor ${user}`)
      return work(trx)
    })
  const keyOf = (sealed: string) => symmetricDecrypt({ key: secret, data: sealed })
  const hashes = (user: number, codes: readonly string[]) =>
    JSON.stringify(codes.map((code) => recoveryHash(secret, user, code)))

  async function spendRecoveryCode(user: number, code: string, note: Note): Promise<boolean> {
    const hash = recoveryHash(secret, user, code)
    return change(user, async (trx) => {
      const row = await confirmed(trx, user)
      const before = JSON.parse(row?.backup_codes ?? '[]') as string[]
      if (!before.includes(hash)) return false
      const left = before.filter((one) => one !== hash)
      await trx
        .updateTable('staff_two_factors')
        .set({ backup_codes: JSON.stringify(left) })
        .where('user_id', '=', user)
        .execute()
      await note(trx, {
        action: 'two_factor.recovery_code_used',
        changes: { left: { from: before.length, to: left.length } },
      })
      return true
    })
  }

  return {
    async begin(user) {
      const key = newKey()
      const sealed = await symmetricEncrypt({ key: secret, data: key })
      await change(user, async (trx) => {
        if (await confirmed(trx, user)) throw alreadyOn()
        await trx.deleteFrom('staff_two_factors').where('user_id', '=', user).execute()
        await trx
          .insertInto('staff_two_factors')
          .values({
            user_id: user,
            secret: sealed,
            backup_codes: '[]',
            verified: sql`false`,
            last_step: null,
            created_at: now(),
          })
          .execute()
      })
      return key
    },

    confirm: (user, code, note) =>
      change(user, async (trx) => {
        const row = await rowOf(trx, user)
        if (!row) throw new HttpError('CONFLICT', 'Start again: this setup was replaced or canceled')
        if (isTrue(row.verified)) throw alreadyOn()
        const step = stepOf(await keyOf(row.secret), plainCode(code), Date.now())
        if (step === undefined) return undefined
        const codes = newRecoveryCodes()
        await trx
          .updateTable('staff_two_factors')
          .set({ verified: sql`true`, last_step: step, backup_codes: hashes(user, codes) })
          .where('user_id', '=', user)
          .execute()
        await setFlag(trx, user, true)
        await forgetTrust(trx, user, null)
        await note(trx, { action: 'two_factor.enabled' })
        return codes
      }),

    async use(user, typed, note) {
      const code = plainCode(typed)
      if (!/^[0-9]{6}$/.test(code)) return spendRecoveryCode(user, code, note)
      const row = await confirmed(db, user)
      const step = row && stepOf(await keyOf(row.secret), code, Date.now())
      return row !== undefined && step !== undefined && spendStep(db, row.id, step)
    },

    renewCodes: (user, note) =>
      change(user, async (trx) => {
        if (!(await confirmed(trx, user))) throw new HttpError('CONFLICT', 'Two-factor authentication is off')
        const codes = newRecoveryCodes()
        await trx
          .updateTable('staff_two_factors')
          .set({ backup_codes: hashes(user, codes) })
          .where('user_id', '=', user)
          .execute()
        await note(trx, { action: 'two_factor.recovery_codes_replaced' })
        return codes
      }),

    async codesLeft(user) {
      const row = await confirmed(db, user)
      return row && (JSON.parse(row.backup_codes) as string[]).length
    },
  }
}

/** In a transaction: turns a person's second factor off, and forgets the browsers that were trusted with it. */
export async function removeSecondFactor(trx: Kysely<Database>, user: number): Promise<void> {
  await trx.deleteFrom('staff_two_factors').where('user_id', '=', user).execute()
  await setFlag(trx, user, false)
  await forgetTrust(trx, user, null)
}

/** Whether the account of a membership requires a second factor that its person doesn't have. */
export const lacksTwoFactor = (membership: {
  readonly requires_two_factor: number | null
  readonly two_factor_enabled: unknown
}): boolean => membership.requires_two_factor === 1 && !isTrue(membership.two_factor_enabled)

const setFlag = (trx: Kysely<Database>, user: number, isOn: boolean) =>
  trx
    .updateTable('staff')
    .set({ two_factor_enabled: isOn ? sql`true` : sql`false` })
    .where('id', '=', user)
    .execute()

const rowOf = (db: Kysely<Database>, user: number) =>
  db.selectFrom('staff_two_factors').selectAll().where('user_id', '=', user).executeTakeFirst()

async function confirmed(db: Kysely<Database>, user: number) {
  const row = await rowOf(db, user)
  return row && isTrue(row.verified) ? row : undefined
}

/** A code counts once, even within its 30 seconds: who looked over a shoulder is too late. */
async function spendStep(db: Kysely<Database>, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_two_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** If the person doesn’t expect this, the response that turned it on was lost, and the recovery codes with it. */
const alreadyOn = () =>
  new HttpError(
    'CONFLICT',
    'Two-factor authentication is already on. Create new recovery codes if you don’t have any.',
  )
