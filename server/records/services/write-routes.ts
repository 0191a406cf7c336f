import type { FastifyInstance, FastifyReply } from 'fastify'

import * as contract from '#contract/services/changes.ts'
import type { Service } from '#contract/services/services.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { previewPrices, retag, setActive, setPrices } from './bulk.ts'
import { addService, readToChange, writeChanges } from './changes.ts'
import { serviceOf } from './input.ts'
import { type Versioned, readVersioned } from './rows.ts'

/** Mounts the writes of the catalog. */
export function serviceWrites(app: FastifyInstance, context: Context): void {
  const once: typeof writeOnce = (endpoint, call, write) =>
    writeOnce(endpoint, call, write, () =>
      context.live.publish(call.tenant.account, { topic: 'services', id: null }),
    )

  mount(app, context, contract.createService, async (call) => ({
    data: await once(contract.createService, call, async (trx) =>
      readOne(trx, await addService(trx, call.caller, serviceOf(call.body)), call.reply),
    ),
  }))

  mount(app, context, contract.updateService, async ({ tenant, caller, params: { id }, body, ...http }) => {
    const version = requireVersion(http.request)
    const call = { tenant, ...http, body: { version, ...body } }
    const data = await once(contract.updateService, call, async (trx) => {
      const [stored] = (await readToChange(trx, [id])) as [Versioned] // or 404
      if (stored.version !== version) throw new HttpError('PRECONDITION_FAILED')
      await writeChanges(trx, caller, [{ stored, next: serviceOf(body, stored.service) }])
      return readOne(trx, id, http.reply)
    })
    return { data }
  })

  mount(app, context, contract.setServicesActive, async (call) => ({
    data: await once(contract.setServicesActive, call, async (trx) => ({
      changed: await setActive(trx, call.caller, call.body.ids, call.body.is_active),
    })),
  }))

  mount(app, context, contract.retagServices, async (call) => ({
    data: await once(contract.retagServices, call, async (trx) => ({
      changes: await retag(trx, call.caller, call.body.changes),
    })),
  }))

  mount(app, context, contract.previewServicePrices, async ({ tenant, body: { ids, percent } }) => ({
    data: await previewPrices(tenant, ids, percent),
  }))

  mount(app, context, contract.setServicePrices, async (call) => ({
    data: await once(contract.setServicePrices, call, async (trx) =>
      setPrices(trx, call.caller, call.body.prices),
    ),
  }))
}

/** Reads a service that was written; its version becomes the ETag of the response. */
async function readOne(trx: Tenant, id: number, reply: FastifyReply): Promise<Service> {
  const [versioned] = await readVersioned(trx, [id])
  if (!versioned) throw new HttpError('NOT_FOUND')
  sendVersion(reply, versioned.version)
  return versioned.service
}
