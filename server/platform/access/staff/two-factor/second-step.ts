import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import type { Auth } from '../auth.ts'

/** The cookies of a new session, and its token. */
export interface Begun {
  readonly cookies: string[]
  readonly token: string
}

/** Returns the id of the person whose password was right and whose code is missing. Throws 401 if that was too long ago. */
export async function challenged(auth: Auth, request: FastifyRequest): Promise<number> {
  const { user } = await auth.api.showChallenge({ headers: headersOf(request) })
  if (user === null) throw new HttpError('UNAUTHENTICATED', 'This took too long. Enter your password again.')
  return user
}

/** Begins a session without asking for anything. `cookies` are those of the response so far, beside the request's own. */
export async function beginWithoutPassword(
  auth: Auth,
  request: FastifyRequest,
  user: number,
  more: { readonly isRemembered?: boolean; readonly cookies?: readonly string[] } = {},
): Promise<Begun> {
  const { isRemembered, cookies = [] } = more
  const answer = await auth.api.beginSession({
    body: { user, ...(isRemembered === undefined ? {} : { isRemembered }) },
    headers: headersOf(request, cookies),
    asResponse: true,
  })
  const { token } = (await answer.json()) as { token: string | null }
  if (token === null) throw new HttpError('UNAUTHENTICATED')
  return { cookies: answer.headers.getSetCookie(), token }
}

/** Returns those cookies of a response that keep the challenge; none of a session. */
export const challengeCookies = (cookies: readonly string[]): string[] =>
  cookies.filter((header) => !/session_(token|data)=/.test(header))

/** In a transaction: sign-ins of that person that wait for a code can’t be completed any more. */
export async function forgetChallenges(trx: Kysely<Database>, user: number): Promise<void> {
  await trx.deleteFrom('staff_verifications').where('value', '=', String(user)).execute()
}

/** Forgets sign-ins that nobody completed. */
export async function sweepChallenges({ db }: Store): Promise<void> {
  await db.deleteFrom('staff_verifications').where('expires_at', '<=', new Date().toISOString()).execute()
}

function headersOf({ headers }: FastifyRequest, setCookies: readonly string[] = []): Headers {
  const set = setCookies.map((header) => header.split(';', 1)[0])
  const cookie = [...set, headers.cookie ?? ''].join('; ')
  return new Headers({ cookie, 'user-agent': headers['user-agent'] ?? '' })
}
