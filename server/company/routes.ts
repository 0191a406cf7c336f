import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/company.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { HttpError, invalidInput } from '#server/http/errors.ts'
import { claimIdempotencyKey, writeOnce } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { type Expected, type MultipartBody, readMultipart } from '#server/http/multipart/read.ts'
import { requireVersion, sendVersion } from '#server/http/versions.ts'

import { drawLogo } from './logo.ts'
import { readCompany } from './versions.ts'
import { setLogo, toCompany, updateCompany } from './writes.ts'

/** The company behind the account: what its documents say, and what new ones start with. Surface X, CHOICE 0130. */
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

  uploads(app, context, show, publish)
}

const expected = (path: readonly string[]): Expected =>
  path.length === 1 && path[0] === 'logo'
    ? { kind: 'file', most: 1, tooMany: 'Upload one logo' }
    : { problem: 'Unknown field' }

function uploads(
  app: FastifyInstance,
  context: Context,
  show: (tenant: Tenant) => Promise<contract.Company>,
  publish: (tenant: Tenant) => void,
): void {
  const { files } = context
  const endpoint = contract.uploadLogo
  // In a separate scope, so that only this endpoint leaves a multipart body to its handler.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    mount(scope, context, endpoint, async ({ tenant, caller, request, reply }) => {
      if (!request.headers['content-type'])
        throw new HttpError('MALFORMED', 'Send this as multipart/form-data')
      const idempotent = claimIdempotencyKey(request, tenant, `PUT ${endpoint.path}`)
      let form: MultipartBody | undefined
      let token: string | undefined
      try {
        form = await readMultipart(request, files, expected)
        const { fingerprint, problems, files: given } = form
        const stored = await idempotent?.storedResponse(fingerprint)
        if (stored) {
          reply.header('idempotency-replayed', 'true')
          return JSON.parse(stored.body)
        }
        const logo = await drawLogo(given[0]?.upload, problems)
        if (!logo) throw invalidInput('VALIDATION_FAILED', problems)
        const { png, ...size } = logo
        token = await files.commitBytes(png)
        const added = { ...size, token, bytes: png.length }
        let unused: string | undefined
        const data = await tenant.transaction(async (trx) => {
          unused = await setLogo(trx, caller, added)
          const shown = await show(trx)
          const body = JSON.stringify({ data: shown })
          await idempotent?.storeResponse(trx, fingerprint, { status: endpoint.status, body })
          return shown
        })
        publish(tenant)
        if (unused !== undefined) await files.remove([unused])
        return { data }
      } catch (error) {
        // Any other fault may have come after the commit; a file without a row is swept later.
        if (error instanceof HttpError && token !== undefined) await files.remove([token])
        throw error
      } finally {
        idempotent?.release()
        await form?.discard()
      }
    })
  })
}
