import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/endpoint.ts'
import {
  createService,
  previewServicePrices,
  retagServices,
  setServicePrices,
  setServicesActive,
  updateService,
} from '#contract/service-changes.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/http/errors.ts'
import { claimIdempotencyKey } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { requireVersion, sendVersion } from '#server/http/versions.ts'

import { previewPrices, retag, setActive, setPrices } from './bulk.ts'
import { addService, readToChange, writeChanges } from './changes.ts'
import { serviceOf } from './input.ts'
import { type Versioned, readVersioned } from './rows.ts'

/** What staff change in the catalog. CHOICE 0099, 0100. */
export function serviceWrites(app: FastifyInstance, context: Context): void {
  mount(app, context, createService, (call) =>
    once(call, context, createService, async (trx) =>
      readOne(trx, await addService(trx, call.caller, serviceOf(call.body))),
    ),
  )

  mount(app, context, updateService, (call) => {
    const { id } = call.params
    const version = requireVersion(call.request)
    const endpoint = { ...updateService, path: `/api/x/services/${id}` }
    return once({ ...call, body: { version, ...call.body } }, context, endpoint, async (trx) => {
      const [stored] = (await readToChange(trx, [id])) as [Versioned] // or 404
      if (stored.version !== version) throw new HttpError('PRECONDITION_FAILED')
      await writeChanges(trx, call.caller, [{ stored, next: serviceOf(call.body, stored.service) }])
      return readOne(trx, id)
    })
  })

  mount(app, context, setServicesActive, (call) =>
    once(call, context, setServicesActive, async (trx) => {
      const { ids, is_active } = call.body
      return { data: { changed: await setActive(trx, call.caller, ids, is_active) } }
    }),
  )

  mount(app, context, retagServices, (call) =>
    once(call, context, retagServices, async (trx) => ({
      data: { changes: await retag(trx, call.caller, call.body.changes) },
    })),
  )

  mount(app, context, previewServicePrices, async ({ tenant, body: { ids, percent } }) => ({
    data: await previewPrices(tenant, ids, percent),
  }))

  mount(app, context, setServicePrices, (call) =>
    once(call, context, setServicePrices, async (trx) => ({
      data: await setPrices(trx, call.caller, call.body.prices),
    })),
  )
}

async function readOne(tenant: Tenant, id: number): Promise<Written> {
  const [versioned] = await readVersioned(tenant, [id])
  if (!versioned) throw new HttpError('NOT_FOUND')
  return { data: versioned.service, version: versioned.version }
}

interface Write {
  readonly tenant: Tenant
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: object
}

interface Written {
  readonly data: object
  /** Of the one service that was written. */
  readonly version?: number
}

/** Writes in one transaction, once for each `Idempotency-Key`, and sends what was written. */
async function once(
  { tenant, request, reply, body }: Write,
  context: Context,
  { method, path, status }: Pick<Endpoint, 'method' | 'path' | 'status'>,
  write: (trx: Tenant) => Promise<Written>,
): Promise<FastifyReply> {
  const idempotent = claimIdempotencyKey(request, tenant, `${method} ${path}`)
  const send = (code: number, text: string) =>
    reply.code(code).type('application/json; charset=utf-8').send(text)
  try {
    const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    const stored = await idempotent?.storedResponse(fingerprint)
    if (stored) {
      reply.header('idempotency-replayed', 'true')
      return send(stored.status, stored.body)
    }
    const { text, version } = await tenant.transaction(async (trx) => {
      const written = await write(trx)
      const response = { status, body: JSON.stringify({ data: written.data }) }
      await idempotent?.storeResponse(trx, fingerprint, response)
      return { text: response.body, version: written.version }
    })
    context.live.publish(tenant.account, { topic: 'services', id: null })
    if (version !== undefined) sendVersion(reply, version)
    return send(status, text)
  } finally {
    idempotent?.release()
  }
}
