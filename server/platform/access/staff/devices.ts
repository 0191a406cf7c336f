import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { parseCookies } from 'better-auth/cookies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { TrustedDevice } from '#contract/access/two-factor.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'

import { deviceOf } from './device-name.ts'

const cookieName = 'bureau.device'
const daySeconds = 24 * 60 * 60
/** As long as browsers keep a cookie at most. */
const keptDays = 400
const devicesPerPerson = 50
const trustedDays = 30
const longestUserAgent = 500

/** Devices in which a person has signed in before; guesses elsewhere can't lock them out. */
export interface Devices {
  /** Returns the id of the device if that person has signed in with it before. */
  find(request: FastifyRequest, email: string): Promise<number | undefined>
  /**
   * Remembers the device for that person, after they have signed in; sets its cookie. With `trust`, they aren't asked for a
   * code there for 30 days.
   */
  remember(request: FastifyRequest, reply: FastifyReply, user: number, trust?: boolean): Promise<void>
  /** Returns whether that person, whose password was right, isn't asked for a code on this device. */
  isTrusted(request: FastifyRequest, user: number): Promise<boolean>
  /** Returns where that person isn't asked for a code: this device first, then the one used last. */
  listTrusted(request: FastifyRequest, user: number): Promise<TrustedDevice[]>
}

/** Reads and writes known devices. `secret` signs their cookies, which need HTTPS if `isHttps`. */
export function openDevices({ db }: Store, secret: string, isHttps: boolean): Devices {
  const signature = (token: string) => createHmac('sha256', secret).update(`device ${token}`).digest()

  /** The token of the request's cookie, unless it is not one of ours. */
  const tokenOf = ({ headers }: FastifyRequest): string | undefined => {
    const [token, mac] =
      parseCookies(headers.cookie ?? '')
        .get(cookieName)
        ?.split('.') ?? []
    if (!token || !mac) return undefined
    const presented = Buffer.from(mac, 'base64url')
    const expected = signature(token)
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? token : undefined
  }

  return {
    async find(request, email) {
      const token = tokenOf(request)
      if (token === undefined) return undefined
      const device = await db
        .selectFrom('staff_devices')
        .innerJoin('staff', 'staff.id', 'staff_devices.user_id')
        .select('staff_devices.id')
        .where('staff_devices.token_hash', '=', hashOf(token))
        .where('staff.email', '=', email.toLowerCase())
        .executeTakeFirst()
      return device?.id
    },

    async remember(request, reply, user, trust = false) {
      const token = tokenOf(request) ?? randomBytes(32).toString('base64url')
      const time = now()
      const used = {
        last_used_at: time,
        ...(trust && {
          trusted_until: timestamp(Date.now() + trustedDays * daySeconds * 1000),
          user_agent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
        }),
      }
      await db
        .insertInto('staff_devices')
        .values({ user_id: user, token_hash: hashOf(token), created_at: time, ...used })
        .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet(used))
        .execute()
      await forgetOldest(db, user)
      const value = `${token}.${signature(token).toString('base64url')}`
      const attributes = [`Max-Age=${keptDays * daySeconds}`, 'Path=/api/x', 'HttpOnly', 'SameSite=Lax']
      if (isHttps) attributes.push('Secure')
      void reply.header('set-cookie', [`${cookieName}=${value}`, ...attributes].join('; '))
    },

    async isTrusted(request, user) {
      const token = tokenOf(request)
      if (token === undefined) return false
      const device = await trusted(db, user)
        .select('id')
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst()
      return device !== undefined
    },

    async listTrusted(request, user) {
      const token = tokenOf(request)
      const here = token === undefined ? undefined : hashOf(token)
      const rows = await trusted(db, user)
        .select(['id', 'token_hash', 'user_agent', 'last_used_at', 'trusted_until'])
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows
        .map(({ id, token_hash, user_agent, last_used_at, trusted_until }) => ({
          id,
          device: deviceOf(user_agent),
          last_used_at,
          trusted_until: trusted_until ?? '',
          is_current: token_hash === here,
        }))
        .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
    },
  }
}

/** Asks a person for a code again on one of their devices, or with null on all of them. */
export async function forgetTrust(db: Kysely<Database>, user: number, id: number | null): Promise<void> {
  const own = db.updateTable('staff_devices').set({ trusted_until: null }).where('user_id', '=', user)
  await (id === null ? own : own.where('id', '=', id)).execute()
}

/** Forgets all devices of a person. */
export async function forgetDevices(db: Kysely<Database>, user: number): Promise<void> {
  await db.deleteFrom('staff_devices').where('user_id', '=', user).execute()
}

/** Forgets devices whose cookie the browser has dropped by now. */
export async function sweepDevices({ db }: Store): Promise<void> {
  await db
    .deleteFrom('staff_devices')
    .where('last_used_at', '<=', timestamp(Date.now() - keptDays * daySeconds * 1000))
    .execute()
}

/** A script that signs in every minute without keeping its cookies must not fill the table. */
async function forgetOldest(db: Kysely<Database>, user: number) {
  const newest = db
    .selectFrom('staff_devices')
    .select('id')
    .where('user_id', '=', user)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesPerPerson)
  await db.deleteFrom('staff_devices').where('user_id', '=', user).where('id', 'not in', newest).execute()
}

const trusted = (db: Kysely<Database>, user: number) =>
  db.selectFrom('staff_devices').where('user_id', '=', user).where('trusted_until', '>', now())

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
