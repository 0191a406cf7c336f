import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import type { AnyResource } from '#contract/resources.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { type Call, mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'

/** What is known of one record in full. */
export type Shown<Kind extends AnyResource> = z.input<Kind['show']['response']>['data']
/** What a record is created and changed with. */
export type InputOf<Kind extends AnyResource> = z.output<NonNullable<Kind['create']['body']>>

/** Which record, and the version that was read. */
export interface Versioned {
  readonly id: number
  readonly version: number
}

/** What the service does for a kind of record. All but reads run in the transaction that keeps the response. */
export interface Work<Kind extends AnyResource> {
  list(
    tenant: Tenant,
    query: z.output<NonNullable<Kind['list']['query']>>,
  ): Promise<z.input<Kind['list']['response']>>
  /** Throws 404. */
  read(tenant: Tenant, id: number): Promise<Shown<Kind>>
  /** Returns its id. */
  create(trx: Tenant, actor: Caller, input: InputOf<Kind>): Promise<number>
  /** Throws 404, and 412 for another version. */
  update(trx: Tenant, actor: Caller, which: Versioned, input: InputOf<Kind>): Promise<void>
  /** Throws 404, and 412 for another version. Returns what is done once that is committed, if anything. */
  remove?(trx: Tenant, actor: Caller, which: Versioned): Promise<(() => Promise<void>) | void>
  /** What follows once something was created, changed or acted on, before open screens read it. */
  settled?(tenant: Tenant, id: number, action: string): Promise<void> | void
  /** What takes long, or isn't possible here at all, before the transaction of an action. */
  readonly before?: {
    readonly [Name in keyof Kind['actions']]?: Before<z.output<NonNullable<Kind['actions'][Name]['body']>>>
  }
  /** `POST <path>/:id/<name>`; they throw 404. */
  readonly actions: {
    readonly [Name in keyof Kind['actions']]: Act<z.output<NonNullable<Kind['actions'][Name]['body']>>>
  }
}

/** Which record, with its version where the action requires it. */
interface Which {
  readonly id: number
  readonly version?: number | undefined
}

type Before<Body> = {
  before(tenant: Tenant, id: number, body: Body): Promise<void>
}['before']

/** Returns the id of a record that it made, if it made one. */
type Act<Body> = {
  act(trx: Tenant, actor: Caller, which: Which, body: Body): Promise<number | void>
}['act']

/** Mounts everything that can be done with a kind of record; see `contract/wire/resource.ts` for the rules that all of them follow. */
export function mountResource<Kind extends AnyResource>(
  app: FastifyInstance,
  context: Context,
  kind: Kind,
  work: Work<Kind>,
): void
export function mountResource(
  app: FastifyInstance,
  context: Context,
  kind: AnyResource,
  work: Work<AnyResource>,
): void {
  const publish = ({ account }: Tenant) => {
    for (const topic of kind.live) context.live.publish(account, { topic, id: null })
  }

  /** Writes once, and answers with the record whose id `write` returns. */
  const answer = async (
    [action, endpoint]: readonly [action: string, Endpoint],
    { tenant, request, reply }: Pick<Call<Endpoint>, 'tenant' | 'request' | 'reply'>,
    body: unknown,
    write: (trx: Tenant) => Promise<number>,
  ) => {
    const data = await writeOnce(endpoint, { tenant, request, reply, body }, async (trx) =>
      work.read(trx, await write(trx)),
    )
    await work.settled?.(tenant, data.id, action)
    publish(tenant)
    sendVersion(reply, data.version)
    return { data }
  }

  mount(app, context, kind.list, ({ tenant, query }) => work.list(tenant, query))

  mount(app, context, kind.show, async ({ tenant, params: { id }, reply }) => {
    const data = await work.read(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, kind.create, async ({ body, ...call }) =>
    answer(['create', kind.create], call, body, (trx) => work.create(trx, call.caller, body)),
  )

  mount(app, context, kind.update, async ({ params: { id }, body, ...call }) => {
    const version = requireVersion(call.request)
    return answer(['update', kind.update], call, { version, body }, async (trx) => {
      await work.update(trx, call.caller, { id, version }, body)
      return id
    })
  })

  for (const [name, endpoint] of Object.entries(kind.actions))
    mount(app, context, endpoint, async ({ params: { id }, body, ...call }) => {
      const version = endpoint.needsVersion ? requireVersion(call.request) : undefined
      await work.before?.[name]?.(call.tenant, id, body)
      return answer([name, endpoint], call, version === undefined ? body : { version, body }, async (trx) => {
        const made = await work.actions[name]?.(trx, call.caller, { id, version }, body)
        return made ?? id
      })
    })

  if (kind.remove)
    mount(app, context, kind.remove, async ({ tenant, caller, params: { id }, request }) => {
      const version = requireVersion(request)
      const finish = await tenant.transaction(async (trx) => work.remove?.(trx, caller, { id, version }))
      await finish?.()
      publish(tenant)
      return undefined
    })
}

/** Answers with one page of what `find` returns. */
export async function pageOf<
  Query extends { readonly page?: number | undefined; readonly limit?: number | undefined },
  Row,
>(
  query: Query,
  find: (query: Query & { readonly page: number; readonly limit: number }) => Promise<{
    readonly rows: Row[]
    readonly total: number
  }>,
) {
  const { page = 1, limit = defaultPageSize } = query
  const { rows, total } = await find({ ...query, page, limit })
  return { data: rows, meta: { total, page, limit }, timestamp: now() }
}
