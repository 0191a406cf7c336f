import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/company.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mountImageUpload } from '#server/platform/http/image-upload.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { drawLogo } from './logo.ts'
import { readCompany } from './versions.ts'
import { setLogo, toCompany, updateCompany } from './writes.ts'

/** The company behind the account: what its documents say, and what new ones start with. Surface X. */
export function company(app: FastifyInstance, context: Context): void {
  const publish = ({ account }: Tenant) => context.live.publish(account, { topic: 'company', id: null })
  const show = async (tenant: Tenant) => toCompany(tenant, await readCompany(tenant))

  mount(app, context, contract.showCompany, async ({ tenant, reply }) => {
    const data = await show(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.updateCompany, async ({ tenant, caller, body, request, reply }) => {
    const version = requireVersion(request)
    const data = await writeOnce(
      contract.updateCompany,
      { tenant, request, reply, body: { version, ...body } },
      async (trx) => {
        await updateCompany(trx, caller, version, body)
        return show(trx)
      },
      () => publish(tenant),
    )
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.removeLogo, async ({ tenant, caller, request, reply }) => {
    let unused: string | undefined
    const data = await writeOnce(
      contract.removeLogo,
      { tenant, request, reply },
      async (trx) => {
        unused = await setLogo(trx, caller, null)
        return show(trx)
      },
      () => publish(tenant),
    )
    if (unused !== undefined) await context.files.remove([unused])
    return { data }
  })

  mountImageUpload(app, context, contract.uploadLogo, {
    noun: 'logo',
    draw: drawLogo,
    save: async ({ tenant, caller }, logo) => {
      const unused = await setLogo(tenant, caller, logo)
      return { data: await show(tenant), unused }
    },
    onSaved: ({ tenant }) => publish(tenant),
  })
}
