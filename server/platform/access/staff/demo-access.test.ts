import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { json } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { seedDemo } from '#server/tools/demo/seed.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { demoStaff } from './demo-staff.ts'
import { welcome } from './welcome.ts'

const password = 'correct horse battery'
let local: TestService
let proxied: TestService

beforeAll(async () => {
  local = await startService({ DEMO: '1' })
  await seedDemo(local.context)
  proxied = await startService({ DEMO: '1', PUBLIC_URL: 'https://bureau.example.com' })
  await seedDemo(proxied.context)
})
afterAll(async () => {
  await local.close()
  await proxied.close()
})

/** Asks over a real socket, with exactly those headers. */
async function ask(target: TestService, path: string, headers: Record<string, string>, body?: object) {
  const request = send(`${await target.listen()}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
  })
  request.end(body && JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (await json(answer)) as Answer,
  }
}

interface Answer {
  readonly data: { readonly demo: object | null }
  readonly error: { readonly code: string }
}

const demoSignIn = { email: demoStaff.email, password: demoStaff.password, remember: false }
const local127 = { host: '127.0.0.1:3000' }

describe('the demo', () => {
  test.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:80', '[::1]:3000'])(
    'is offered to a browser on this machine, at %s',
    async (host) => {
      expect((await ask(local, '/api/x/entrance', { host })).body.data.demo).not.toBeNull()
      expect((await ask(local, '/api/x/sign-in', { host }, demoSignIn)).status).toBe(200)
    },
  )

  test.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 caddy' },
    { 'x-real-ip': '203.0.113.9' },
    { 'cf-connecting-ip': '203.0.113.9' },
    { origin: 'https://bureau.example.com', 'sec-fetch-site': 'same-origin' },
    { referer: 'https://bureau.example.com/sign-in' },
  ])('is neither offered nor accepted through a proxy that sends %j', async (headers) => {
    const through = { ...local127, ...headers }
    const entrance = await ask(local, '/api/x/entrance', through)
    expect(entrance.body.data.demo).toBeNull()
    expect((await ask(local, '/api/x/sign-in', through, demoSignIn)).status).toBe(401)
  })

  test('ends a local demo session that is used through a proxy', async () => {
    const { headers } = await ask(local, '/api/x/sign-in', local127, demoSignIn)
    const cookie = (headers['set-cookie'] ?? []).map((header) => header.split(';', 1)[0]).join('; ')
    expect((await ask(local, '/api/x/session', { ...local127, cookie })).status).toBe(200)
    const through = { ...local127, cookie, 'x-forwarded-for': '203.0.113.9' }
    expect((await ask(local, '/api/x/session', through)).status).toBe(401)
  })

  test('doesn’t exist when PUBLIC_URL isn’t loopback: the start prints the setup link instead', async () => {
    const lines = (await welcome(proxied.context)).join('\n')
    expect(lines).not.toContain(demoStaff.password)
    expect(lines).toContain('https://bureau.example.com/set-up#token=')
    const { body } = await ask(proxied, '/api/x/entrance', local127)
    expect(body.data).toEqual({ demo: null, needs_set_up: true, can_reset_password: false })
    expect((await ask(proxied, '/api/x/sign-in', local127, demoSignIn)).status).toBe(401)
    const people = await proxied.context.store.db.selectFrom('staff').select('id').execute()
    expect(people).toEqual([])
  })
})

describe('a service on loopback', () => {
  test.each([
    'evil.example:3000',
    'evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.4',
    'a b',
    'localhost@evil.example',
  ])('rejects requests for the host %j, which a malicious page may have pointed at it', async (host) => {
    const answer = await ask(local, '/api/x/sign-in', { host, 'sec-fetch-site': 'same-origin' }, demoSignIn)
    expect([answer.status, answer.body.error.code]).toEqual([421, 'MISDIRECTED'])
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect((await ask(local, '/api/v1/webhooks', { host })).body).toEqual({ message: expect.any(String) })
    expect((await ask(local, '/', { host })).status).toBe(421)
    expect((await ask(local, '/healthz', { host })).status).toBe(200)
    expect((await ask(local, '/readyz', { host })).status).toBe(200)
  })

  test.each([
    { host: 'bureau.example.com', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    // As nginx passes requests on when it is told nothing else.
    { host: '127.0.0.1:3000', connection: 'close' },
  ])('works behind a proxy on the same machine, for %j', async (through) => {
    const { staff } = proxied.context
    const email = `owner${through.host.length}@ours.example`
    const { id } = await proxied.account('Ours')
    await staff.addMember(id, await staff.addPerson({ name: 'O', email, password }), 'owner')
    const headers = { ...through, origin: 'https://bureau.example.com' }
    const signedIn = await ask(proxied, '/api/x/sign-in', headers, { email, password, remember: true })
    expect(signedIn.status).toBe(200)
    const cookie = (signedIn.headers['set-cookie'] ?? []).map((header) => header.split(';', 1)[0]).join('; ')
    expect((await ask(proxied, '/api/x/session', { ...headers, cookie })).status).toBe(200)
  })
})
