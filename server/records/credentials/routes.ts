import type { FastifyInstance, FastifyReply } from 'fastify'

import * as contract from '#contract/access/credentials.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { openSecret, sealSecret } from '#server/platform/lib/seal.ts'

import { grantableBy } from './grantable.ts'
import { type CredentialRow, credentialColumns, findRow, toCredential } from './rows.ts'
import { changeCredential, issueByPerson, revokeCredential } from './writes.ts'

/** The tokens and keys of integrations. Surface X. */
export function credentials(app: FastifyInstance, context: Context): void {
  const { usage, sealKey, callers, live } = context
  const publishChange = ({ account }: Tenant, id: number) =>
    live.publish(account, { topic: 'credentials', id })

  const shown = (row: CredentialRow, timeZone: string) => toCredential(row, timeZone, usage.lastUse(row.id))
  /** Reads a credential; its version becomes the ETag of the response. */
  const readOne = async (tenant: Tenant, id: number, reply: FastifyReply) => {
    const row = await findRow(tenant, id).executeTakeFirst()
    if (!row) throw new HttpError('NOT_FOUND')
    sendVersion(reply, row.version)
    return shown(row, await tenant.timeZone())
  }

  mount(app, context, contract.listCredentials, async ({ tenant, caller, query }) => {
    const { page = 1, limit = defaultPageSize, state = 'current' } = query
    const [{ rows, total, revoked }, timeZone] = await Promise.all([
      readPage(tenant, { page, limit, state }),
      tenant.timeZone(),
    ])
    return {
      data: rows.map((row) => shown(row, timeZone)),
      meta: { total, page, limit, revoked, grantable: grantableBy(caller) },
    }
  })

  mount(app, context, contract.showCredential, async ({ tenant, caller, params: { id }, reply }) => ({
    data: await readOne(tenant, id, reply),
    grantable: grantableBy(caller),
  }))

  mount(app, context, contract.createCredential, async (call) => {
    const { sealed, ...data } = await writeOnce(
      contract.createCredential,
      call,
      async (trx) => {
        const { id, secret } = await issueByPerson(trx, asStaff(call.caller), call.body)
        // Stored with the response for a day, so that one that was lost can be asked for again; never in the clear.
        return { ...(await readOne(trx, id, call.reply)), sealed: sealSecret(sealKey, secret) }
      },
      ({ id }) => publishChange(call.tenant, id),
    )
    return { data, secret: openSecret(sealKey, sealed) }
  })

  mount(
    app,
    context,
    contract.updateCredential,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const call = { tenant, request, reply, body: { version, ...body } }
      const data = await writeOnce(
        contract.updateCredential,
        call,
        async (trx) => {
          await changeCredential(trx, asStaff(caller), id, version, body)
          return readOne(trx, id, reply)
        },
        () => publishChange(tenant, id),
      )
      await callers.forgetEverywhere()
      return { data }
    },
  )

  mount(app, context, contract.revokeCredential, async ({ tenant, caller, params: { id }, reply }) => {
    await tenant.transaction((trx) => revokeCredential(trx, asStaff(caller), id))
    await callers.forgetEverywhere()
    publishChange(tenant, id)
    return { data: await readOne(tenant, id, reply) }
  })

  mount(app, context, contract.showCredentialUsage, async ({ tenant, params: { id } }) => {
    const known = await findRow(tenant, id).executeTakeFirst()
    if (!known) throw new HttpError('NOT_FOUND')
    const stored = await tenant
      .select('credential_days')
      .select(['day', 'requests', 'rejected', 'rate_limited'])
      .where('credential_id', '=', id)
      .orderBy('day', 'desc')
      .limit(contract.shownUsageDays)
      .execute()
    return { data: usage.daysOf(id, stored) }
  })
}

type State = (typeof contract.credentialStates)[number]

/** Reads one page of those in that state, the newest first, how many of them there are, and how many were revoked. */
async function readPage(
  tenant: Tenant,
  { page, limit, state }: { readonly page: number; readonly limit: number; readonly state: State },
) {
  const of = (which: State) =>
    tenant.select('credentials').where('revoked_at', which === 'revoked' ? 'is not' : 'is', null)
  const count = async (which: State) => {
    const { total } = await of(which)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  const [rows, current, revoked] = await Promise.all([
    of(state)
      .select(credentialColumns)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    count('current'),
    count('revoked'),
  ])
  return { rows, total: state === 'revoked' ? revoked : current, revoked }
}
