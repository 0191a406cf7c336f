import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { parseCookies } from 'better-auth/cookies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { Database } from '#server/db/database.ts'
import type { Store } from '#server/db/store.ts'
import { now, timestamp } from '#server/lib/clock.ts'

const cookieName = 'bureau.device'
const daySeconds = 24 * 60 * 60
/** As long as browsers keep a cookie at most. */
const keptDays = 400
const devicesPerPerson = 50

/** Devices in which a person has signed in before. They open nothing; guesses elsewhere cannot lock them out. CHOICE 0037. */
export interface Devices {
  /** Returns the id of the device if that person has signed in with it before. */
  find(request: FastifyRequest, email: string): Promise<number | undefined>
  /** Remembers the device for that person, after they have signed in; sets its cookie. */
  remember(request: FastifyRequest, reply: FastifyReply, user: number): Promise<void>
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

    async remember(request, reply, user) {
      const token = tokenOf(request) ?? randomBytes(32).toString('base64url')
      const time = now()
      await db
        .insertInto('staff_devices')
        .values({ user_id: user, token_hash: hashOf(token), created_at: time, last_used_at: time })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: time }),
        )
        .execute()
      await forgetOldest(db, user)
      const value = `${token}.${signature(token).toString('base64url')}`
      const attributes = [`Max-Age=${keptDays * daySeconds}`, 'Path=/api/x', 'HttpOnly', 'SameSite=Lax']
      if (isHttps) attributes.push('Secure')
      void reply.header('set-cookie', [`${cookieName}=${value}`, ...attributes].join('; '))
    },
  }
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

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
