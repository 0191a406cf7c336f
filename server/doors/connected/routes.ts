import type { FastifyInstance } from 'fastify'

import {
  type ConnectionCredentials,
  replaceConnectionCredentials,
  showConnection,
  testConnection,
} from '#contract/access/connection.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { audit } from '#server/platform/audit/record.ts'
import { mount } from '#server/platform/http/mount.ts'
import { hostOf } from '#server/platform/lib/base-url.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { noteOutcome, openSettings, saveConnection, toConnection } from './connections.ts'
import { probe } from './probe.ts'

/** The connection of the account to another service. Surface X. */
export function connection(app: FastifyInstance, context: Context): void {
  const { store, sealKey, forwarder, callers } = context

  const rowOf = async (tenant: Tenant) => {
    const row = await tenant.select('connections').selectAll().executeTakeFirst()
    if (!row) throw new HttpError('NOT_FOUND')
    return row
  }

  mount(app, context, showConnection, async ({ tenant }) => ({ data: toConnection(await rowOf(tenant)) }))

  mount(app, context, testConnection, async ({ tenant }) => {
    const row = await rowOf(tenant)
    const problem = await probe(forwarder.upstream, openSettings(row, sealKey))
    await noteOutcome(store, row.id, problem?.text ?? null)
    return { data: toConnection(await rowOf(tenant)), problem: problem?.text ?? null }
  })

  mount(app, context, replaceConnectionCredentials, async ({ tenant, body }) => {
    const row = await rowOf(tenant)
    if (row.source === 'variables')
      throw new HttpError(
        'CONFLICT',
        'This connection is set by environment variables (SERVICE_…). Change them and restart Bureau.',
      )
    const problem = await probe(forwarder.upstream, { baseUrl: row.base_url, ...body })
    if (problem) throw invalidField(fieldOf(problem.setting), sentence(problem.text))
    await tenant.transaction(async (trx) => {
      const settings = { environment: row.environment, baseUrl: row.base_url, ...body }
      await saveConnection(trx, sealKey, { ...settings, source: 'dashboard' })
      await audit(trx, {
        action: 'connection.changed',
        target: { kind: 'account', id: tenant.account, name: hostOf(row.base_url) },
      })
    })
    await callers.forgetEverywhere()
    const saved = await rowOf(tenant)
    await noteOutcome(store, saved.id, null)
    return { data: toConnection(await rowOf(tenant)) }
  })
}

/** A service that can’t be reached is no fault of either credential; the first field says so. */
const fieldOf = (setting: 'baseUrl' | 'token' | 'key'): keyof ConnectionCredentials =>
  setting === 'key' ? 'key' : 'token'

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
