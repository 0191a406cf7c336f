import { describe, expect, test } from 'vitest'

import { hiddenHeader } from '#contract/webhooks/config.ts'
import { showWebhook } from '#contract/webhooks/webhooks.ts'
import { openHeaders } from '#server/outgoing/delivery/webhook-headers.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

const { service, account } = await startWithAccount({ rateLimit: 1_000_000 })

const caller = { authorization: `Bearer ${account.token}` }
const post = (payload: object) => service.send('POST', '/api/v1/webhooks', caller, payload)
const show = async (id: number) =>
  showWebhook.response.parse((await service.send('GET', `/api/v1/webhooks/${id}`, caller)).json()).data

describe('secret headers', () => {
  const secretValue = 'Bearer s3cr3t-value'
  const withHeaders = (headers: Record<string, string>) => ({
    url: 'https://hooks.example.com/in',
    events: ['contact.created'],
    config: { headers },
  })
  const stored = async (id: number) => {
    const row = await service.context.store.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const sealed = openHeaders(service.context.sealKey, row.headers_sealed)
    return { row: JSON.stringify(row), sealed: Object.fromEntries(sealed) }
  }
  const make = async (headers: Record<string, string>) => {
    const answer = await post(withHeaders(headers))
    return answer.json().data as { id: number; config: { headers: Record<string, string> } }
  }
  const edit = (id: number, headers: Record<string, string>) =>
    service.send('PUT', `/api/v1/webhooks/${id}`, caller, { config: { headers } })

  test.each(['Authorization', 'cookie', 'X-Api-Key', 'X-Hook-Token'])(
    '%s is stored sealed and never shown again',
    async (name) => {
      const data = await make({ [name]: secretValue, 'X-Team': 'billing' })
      expect(data.config.headers).toEqual({ [name]: hiddenHeader, 'X-Team': 'billing' })
      expect((await show(data.id)).config).toEqual({ headers: data.config.headers })
      const { row, sealed } = await stored(data.id)
      expect(row).not.toContain('s3cr3t')
      expect(sealed).toEqual({ [name.toLowerCase()]: secretValue })
    },
  )

  test('a value that looks like a credential is hidden, whatever its name', async () => {
    const { config } = await make({ 'X-Team': secretValue })
    expect(config.headers).toEqual({ 'X-Team': hiddenHeader })
  })

  test('can be sent back as read, with other changes, and keep their stored values', async () => {
    const { id, config } = await make({ Authorization: secretValue, 'X-Team': 'billing' })
    const answer = await edit(id, { ...config.headers, 'X-Team': 'sales' })
    expect(answer.json().data.config.headers).toEqual({ Authorization: hiddenHeader, 'X-Team': 'sales' })
    expect((await stored(id)).sealed).toEqual({ authorization: secretValue })
    await edit(id, { authorization: 'Bearer new' })
    expect((await stored(id)).sealed).toEqual({ authorization: 'Bearer new' })
    await edit(id, { 'X-Team': 'sales' })
    expect((await stored(id)).sealed).toEqual({})
  })

  test('can’t be the hidden placeholder when nothing is stored', async () => {
    const { id } = await make({ 'X-Team': 'billing' })
    for (const answer of [
      await edit(id, { Authorization: hiddenHeader }),
      await post(withHeaders({ Authorization: hiddenHeader })),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(['config.headers.Authorization'])
    }
  })

  test.each(['Content-Encoding', 'transfer-encoding', 'Keep-Alive', 'Webhook-Signature'])(
    '%s is reserved and rejected',
    async (name) => {
      const answer = await post(withHeaders({ [name]: 'x' }))
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([`config.headers.${name}`])
    },
  )
})
