import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Caller, PortalCaller } from '#server/platform/access/caller-types.ts'

import { loggedPath } from './request-path.ts'

const callers = new WeakMap<FastifyRequest, Caller | PortalCaller>()

/** Remembers who sent a request, for its lines in the log. */
export function noteCaller(request: FastifyRequest, caller: Caller | PortalCaller): void {
  callers.set(request, caller)
}

/** Returns who sent the request, once they are known. */
export const callerOf = (request: FastifyRequest): Caller | PortalCaller | undefined => callers.get(request)

/** Returns the caller's own `X-Request-Id` if it is plain enough for a log, otherwise a new id. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : randomUUID()
}

/** Writes the one line that every answered request gets. Probes run every few seconds and only show at debug level. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const isProbe = /^\/(healthz|readyz)(\?|$)/.test(request.url)
  request.log[isProbe ? 'debug' : 'info'](
    {
      method: request.method,
      ...requestFields(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}

/** Returns what identifies a request in the log besides its id: the path and, once known, the caller and account. */
export function requestFields(request: FastifyRequest) {
  const path = loggedPath(request.url)
  const caller = callers.get(request)
  if (!caller) return { path }
  const id = caller.kind === 'staff' ? caller.user.id : caller.id
  return { path, caller: `${caller.kind}:${id}`, account: caller.account }
}
