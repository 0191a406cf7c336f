import { expect, test } from 'vitest'

import { documentedResponses } from '#server/tools/testing/documented.ts'
import { startOffice } from '#server/tools/testing/office.ts'

const { service, account, viewer } = await startOffice()
const { app } = service

const api = '/api/openapi.json'
const extensions = '/api/x/openapi.json'

test('anybody can read the document of Surfaces V1 and B, which names the address of the service', async () => {
  const answer = await app.inject(api)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: service.context.publicUrl() }] })
})

test('the document of Surface X is for people who are signed in, whatever their role, and for keys', async () => {
  expect((await app.inject(extensions)).statusCode).toBe(401)
  const key = { authorization: `Bearer ${account.key}` }
  const token = { authorization: `Bearer ${account.token}` }
  expect((await app.inject({ url: extensions, headers: token })).statusCode).toBe(401)
  for (const headers of [viewer, key]) {
    const answer = await app.inject({ url: extensions, headers })
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json().paths)).toContain('/api/x/overview')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  }
})

test.each([
  [api, {}],
  [extensions, viewer],
])('%s isn’t sent again to who has it', async (url, headers) => {
  const first = await app.inject({ url, headers })
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  const again = await app.inject({ url, headers: { ...headers, 'if-none-match': `"other", ${etag}` } })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const changed = await app.inject({ url, headers: { ...headers, 'if-none-match': '"other"' } })
  expect(changed.body).toBe(first.body)
})

test('a response that differs from its description fails the test that receives it', async () => {
  const check = await documentedResponses()
  const url = '/api/custom-fields?page=1'
  const response = await app.inject({ url, headers: { authorization: `Bearer ${account.key}` } })
  const { headers } = response
  const received = (change: Partial<typeof response>) => () =>
    check({
      method: 'GET',
      url,
      headers: {},
      response: { statusCode: 200, headers, body: response.body, ...change },
    })
  expect(received({})).not.toThrow()
  expect(received({ body: '{"data":[],"more":true}' })).toThrow('must NOT have additional properties')
  expect(received({ body: '{"data":[{"id":"1"}]}' })).toThrow(
    'GET /api/custom-fields 200 isn’t as documented: /data/0',
  )
  expect(received({ statusCode: 202 })).toThrow('the status isn’t listed')
  expect(received({ headers: { ...headers, 'x-ratelimit-limit': undefined } })).toThrow(
    'X-RateLimit-Limit is missing',
  )
  expect(received({ headers: { ...headers, etag: '"1"' } })).toThrow('ETag isn’t listed')
  expect(received({ headers: { ...headers, 'content-type': 'text/html' } })).toThrow('text/html isn’t listed')
  expect(received({ statusCode: 428, body: '{}' })).toThrow('If-Match isn’t listed')
})
