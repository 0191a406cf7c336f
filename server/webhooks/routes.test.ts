import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hiddenHeader } from '#contract/webhook-config.ts'
import { createWebhook, listWebhooks, showWebhook } from '#contract/webhooks.ts'
import { Tenant } from '#server/access/tenant.ts'
import { onPostgres } from '#server/testing/data-dir.ts'
import { type TestAccount, type TestService, startService } from '#server/testing/service.ts'

import { openHeaders } from './headers.ts'

let service: TestService
let account: TestAccount

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'https://bureau.example.com' })
  account = await service.account('Ours', { rateLimit: 1_000_000 })
})
afterAll(() => service.close())

const url = 'https://hooks.example.com/in'
const events = ['contact.created']

const ask = (options: InjectOptions, token = account.token) =>
  service.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
const post = (payload: unknown) =>
  ask({ method: 'POST', url: '/api/v1/webhooks', payload: payload as object })
const put = (id: number, payload: unknown) =>
  ask({ method: 'PUT', url: `/api/v1/webhooks/${id}`, payload: payload as object })
const raw = (payload: string) => {
  const headers = { 'content-type': 'application/json' }
  return ask({ method: 'POST', url: '/api/v1/webhooks', payload, headers })
}
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

test.each(['https://receiver/', 'https://hooks.example.com./in', 'https://[2606:4700::1111]:8443/'])(
  'a webhook can have the url %s',
  async (good) => {
    expect((await create({ url: good })).data.url).toBe(good)
  },
)

describe('an invalid body', () => {
  const cases: [why: string, body: unknown, name: string, text: unknown][] = [
    ['no url', { events }, 'url', 'The url is required'],
    [
      'a url of 2,049 characters',
      { url: url.padEnd(2049, 'x'), events },
      'url',
      'The url has at most 2,048 characters',
    ],
    ['http', { url: 'http://hooks.example.com', events }, 'url', 'The url must start with https://'],
    [
      'credentials in the url',
      { url: 'https://a:b@x.example', events },
      'url',
      expect.stringContaining('user name'),
    ],
    ...[
      'https://a..b/',
      'https://.a/',
      'https://a../',
      'https://a%2e%2eb/',
      `https://${'a'.repeat(64)}.com/`,
    ].map((bad): [string, unknown, string, unknown] => [
      `the url ${bad}`,
      { url: bad, events },
      'url',
      'The url isn’t a valid URL',
    ]),
    ['port 0', { url: 'https://x.example:0/', events }, 'url', 'The url must not use port 0'],
    ['a fragment', { url: `${url}#top`, events }, 'url', 'The url must not contain a fragment (#…)'],
    [
      'a space in the url',
      { url: 'https://x.example/a b', events },
      'url',
      expect.stringContaining('spaces'),
    ],
    ['no events', { url }, 'events', 'events must be a list of event names'],
    ['an empty list', { url, events: [] }, 'events', 'Choose at least one event'],
    [
      'an event that is none',
      { url, events: ['a.b', 'Nope'] },
      'events.1',
      expect.stringContaining('lowercase'),
    ],
    ['an unknown config key', { url, events, config: { foo: 1 } }, 'config.foo', 'config.foo is not known'],
    [
      'a timeout of 31',
      { url, events, config: { timeout: 31 } },
      'config.timeout',
      'timeout must be between 1 and 30',
    ],
    ['ten retries', { url, events, config: { max_retries: 10 } }, 'config.max_retries', expect.any(String)],
    [
      'a Host header',
      { url, events, config: { headers: { Host: 'x' } } },
      'config.headers.Host',
      expect.stringContaining('reserved'),
    ],
    [
      'a line break in a header',
      { url, events, config: { headers: { 'X-A': 'a\r\nb: c' } } },
      'config.headers.X-A',
      expect.any(String),
    ],
    ['config that is a list', { url, events, config: [] }, 'config', 'config must be an object, or null'],
    [
      'a condition that is none',
      { url, events, config: { conditions: [1] } },
      'config.conditions.0',
      expect.any(String),
    ],
  ]
  test.each(cases)('with %s names the value by its path', async (_, body, name, text) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[name]).toEqual([text])
    expect(answer.json().message).toEqual(text)
  })

  test('reports every problem at once, and the first one as the message', async () => {
    const answer = await post({ url: 'ftp://x', events: ['A', 'B'], config: { timeout: 0, foo: 1, bar: 2 } })
    const { message, errors } = answer.json()
    expect(Object.keys(errors).toSorted()).toEqual(
      ['config.bar', 'config.foo', 'config.timeout', 'events.0', 'events.1', 'url'].toSorted(),
    )
    expect(message).toBe((Object.values(errors)[0] as string[])[0])
  })

  test.each([
    ['nothing at all', ''],
    ['an empty object', '{}'],
  ])('for %s names url and events', async (_, text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['url', 'events'])
  })

  test('without a content type names url and events', async () => {
    const answer = await ask({ method: 'POST', url: '/api/v1/webhooks' })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['url', 'events'])
  })

  test.each(['null', '[]', '"x"', '5', 'true'])('of %s must be an object', async (text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      message: 'The body must be a JSON object',
      errors: { body: ['The body must be a JSON object'] },
    })
  })

  const deep = (open: string, close: string) => open.repeat(5000) + close.repeat(5000)
  test.each([
    ['broken JSON', '{"url":'],
    ['JSON of 5,000 levels', deep('[', ']')],
    [
      '5,000 levels in config',
      `{"url":"${url}","events":["a.b"],"config":${deep('{"a":', '}').replace('{"a":}', '{}')}}`,
    ],
    ['5,000 levels where nobody looks', `{"url":"${url}","events":["a.b"],"more":${deep('[', ']')}}`],
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['a megabyte of quotes', '"\\'.repeat(500_000)],
    ['keys of the prototype', `{"url":"${url}","events":["a.b"],"__proto__":{"url":1}}`],
    [
      'keys of the prototype, deeper',
      `{"url":"${url}","events":["a.b"],"config":{"headers":{"__proto__":"x"}}}`,
    ],
  ])('for %s is 422 with errors', async (_, text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.body).toEqual([answer.json().message])
  })

  test('has no path levels for brackets inside a string', async () => {
    const answer = await raw(`{"url":"${url}","events":["a.b"],"more":"\\"${'['.repeat(500)}"}`)
    expect(answer.statusCode).toBe(201)
  })

  const json = fc.oneof(
    fc.json(),
    fc
      .record(
        {
          url: fc.oneof(fc.constant(url), fc.webUrl(), fc.string(), fc.jsonValue()),
          events: fc.oneof(fc.constant(events), fc.array(fc.string()), fc.jsonValue()),
          status: fc.oneof(fc.constantFrom('active', 'paused', 'disabled'), fc.jsonValue()),
          config: fc.oneof(
            fc.record(
              { headers: fc.jsonValue(), conditions: fc.jsonValue(), timeout: fc.integer() },
              { requiredKeys: [] },
            ),
            fc.dictionary(fc.string(), fc.jsonValue()),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  )
  test('any JSON is accepted or rejected, and never causes a server error', async () => {
    const { data } = await create()
    const headers = { 'content-type': 'application/json' }
    await fc.assert(
      fc.asyncProperty(json, async (payload) => {
        const made = await raw(payload)
        expect([201, 422]).toContain(made.statusCode)
        const changed = await ask({ method: 'PUT', url: `/api/v1/webhooks/${data.id}`, payload, headers })
        expect([200, 422]).toContain(changed.statusCode)
        for (const { statusCode, body } of [made, changed]) {
          if (statusCode !== 422) continue
          const { message, errors } = JSON.parse(body) as {
            message: string
            errors: Record<string, string[]>
          }
          expect(Object.values(errors).flat()).toContain(message)
        }
      }),
      { numRuns: 150 },
    )
    expect((await ask({ url: `/api/v1/webhooks/${data.id}` })).statusCode).toBe(200)
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

describe('secret headers', () => {
  const secretValue = 'Bearer s3cr3t-value'
  const withHeaders = (headers: Record<string, string>) => ({ url, events, config: { headers } })
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
    const answer = await ask({ method: 'POST', url: '/api/v1/webhooks', payload: withHeaders(headers) })
    return answer.json().data as { id: number; config: { headers: Record<string, string> } }
  }
  const edit = (id: number, headers: Record<string, string>) =>
    ask({ method: 'PUT', url: `/api/v1/webhooks/${id}`, payload: { config: { headers } } })

  test.each(['Authorization', 'cookie', 'X-Api-Key', 'X-Hook-Token'])(
    '%s is stored sealed and never shown again',
    async (name) => {
      const data = await make({ [name]: secretValue, 'X-Team': 'billing' })
      expect(data.config.headers).toEqual({ [name]: hiddenHeader, 'X-Team': 'billing' })
      expect((await show(data.id)).data.config).toEqual({ headers: data.config.headers })
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
      await ask({
        method: 'POST',
        url: '/api/v1/webhooks',
        payload: withHeaders({ Authorization: hiddenHeader }),
      }),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(['config.headers.Authorization'])
    }
  })

  test.each(['Content-Encoding', 'transfer-encoding', 'Keep-Alive', 'Webhook-Signature'])(
    '%s is reserved and rejected',
    async (name) => {
      const answer = await ask({
        method: 'POST',
        url: '/api/v1/webhooks',
        payload: withHeaders({ [name]: 'x' }),
      })
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([`config.headers.${name}`])
    },
  )
})

test('an account has at most a hundred webhooks, even when many are created concurrently', async () => {
  const own = await service.account('Many webhooks', { rateLimit: 10_000 })
  const { store } = service.context
  const tenant = new Tenant(store.db, store.dialect, own.id, 'a test')
  const row = await service.context.store.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  const { id: _id, account_id: _account, ...columns } = row
  await tenant.insert(
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
