import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

type Nothing = z.ZodMiniType<undefined>

/** The endpoints of what exists as soon as what it belongs to does, so that it is only read and changed. */
interface Edited<Params, Input, Full> {
  readonly show: Endpoint<
    z.ZodMiniType<Params>,
    Nothing,
    Nothing,
    z.ZodMiniType<{ data: Full }, { data: Full }>
  >
  readonly update: Endpoint<
    z.ZodMiniType<Params>,
    Nothing,
    z.ZodMiniType<Input>,
    z.ZodMiniType<{ data: Full }, { data: Full }>
  >
}

interface Work<Params, Input, Full> {
  /** Throws 404. */
  read(tenant: Tenant, params: Params): Promise<Full>
  /** In the transaction that keeps the response. Throws 404, and 412 for another version. */
  update(trx: Tenant, actor: Caller, which: { params: Params; version: number }, input: Input): Promise<void>
  /** Once a change is committed. */
  published(tenant: Tenant, params: Params): void
}

/** Mounts both: the version is the `ETag` of each response, and the one that an update names in `If-Match`. */
export function mountEdited<Params, Input extends object, Full extends { readonly version: number }>(
  app: FastifyInstance,
  context: Context,
  { show, update }: Edited<Params, Input, Full>,
  work: Work<Params, Input, Full>,
): void {
  mount(app, context, show, async ({ tenant, params, reply }) => {
    const data = await work.read(tenant, params as Params)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, update, async ({ tenant, caller, params, body, request, reply }) => {
    const version = requireVersion(request)
    const data = await writeOnce(
      update,
      { tenant, request, reply, body: { version, ...(body as Input) } },
      async (trx) => {
        await work.update(trx, caller, { params: params as Params, version }, body as Input)
        return work.read(trx, params as Params)
      },
      () => work.published(tenant, params as Params),
    )
    sendVersion(reply, data.version)
    return { data }
  })
}
