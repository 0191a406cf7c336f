import type { FastifyReply, FastifyRequest } from 'fastify'

import { accountHeader } from '#contract/access/session.ts'
import type { Ability, Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import type { Caller, StaffCaller } from './caller-types.ts'
import { findCredential, isPast } from './credentials.ts'
import { isLocalRequest } from './staff/demo-access.ts'

/** Requests a staff session may make in a minute. */
export const sessionRateLimit = 600

const unauthenticated = (message: string) =>
  new HttpError('UNAUTHENTICATED', message, { headers: { 'www-authenticate': 'Bearer' } })

/**
 * Returns who is calling. Throws 401 without a valid credential, 403 for a cross-site write with a cookie. Runs before
 * the body is read: a stranger's bytes are not parsed.
 */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'surface' | 'access'>,
  context: Pick<Context, 'store' | 'staff' | 'publicUrl' | 'callers'>,
): Promise<Caller> {
  const caller = await callerOf(request, reply, endpoint, context)
  if (caller.kind === 'staff') rejectForeignWrite(request, context)
  return caller
}

/** Throws 403, naming what is missing, unless the caller may call that endpoint. */
export function authorize(caller: Caller, endpoint: Endpoint): void {
  const refusal = refusalOf(caller, endpoint)
  if (refusal) throw refusal
}

/** Returns why the caller may not call that endpoint, if so: 403, naming what is missing. */
export function refusalOf(caller: Caller, { ability, surface, about }: Endpoint): HttpError | undefined {
  if (caller.kind === 'staff' && caller.role === null) {
    const text = 'You no longer have access to this account. Reload the page to continue in another one.'
    return new HttpError('FORBIDDEN', text)
  }
  if (caller.kind === 'staff' && caller.needsTwoFactor && about === 'account')
    return new HttpError('TWO_FACTOR_REQUIRED')
  // The specification gives keys no scopes, so the abilities stored with one count beyond Surface B only.
  if (caller.kind === 'key' && surface === 'b') return undefined
  if (ability && !caller.abilities.includes(ability))
    return new HttpError('FORBIDDEN', `This requires the ability ${ability}`)
  return undefined
}

/** Whether the caller may do that. */
export const hasAbility = (caller: Caller, ability: Ability): boolean => caller.abilities.includes(ability)

async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { surface, access }: Pick<Endpoint, 'surface' | 'access'>,
  { store, staff, callers }: Pick<Context, 'store' | 'staff' | 'callers'>,
): Promise<Caller> {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    rejectSecondAuthorization(request)
    const text = /^bearer +([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1]
    const credential =
      text === undefined ? undefined : await callers.find(text, () => findCredential(store.db, text))
    const kind = surface === 'v1' ? 'token' : 'key'
    // A caller that is known may have expired since it was looked up.
    if (!credential || isPast(credential.expiresAt) || access === 'staff')
      throw unauthenticated('The credential is invalid')
    if (credential.kind !== kind) throw unauthenticated(`This endpoint requires an API ${kind}`)
    return credential
  }
  const { cookie = '', [accountHeader]: named } = request.headers
  const find = () => staff.findSession(request, reply)
  // A demo session is valid on this machine only, so the request's origin is part of the cache key.
  const presented = [cookie, String(named), isLocalRequest(request)].join('\n')
  // Without an account named, which one is meant may have just been switched in another process.
  const session = named === undefined ? await find() : await callers.find(presented, find)
  if (!session) throw unauthenticated('A valid credential is required')
  return session
}

/** Throws if there are two: which of them counts would depend on who reads the request, us or a proxy. */
function rejectSecondAuthorization({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  )
  if (names.length > 1) throw new HttpError('MALFORMED', 'Send exactly one Authorization header')
}

/** Throws unless a write that could ride on a cookie comes from our own pages. */
function rejectForeignWrite(request: FastifyRequest, context: Pick<Context, 'publicUrl'>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!isOwnOrigin(request, context)) {
    throw new HttpError('FORBIDDEN', 'A write with a session must come from the dashboard')
  }
}

/** Whether the browser says that the request comes from our own origin. Without a word from it: no. */
export function isOwnOrigin(request: FastifyRequest, { publicUrl }: Pick<Context, 'publicUrl'>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined || !URL.canParse(origin)) return false
  // Behind a trusted proxy, `host` is the name the browser asked for.
  return origin === publicUrl() || new URL(origin).host === request.host
}

/** Returns the caller of a staff endpoint. Throws 401 for credentials. */
export function asStaff(caller: Caller): StaffCaller {
  if (caller.kind !== 'staff') throw new HttpError('UNAUTHENTICATED')
  return caller
}

/** The name activity entries carry. */
export const actorName = (caller: Caller): string =>
  caller.kind === 'staff' ? caller.user.name : caller.name

/** Whose requests are counted together, and how many of them are admitted a minute. */
export function rateLimitOf(caller: Caller): { readonly id: string; readonly limit: number } {
  if (caller.kind === 'staff') return { id: `session:${caller.sessionId}`, limit: sessionRateLimit }
  return { id: `${caller.kind}:${caller.id}`, limit: caller.rateLimit }
}
