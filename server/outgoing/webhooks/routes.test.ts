import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'

import { createWebhook, listWebhooks, showWebhook } from '#contract/webhooks/webhooks.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

const { service, account } = await startWithAccount({
  env: { PUBLIC_URL: 'https://bureau.example.com' },
  rateLimit: 1_000_000,
})

const url = 'https://hooks.example.com/in'
const events = ['contact.created']

const ask = (options: InjectOptions, token = account.token) =>
  service.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
const post = (payload: unknown) =>
  ask({ method: 'POST', url: '/api/v1/webhooks', payload: payload as object })
const put = (id: number, payload: unknown) =>
  ask({ method: 'PUT', url: `/api/v1/webhooks/${id}`, payload: payload as object })
const show = async (id: number) =>
  showWebhook.response.parse((await ask({ url: `/api/v1/webhooks/${id}` })).json())
const create = async (more: object = {}) =>
  createWebhook.response.parse((await post({ url, events, ...more })).json())
const setRow = (id: number, values: object) =>
  service.context.store.db.updateTable('webhooks').set(values).where('id', '=', id).execute()
const readRow = (id: number) =>
  service.context.store.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a new webhook', () => {
  test('is active, has no failures and comes with its secret', async () => {
    const { data, secret } = await create()
    expect(data).toMatchObject({ url, events, config: null, status: 'active', failure_count: 0 })
    expect(data).toMatchObject({ last_delivery_at: null, disabled_at: null })
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  })

  test('never shows its secret again, and stores it nowhere in the clear', async () => {
    const { data, secret } = await create()
    const answers = [
      await ask({ url: `/api/v1/webhooks/${data.id}` }),
      await ask({ url: '/api/v1/webhooks?per_page=100' }),
      await put(data.id, { status: 'paused' }),
      await ask({ url: `/api/x/webhooks/${data.id}` }, account.key),
    ]
    const row = JSON.stringify(await readRow(data.id))
    for (const text of [...answers.map(({ body }) => body), row]) {
      expect(text).not.toContain(secret.slice(6, 20))
      expect(text).not.toContain('whsec_')
    }
    const fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 8)
    expect(answers[3]?.json().data.secret_fingerprint).toBe(fingerprint)
  })

  test('leaves neither its secret nor the token in any file of the data folder', async ({ skip }) => {
    skip(onPostgres, 'PostgreSQL keeps its files elsewhere')
    const { secret } = await create()
    const bytes = Buffer.from(secret.slice(6), 'base64')
    const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      const content = await readFile(join(file.parentPath, file.name))
      for (const trace of [secret.slice(6), account.token, bytes]) expect(content.includes(trace)).toBe(false)
    }
    expect(files.some(({ name }) => name.endsWith('-wal'))).toBe(true)
  })

  test('has each event once, in the order given', async () => {
    const { data } = await create({ events: ['b.b', 'a.a', 'b.b', 'a.a', 'c.c'] })
    expect(data.events).toEqual(['b.b', 'a.a', 'c.c'])
  })

  test('stores its config as sent', async () => {
    const config = {
      method: 'PUT',
      headers: { 'X-Team': 'billing' },
      payload_format: 'form',
      conditions: [{ field: 'data.email', operator: 'contains', value: '@' }],
      timeout: 30,
      max_retries: 0,
    }
    const { data } = await create({ config })
    expect(data.config).toEqual(config)
    expect((await show(data.id)).data.config).toEqual(config)
  })

  test.each([
    ['one letter short of the limit', 2047],
    ['the longest', 2048],
  ])('can have a url of %s', async (_, length) => {
    const long = `${url}/`.padEnd(length, 'x')
    expect((await create({ url: long })).data.url).toBe(long)
  })
})

describe('changing a webhook', () => {
  test('changes only the fields that are sent', async () => {
    const { data } = await create({ config: { timeout: 5 } })
    const answer = await put(data.id, { url: 'https://other.example.com/' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      ...data,
      url: 'https://other.example.com/',
      updated_at: expect.any(String),
    })
    expect((await show(data.id)).data).toEqual(answer.json().data)
  })

  test('replaces config as a whole, and null clears it', async () => {
    const { data } = await create({ config: { timeout: 5, max_retries: 2 } })
    expect((await put(data.id, { config: { max_retries: 3 } })).json().data.config).toEqual({
      max_retries: 3,
    })
    expect((await put(data.id, {})).json().data.config).toEqual({ max_retries: 3 })
    expect((await put(data.id, { config: null })).json().data.config).toBeNull()
  })

  test('pauses and resumes it', async () => {
    const { data } = await create()
    expect((await put(data.id, { status: 'paused' })).json().data.status).toBe('paused')
    expect((await put(data.id, { status: 'active' })).json().data.status).toBe('active')
  })

  test.each(['active', 'paused'])('to %s clears the disabled state and the failure count', async (status) => {
    const { data } = await create()
    const time = '2026-01-01T00:00:00.000000Z'
    await setRow(data.id, { status: 'disabled', failure_count: 9, failing_since: time, disabled_at: time })
    expect((await show(data.id)).data).toMatchObject({
      status: 'disabled',
      failure_count: 9,
      disabled_at: time,
    })
    expect((await put(data.id, { status })).json().data).toMatchObject({
      status,
      failure_count: 0,
      disabled_at: null,
    })
    expect((await readRow(data.id)).failing_since).toBeNull()
  })

  test('doesn’t count paused time as failing', async () => {
    const { data } = await create()
    await setRow(data.id, { failure_count: 2, failing_since: '2026-01-01T00:00:00.000000Z' })
    await put(data.id, { status: 'active' })
    expect((await readRow(data.id)).failing_since).not.toBeNull()
    await put(data.id, { status: 'paused' })
    await put(data.id, { status: 'active' })
    expect(await readRow(data.id)).toMatchObject({ failure_count: 2, failing_since: null })
  })

  test('accepts a webhook as it was read, and ignores fields that aren’t settings', async () => {
    const { data } = await create()
    const answer = await put(data.id, { ...data, id: 99, failure_count: 77, created_at: 'never' })
    expect(answer.json().data).toEqual({ ...data, updated_at: expect.any(String) })
  })

  test('keeps updated_at when nothing changes', async () => {
    const { data } = await create()
    await setRow(data.id, { updated_at: '2026-01-01T00:00:00.000000Z' })
    expect((await put(data.id, {})).json().data.updated_at).toBe('2026-01-01T00:00:00.000000Z')
    expect((await put(data.id, { url: data.url })).json().data.updated_at).not.toBe(
      '2026-01-01T00:00:00.000000Z',
    )
  })

  test.each([{ status: 'disabled' }, { status: null }, { url: null }, { events: [] }])(
    'rejects %j',
    async (body) => {
      const { data } = await create()
      const answer = await put(data.id, body)
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(Object.keys(body))
    },
  )
})

test('deleting a webhook removes everything queued for it', async () => {
  const { data } = await create()
  await ask(
    { method: 'POST', url: `/api/x/webhooks/${data.id}/test`, payload: { event: 'a.b' } },
    account.key,
  )
  const answer = await ask({
    method: 'DELETE',
    url: `/api/v1/webhooks/${data.id}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(204)
  expect(answer.body).toBe('')
  expect((await ask({ url: `/api/v1/webhooks/${data.id}` })).statusCode).toBe(404)
  expect((await ask({ method: 'DELETE', url: `/api/v1/webhooks/${data.id}` })).statusCode).toBe(404)
  const left = service.context.store.db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', data.id)
  expect(await left.execute()).toEqual([])
})

test('a webhook comes with its ten newest deliveries', async () => {
  const { data } = await create()
  for (let at = 0; at < 12; at += 1) {
    await ask(
      { method: 'POST', url: `/api/x/webhooks/${data.id}/test`, payload: { event: `a.b${at}` } },
      account.key,
    )
  }
  const { deliveries = [] } = await show(data.id)
  expect(deliveries.map(({ event }) => event)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `a.b${at}`),
  )
})

describe('the list of webhooks', () => {
  test('is newest first and has the envelope of V1', async () => {
    const own = await service.account('Listed', { rateLimit: 1000 })
    for (const path of ['a', 'b', 'c']) {
      await ask(
        { method: 'POST', url: '/api/v1/webhooks', payload: { url: `${url}/${path}`, events } },
        own.token,
      )
    }
    const answer = await ask(
      { url: '/api/v1/webhooks?per_page=2&page=2', headers: { host: 'localhost:1' } },
      own.token,
    )
    const { data, meta, links } = listWebhooks.response.parse(answer.json())
    expect(data.map((webhook) => webhook.url)).toEqual([`${url}/a`])
    expect(meta).toEqual({ current_page: 2, last_page: 2, per_page: 2, total: 3 })
    expect(links).toEqual({
      first: 'https://bureau.example.com/api/v1/webhooks?per_page=2&page=1',
      last: 'https://bureau.example.com/api/v1/webhooks?per_page=2&page=2',
      prev: 'https://bureau.example.com/api/v1/webhooks?per_page=2&page=1',
      next: null,
    })
  })
})

test('an account has at most a hundred webhooks, even when many are created concurrently', async () => {
  const own = await service.account('Many webhooks', { rateLimit: 10_000 })
  const row = await service.context.store.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  const { id: _id, account_id: _account, ...columns } = row
  await own.tenant.insert(
    'webhooks',
    Array.from({ length: 97 }, () => columns),
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      ask({ method: 'POST', url: '/api/v1/webhooks', payload: { url, events } }, own.token),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 422, 422, 422])
  const refused = answers.find(({ statusCode }) => statusCode === 422)
  expect(refused?.json()).toEqual({
    message: 'An account has at most 100 webhooks. Delete one to add another',
    errors: { url: ['An account has at most 100 webhooks. Delete one to add another'] },
  })
})
