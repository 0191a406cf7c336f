import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import { systemActor } from '#server/platform/access/origin.ts'
import {
  type OtherService,
  otherKey,
  otherToken,
  sendJson,
  startOtherService,
} from '#server/tools/testing/other-service.ts'
import { startService } from '#server/tools/testing/service.ts'

import { connectAccount } from './environments.ts'

const service = await startService({ SERVICE_ALLOW_NETWORKS: '127.0.0.0/8' })
afterAll(() => service.close())

let other: OtherService
let account: number
let count = 0
beforeEach(async () => {
  other = await startOtherService()
  count += 1
  account = (await service.account(`Connected ${count}`)).id
  await connect('command')
})
afterEach(() => other.stop())

async function connect(source: 'command' | 'variables') {
  const { store, sealKey } = service.context
  const settings = { environment: 'production', token: otherToken, key: otherKey } as const
  await connectAccount(store, sealKey, account, { ...settings, source, baseUrl: other.url }, systemActor)
}

const path = '/api/x/connection'

test('the settings show where the service is and the end of each credential, and never a credential', async () => {
  const owner = await service.session(account, 'owner')
  const { body } = await service.send('GET', path, owner)
  expect(JSON.parse(body)).toMatchObject({
    data: { environment: 'production', base_url: other.url, token_last_four: '4711', key_last_four: '0815' },
  })
  for (const secret of [otherToken, otherKey]) expect(body).not.toContain(secret)
  expect((await service.send('GET', path, await service.session(account, 'staff'))).statusCode).toBe(403)
})

test('a test asks with both credentials and remembers what it found', async () => {
  const admin = await service.session(account, 'admin')
  const works = await service.send('POST', `${path}/test`, admin)
  expect(works.json()).toMatchObject({ problem: null, data: { last_error: null } })
  expect(other.headers.map(({ authorization }) => authorization)).toEqual([
    `Bearer ${otherKey}`,
    `Bearer ${otherToken}`,
  ])
  other.answer(sendJson({}, 401))
  const fails = await service.send('POST', `${path}/test`, admin)
  const problem = 'the service doesn’t accept this key'
  expect(fails.json()).toMatchObject({ problem, data: { last_error: problem } })
})

test('an owner replaces the credentials once they work, and the next request uses them', async () => {
  const owner = await service.session(account, 'owner')
  const replacement = { token: 'a-new-token-of-it', key: 'a-new-key-of-it' }
  const put = (as: Record<string, string>) => service.send('PUT', `${path}/credentials`, as, replacement)
  expect((await put(await service.session(account, 'admin'))).statusCode).toBe(403)

  other.answer(sendJson({}, 401))
  const rejected = await put(owner)
  expect(rejected.statusCode).toBe(422)
  expect(rejected.json()).toMatchObject({
    error: { details: { key: 'The service doesn’t accept this key' } },
  })

  other.answer(sendJson({ data: [] }))
  expect((await put(owner)).json()).toMatchObject({ data: { key_last_four: 'f-it', source: 'dashboard' } })
  await fetch(`${await service.listen()}/api/custom-fields`, { headers: owner })
  expect(other.headers.at(-1)?.authorization).toBe(`Bearer ${replacement.key}`)
  const log = await service.send('GET', '/api/x/audit-log', owner)
  expect(log.body).toContain('connection.changed')
  expect(log.body).not.toContain('a-new-')
})

test('what variables have set isn’t changed here', async () => {
  await connect('variables')
  const owner = await service.session(account, 'owner')
  const body = { token: 'a-new-token-of-it', key: 'a-new-key-of-it' }
  expect((await service.send('PUT', `${path}/credentials`, owner, body)).statusCode).toBe(409)
})
