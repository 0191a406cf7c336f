import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/account/company.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mountImageUpload } from '#server/platform/http/image-upload.ts'
import { mount } from '#server/platform/http/mount.ts'
import { mountEdited } from '#server/records/resources/mount-edited.ts'

import { drawLogo } from './logo.ts'
import { readCompany } from './versions.ts'
import { setLogo, toCompany, updateCompany } from './writes.ts'

/** The company behind the account: what its documents say, and what new ones start with. Surface X. */
export function company(app: FastifyInstance, context: Context): void {
  const publish = ({ account }: Tenant) => context.live.publish(account, { topic: 'company', id: null })
  const show = async (tenant: Tenant) => toCompany(tenant, await readCompany(tenant))

  mountEdited(
    app,
    context,
    { show: contract.showCompany, update: contract.updateCompany },
    {
      read: show,
      update: (trx, actor, { version }, input) => updateCompany(trx, actor, version, input),
      published: publish,
    },
  )

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
