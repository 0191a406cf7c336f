import type { FastifyInstance } from 'fastify'

import { listCustomFields } from '#contract/customers/custom-fields.ts'
import { listFieldDefinitions } from '#contract/customers/field-definition.ts'
import * as contract from '#contract/customers/field-definitions.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { isInUse, readDefinitions } from '../field-definitions.ts'
import { orderVersion, readField, readFields, readUsage } from './rows.ts'
import { addField, deleteField, orderFields, setRetired, updateField } from './writes.ts'

/** Mounts the list of custom fields of Surface B, and their settings. */
export function customFields(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) =>
    context.live.publish(account, { topic: 'custom-fields', id: null })

  mount(app, context, listCustomFields, async ({ tenant }) => {
    const rows = (await readDefinitions(tenant)).filter(isInUse)
    return {
      data: rows.map(({ id, type, name, key, required, fields }) => ({
        id,
        type,
        name,
        key,
        required: required === 1,
        fields,
      })),
    }
  })

  mount(app, context, listFieldDefinitions, async ({ tenant, reply }) => {
    // First: with a version older than what is read, a write is refused; with a newer one, it would overwrite.
    sendVersion(reply, await orderVersion(tenant))
    return { data: await readFields(tenant) }
  })

  mount(app, context, contract.showFieldDefinition, async ({ tenant, params, reply }) => {
    const data = await readUsage(tenant, params.id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.createField, async ({ tenant, caller, body, request, reply }) => {
    const data = await writeOnce(
      contract.createField,
      { tenant, request, reply, body },
      async (trx) => readField(trx, await addField(trx, caller, body)),
      () => publishChange(tenant),
    )
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.updateField, async ({ tenant, caller, params, body, request, reply }) => {
    const { id } = params
    const version = requireVersion(request)
    let renames: number[] = []
    const data = await writeOnce(
      contract.updateField,
      { tenant, request, reply, body: { version, ...body } },
      async (trx) => {
        renames = await updateField(trx, caller, { id, version, input: body })
        return readField(trx, id)
      },
      () => publishChange(tenant),
    )
    for (const rename of renames)
      context.optionRenames.run({ id: rename, account_id: tenant.account, caused_by: tenant.actor })
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.setFieldRetired, async ({ tenant, caller, params, body, request, reply }) => {
    const { id } = params
    const version = requireVersion(request)
    const data = await tenant.transaction(async (trx) => {
      await setRetired(trx, caller, { id, version, isRetired: body.is_retired })
      return readField(trx, id)
    })
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.deleteField, async ({ tenant, caller, params, request }) => {
    const version = requireVersion(request)
    await tenant.transaction((trx) => deleteField(trx, caller, params.id, version))
    publishChange(tenant)
    return undefined
  })

  mount(app, context, contract.orderFields, async ({ tenant, caller, body, request, reply }) => {
    const version = requireVersion(request)
    const ordered = await tenant.transaction(async (trx) => {
      await orderFields(trx, caller, body, version)
      return { data: await readFields(trx), version: await orderVersion(trx) }
    })
    publishChange(tenant)
    sendVersion(reply, ordered.version)
    return { data: ordered.data }
  })
}
