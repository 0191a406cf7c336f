import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { PortalCaller } from '#server/platform/access/caller-types.ts'
import { isOwnOrigin } from '#server/platform/access/caller.ts'
import { originOf } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { isExpensive } from '#server/platform/http/expensive-reads.ts'
import {
  type Call,
  aboutInputs,
  consume,
  inputs,
  match,
  paramsOf,
  send,
} from '#server/platform/http/mount.ts'
import { portalRateLimit } from '#server/platform/http/rate-limit.ts'
import { noteCaller } from '#server/platform/http/request-log.ts'
import { HttpError, toHttpError } from '#server/platform/lib/http-error.ts'

import { portalCallerOf, requirePortalRecord } from './sessions.ts'

/** Arguments of a handler of the portal: the customer, and a tenant of their account whose actor they are. */
export type PortalCall<E extends Endpoint> = Omit<Call<E>, 'caller'> & { readonly caller: PortalCaller }

/**
 * Mounts an endpoint of the portal: its session alone counts, then the limit, the customer's permission, and whether the record
 * is theirs. People and integrations are unknown here.
 */
export function mountPortal<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: (call: PortalCall<E>) => Promise<z.input<E['response']> | FastifyReply>,
): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: PortalCaller; readonly tenant: Tenant }>()
  const requireRecord = async (request: FastifyRequest) => {
    const known = callers.get(request)
    if (known && endpoint.record !== null)
      await requirePortalRecord(
        known.tenant,
        known.caller,
        endpoint,
        paramsOf(endpoint, request) as { id: number },
      )
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request, reply) => {
      const caller = await portalCallerOf(context, request)
      noteCaller(request, caller)
      const budget = { id: `portal:${caller.sessionId}`, limit: portalRateLimit }
      await consume(context, budget, reply)
      if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request, context))
        throw new HttpError('FORBIDDEN', 'A write with a session must come from the portal')
      if (endpoint.permission !== null && !caller.permissions.includes(endpoint.permission))
        throw new HttpError('FORBIDDEN', 'This isn’t shared with you')
      if (caller.document && endpoint.permission !== null && endpoint.record === null)
        throw new HttpError('FORBIDDEN', 'Your link is for one document')
      if (caller.viewedBy !== null && endpoint.method !== 'GET')
        throw new HttpError('FORBIDDEN', 'You see the portal as a customer and can’t change anything')
      if (isExpensive(endpoint, request.query as object))
        await context.expensiveReads.admit(budget.id, request, reply)
      const { db, dialect } = context.store
      const tenant = new Tenant(db, dialect, caller.account, caller.name, originOf(caller, request))
      callers.set(request, { caller, tenant })
    },
    handler: async (request, reply) => {
      const known = callers.get(request)! // set by onRequest, which runs first or ends the request
      await requireRecord(request)
      await match(endpoint, request, known.tenant)
      const answer = await handler({ ...known, ...inputs(endpoint, request), request, reply })
      return send(reply, endpoint, answer)
    },
    // A body that can't be read never gets to the handler.
    errorHandler: async (error, request) => {
      if (aboutInputs.has(toHttpError(error).code)) await requireRecord(request)
      throw error
    },
  })
}
