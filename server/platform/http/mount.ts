import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { accountHeader } from '#contract/access/session.ts'
import type { Endpoint, Surface } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import { actorName, rateLimitOf, identify, isOwnOrigin, refusalOf } from '#server/platform/access/caller.ts'
import { rejectWhatIsElsewhere } from '#server/platform/access/offered.ts'
import { originOf } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { AccountScoped } from '#server/platform/db/database.ts'
import {
  type ErrorCode,
  type Problems,
  HttpError,
  toHttpError,
  invalidInput,
  surfaceOf,
} from '#server/platform/lib/http-error.ts'

import { overlong } from './body-size.ts'
import { isExpensive } from './expensive-reads.ts'
import { noteCaller } from './request-log.ts'
import { requireMatch, resolveMatch } from './versions.ts'

/** Arguments of a handler: validated input, and a tenant of the caller's account. */
export interface Call<E extends Endpoint> {
  readonly tenant: Tenant
  readonly caller: Caller
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Errors about what was sent; a record that doesn't exist takes precedence over them. */
export const aboutInputs = new Set<ErrorCode>([
  'INVALID_PARAMETERS',
  'MALFORMED',
  'PRECONDITION_REQUIRED',
  'TOO_LARGE',
  'VALIDATION_FAILED',
])

type Output<Schema> = NonNullable<Schema> extends z.ZodMiniType ? z.output<NonNullable<Schema>> : undefined

/** A handler returns the endpoint's response, or a finished reply (a stream, a replayed response). */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<z.input<E['response']> | FastifyReply>

/**
 * Mounts an endpoint for callers with a credential: authentication, budget, ability, then the body, then the handler.
 * With `compress: false` its responses are sent as they are.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: Handler<E>,
  { compress }: { readonly compress?: false } = {},
): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: Caller; readonly tenant: Tenant }>()
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(compress === false && { compress }),
    onRequest: async (request, reply) => {
      const caller = await identify(request, reply, endpoint, context)
      noteCaller(request, caller)
      if (caller.kind === 'staff') reply.header(accountHeader, caller.account)
      const refusal = refusalOf(caller, endpoint)
      // What is forwarded costs the other service, not this one.
      const isHeavy = !caller.connection && isExpensive(endpoint, request.query as object)
      // Before the ability: a request without it counts too, and its response says how many are left.
      const counting = consumeRateLimit(context, caller, reply, endpoint)
      const isBrief = endpoint.method === 'GET' && !caller.connection && !isHeavy
      // A read by a caller who may do it and is far from the limit begins while it is counted.
      if (isBrief && !refusal && context.limiter.hasMany(rateLimitOf(caller).id))
        countMeanwhile(request, counting)
      else await counting
      if (refusal) throw refusal
      if (caller.connection) rejectWhatIsElsewhere(caller, endpoint)
      if (isHeavy) await context.expensiveReads.admit(rateLimitOf(caller).id, request, reply)
      const { db, dialect } = context.store
      const tenant = new Tenant(db, dialect, caller.account, actorName(caller), originOf(caller, request))
      callers.set(request, { caller, tenant })
    },
    handler: async (request, reply) => {
      const known = callers.get(request)! // set by onRequest, which runs first or ends the request
      const { connection } = known.caller
      if (connection && endpoint.surface !== 'x') {
        const params = paramsOf(endpoint, request) as object | undefined
        return context.forwarder.forward({
          endpoint,
          params,
          connection,
          tenant: known.tenant,
          request,
          reply,
        })
      }
      try {
        await match(endpoint, request, known.tenant)
        const answer = await handler({ ...known, ...inputs(endpoint, request), request, reply })
        return send(reply, endpoint, answer)
      } catch (error) {
        await counted(request)
        throw error
      }
    },
    // 404 takes precedence over invalid input. Checked only then: the handler of a valid request
    // finds its record itself.
    errorHandler: async (error, request) => {
      const known = callers.get(request)
      if (known && !known.caller.connection && aboutInputs.has(toHttpError(error).code))
        await requireRecord(endpoint, request, known.tenant)
      throw error
    },
  })
}

const beingCounted = new WeakMap<FastifyRequest, Promise<void>>()

function countMeanwhile(request: FastifyRequest, counting: Promise<void>): void {
  // It is told where it is waited for, which it isn't if the connection is lost before.
  counting.catch(() => undefined)
  beingCounted.set(request, counting)
}

/** Waits until the request is counted. Throws 429, once. */
async function counted(request: FastifyRequest): Promise<void> {
  const counting = beingCounted.get(request)
  beingCounted.delete(request)
  await counting
}

/** No answer leaves before its request is counted. Must be the first hook of its kind, which sees answers as they were made. */
export function countBeforeSending(app: FastifyInstance): void {
  // A promise only where there is something to wait for.
  app.addHook('onSend', (request, reply, payload, done) =>
    beingCounted.has(request) ? sentOnceCounted(request, reply, payload) : done(null, payload),
  )
}

async function sentOnceCounted(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  try {
    await counted(request)
    return payload
  } catch (error) {
    if (payload instanceof Readable) payload.destroy()
    // They are about the answer that isn't sent.
    for (const name of ['etag', 'content-disposition', 'content-length']) reply.removeHeader(name)
    throw error
  }
}

/**
 * Counts an API request that matches no endpoint, if its caller is known: on V1 every response to a valid token states the
 * rate limit. Paths are no secret, so unauthenticated callers get 404 or 405, too.
 */
export async function countUnmatchedRequest(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const surface = surfaceOf(request.url)
  if (!surface) return
  const caller = await identify(request, reply, { surface, access: 'any' }, context).catch(() => undefined)
  if (!caller) return
  noteCaller(request, caller)
  await consumeRateLimit(context, caller, reply, { surface })
}

/** Mounts an endpoint that needs no sign-in. Browsers may call it from our own pages only. */
export function mountPublic<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: (call: Omit<Call<E>, 'tenant' | 'caller'>) => Promise<z.input<E['response']> | FastifyReply>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request) => {
      const { origin, 'sec-fetch-site': site } = request.headers
      const isBrowserWrite = request.method !== 'GET' && (origin !== undefined || site !== undefined)
      if (isBrowserWrite && !isOwnOrigin(request, context)) throw new HttpError('FORBIDDEN')
    },
    handler: async (request, reply) => {
      const answer = await handler({ ...inputs(endpoint, request), request, reply })
      return send(reply, endpoint, answer)
    },
  })
}

/** Sends what a handler returned, unless it has answered itself. */
export function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown) {
  // A reply is a promise of its end, so awaiting a handler that returned it has already sent it; a stream whose
  // reader went away has sent its head and no end.
  if (reply.sent || reply.raw.headersSent) return reply
  return reply.code(endpoint.status).send(answer)
}

async function consumeRateLimit(
  context: Context,
  caller: Caller,
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'surface'>,
) {
  const rateLimit = rateLimitOf(caller)
  // What is forwarded has the limit of the other service, which is the tighter one.
  await consume(context, rateLimit, reply, !caller.connection || endpoint.surface === 'x')
}

/** Counts a request against a limit of requests a minute. Throws 429. */
export async function consume(
  { limiter }: Context,
  { id, limit }: { readonly id: string; readonly limit: number },
  reply: FastifyReply,
  isStated = true,
) {
  const result = await limiter.consume(id, limit)
  if (isStated || result.kind === 'limited') {
    reply.header('x-ratelimit-limit', limit)
    reply.header('x-ratelimit-remaining', result.kind === 'admitted' ? result.remaining : 0)
  }
  if (result.kind === 'limited') {
    throw new HttpError('RATE_LIMITED', undefined, {
      headers: { 'retry-after': String(result.retryAfterSeconds) },
    })
  }
}

/** Returns the parameters, query and body of a request. Throws 400 or 422 with the fields that are invalid. */
export function inputs<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Pick<Call<E>, 'params' | 'query' | 'body'> {
  const params = paramsOf(endpoint, request)
  const query = endpoint.query?.safeParse(withLists(request.query as Record<string, unknown>))
  if (query && !query.success)
    throw invalidInput('INVALID_PARAMETERS', problemsOf(query.error, endpoint.surface))
  const body = endpoint.body?.safeParse(endpoint.body && objectBody(endpoint, request))
  if (body && !body.success)
    throw invalidInput(bodyCode(endpoint.surface), problemsOf(body.error, endpoint.surface))
  return {
    params,
    query: query?.data as Output<E['query']>,
    body: body?.data as Output<E['body']>,
  }
}

/** Invalid parameters can't name a record: the same 404 as for an absent one. */
export function paramsOf<E extends Endpoint>({ params }: E, request: FastifyRequest): Output<E['params']> {
  const read = params?.safeParse(request.params)
  if (read && !read.success) throw new HttpError('NOT_FOUND')
  return read?.data as Output<E['params']>
}

/** Makes a write respect `If-Match` wherever its record has versions. */
export async function match(endpoint: Endpoint, request: FastifyRequest, tenant: Tenant): Promise<void> {
  const { record } = endpoint
  if (request.headers['if-match'] === undefined || record === null) return
  const { id } = paramsOf(endpoint, request) as { id: number }
  await resolveMatch(request, { record, tenant, id })
  const check = requireMatch(request, endpoint, id)
  if (check) tenant.checkFirst(check)
}

/** Throws 404 where the path names a record that the account does not have. */
async function requireRecord(endpoint: Endpoint, request: FastifyRequest, tenant: Tenant): Promise<void> {
  const table: AccountScoped | null = endpoint.record
  if (!table) return
  const { id } = paramsOf(endpoint, request) as { id: number }
  const row = await tenant
    .select(table as 'webhooks')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
}

/**
 * `tags[]=a` and `tags[0]=a` are lists of `tags`, like `tags=a&tags=b`, so that clients that send a list learn that one
 * value is expected. An ignored filter would return too much.
 */
function withLists(query: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(query)
  if (!entries.some(([name]) => name.includes('['))) return query
  const lists = Map.groupBy(entries, ([name]) => name.split('[', 1)[0] ?? name)
  return Object.fromEntries(
    [...lists].map(([name, given]) => [
      name,
      given.every(([as]) => as === name) ? given[0]?.[1] : given.map(([, value]) => value),
    ]),
  )
}

// Surface B keeps 422 for customer creation; any other bad body there is a bad request.
const bodyCode = (surface: Surface) => (surface === 'b' ? 'INVALID_PARAMETERS' : 'VALIDATION_FAILED')

/** Returns the body, which must be an object. A missing body counts as `{}`, so that every missing field is named. */
function objectBody({ surface }: Endpoint, { body = {} }: FastifyRequest): object {
  const refuse = (name: string, message: string) =>
    invalidInput(bodyCode(surface), new Map([[name, [message]]]))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse('body', 'The body must be a JSON object')
  const tooLong = overlong(body)
  if (tooLong !== undefined) throw refuse(tooLong, 'This has too many entries')
  return body
}

/** A response names no more fields than this: nobody reads on, and a body can have thousands. */
const mostProblems = 50

/** Surface B names a parameter; V1 and X, whose bodies are nested, use the dotted path to it. */
function problemsOf(error: z.core.$ZodError, surface: Surface): Problems {
  const problems = new Map<string, string[]>()
  const add = (path: readonly PropertyKey[], message: string) => {
    const name = (surface === 'b' ? path.slice(0, 1) : path).map(String).join('.') || 'body'
    if (problems.size >= mostProblems && !problems.has(name)) return
    const texts = problems.get(name) ?? []
    if (!texts.includes(message)) texts.push(message)
    problems.set(name, texts)
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add([...issue.path, key], `${[...issue.path, key].join('.')} is not known`)
    } else if (issue.code === 'invalid_key') {
      for (const inner of issue.issues) add(issue.path, inner.message)
    } else {
      add(issue.path, issue.message)
    }
  }
  return problems
}
