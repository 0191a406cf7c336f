import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import {
  type OtherService,
  otherKey,
  otherToken,
  sendJson,
  startOtherService,
} from '#server/tools/testing/other-service.ts'
import { runOn } from '#server/tools/testing/process.ts'

let dataDir: string
let store: Store
let other: OtherService

beforeAll(async () => {
  dataDir = await makeMigratedDataDir()
  other = await startOtherService()
  store = await openStore(readConfig(environmentOf(dataDir)))
}, 300_000)
afterAll(async () => {
  await store.close()
  await other.stop()
  await removeDataDir(dataDir)
})

const env = { SERVICE_ALLOW_NETWORKS: '127.0.0.0/8', SECRET_KEY: 'a secret key that is long enough' }
const credentials = `${otherToken}\n${otherKey}\n`

const connect = (args: readonly string[], input = credentials) =>
  runOn(dataDir, 'connect', args, { input, env })
const nowhere = 'http://127.0.0.1:9'
const acme = (environment: string, url = nowhere) => [
  '--account',
  'Acme',
  '--environment',
  environment,
  '--url',
  url,
]

test('the command connects an account to each environment once both credentials have worked', async () => {
  const made = await connect(acme('production', other.url))
  expect([made.stderr, made.code]).toEqual(['', 0])
  expect(JSON.parse(made.stdout)).toMatchObject({
    account: { name: 'Acme' },
    environment: 'production',
    host: new URL(other.url).host,
  })
  expect(other.requests).toEqual(['GET /api/custom-fields', 'GET /api/v1/contacts?per_page=1'])
  const second = await connect(acme('development', `${other.url}/dev`))
  expect(JSON.parse(second.stdout)).toMatchObject({ account: { name: 'Acme (development)' } })
  const { stdout } = await connect(['--list'])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { base_url: string }).base_url),
  ).toEqual([other.url, `${other.url}/dev`])
  for (const secret of [otherToken, otherKey])
    expect(made.stdout + second.stdout + stdout).not.toContain(secret)
  const removed = await connect(['--remove', '--account', 'Acme (development)'])
  expect(removed.code).toBe(0)
  expect((await connect(['--list'])).stdout.trim().split('\n')).toHaveLength(1)
})

test.each([
  ['no key', acme('production'), `${otherToken}\n`, 'Standard input must have two lines'],
  [
    'an unknown environment',
    acme('staging'),
    credentials,
    '--environment must be one of production, development',
  ],
  [
    'an address without encryption',
    acme('production', 'http://a.example'),
    credentials,
    '--url must be the https://',
  ],
  ['no account', ['--environment', 'production'], credentials, '--account NAME is required'],
  [
    'an address where nobody listens',
    acme('production'),
    credentials,
    '--url: the service can’t be reached (connection refused); nothing was changed',
  ],
])('%s is one line', async (_what, args, input, message) => {
  const { stderr, code } = await connect(args, input)
  expect(stderr.split('\n')).toHaveLength(2)
  expect(stderr).toContain(message)
  expect(code).toBe(1)
})

test('a rejected credential is named and never repeated, and nothing is stored', async () => {
  other.answer((request, response) =>
    sendJson({ data: [] }, request.headers.authorization === `Bearer ${otherKey}` ? 200 : 401)(
      request,
      response,
    ),
  )
  const { stderr, code } = await connect(
    ['--account', 'New', '--environment', 'production', '--url', other.url],
    `wrong-secret\n${otherKey}\n`,
  )
  expect([stderr, code]).toEqual(['Token: the service doesn’t accept this token; nothing was changed\n', 1])
  expect(await store.db.selectFrom('accounts').select('id').where('name', '=', 'New').execute()).toEqual([])
})
