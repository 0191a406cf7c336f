import { readdir, stat, utimes } from 'node:fs/promises'
import { type ClientRequest, request as openRequest } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { type ServiceProcess, credentialsOn, startProcess } from '#server/tools/testing/process.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { openStore } from './open-store.ts'

// The first start may have to build the dashboard.
const withinMs = 150_000
let dataDir: string
let key: string
const running: ServiceProcess[] = []

beforeEach(async () => {
  dataDir = await makeDataDir()
}, withinMs)
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')))
  await removeDataDir(dataDir)
})

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess(dataDir, env)
  running.push(service)
  key = (await credentialsOn(dataDir)).key
  return service
}

/** A customer under way: its head is sent, its body not yet. */
async function post({ url }: ServiceProcess, email: string) {
  const { contentType, payload } = await encodeForm(await customerParts(email))
  const request = openRequest(`${url}/api/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': contentType,
      'content-length': payload.length,
    },
  })
  return { request, payload, answer: answerTo(request) }
}

function answerTo(request: ClientRequest): Promise<{ status: number | undefined; body: Created }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: Created }>()
  request.once('error', reject)
  request.once('response', (response) => {
    json(response).then((body) => resolve({ status: response.statusCode, body: body as Created }), reject)
  })
  return promise
}

interface Created {
  readonly data: { readonly id: number; readonly email: string; readonly profile_photo_path: string }
}

async function create(service: ServiceProcess, email: string): Promise<Created['data']> {
  const { request, payload, answer } = await post(service, email)
  request.end(payload)
  const { status, body } = await answer
  expect(status).toBe(201)
  return body.data
}

const emails = async ({ url }: ServiceProcess): Promise<string[]> => {
  const answer = await fetch(`${url}/api/customers`, { headers: { authorization: `Bearer ${key}` } })
  return ((await answer.json()) as { data: { email: string }[] }).data.map(({ email }) => email)
}
const tempFiles = () => readdir(join(dataDir, 'tmp'))

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}

test(
  'a customer whose 201 was received survives a kill at that moment, including the photo',
  async () => {
    const first = await start()
    // Another upload is half-way at that moment.
    const cut = await post(first, 'cut@example.com')
    cut.answer.catch(() => undefined)
    cut.request.write(cut.payload.subarray(0, cut.payload.length - 60))
    await until(async () => (await tempFiles()).length > 0)

    const { id, profile_photo_path } = await create(first, 'kept@example.com')
    await first.end('SIGKILL')
    const left = await tempFiles()
    expect(left).toHaveLength(1)
    for (const name of left) await utimes(join(dataDir, 'tmp', name), new Date(0), new Date(0))

    const second = await start()
    const headers = { authorization: `Bearer ${key}` }
    const shown = await fetch(`${second.url}/api/customers/${id}`, { headers })
    expect(((await shown.json()) as Created).data.email).toBe('kept@example.com')
    const photo = await fetch(second.url + new URL(profile_photo_path).pathname)
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await emails(second)).toEqual(['kept@example.com'])
    expect(await tempFiles()).toEqual([])
  },
  withinMs,
)

test(
  'a request in flight at SIGTERM, even a repeated one, is completed before the process exits with 0',
  async () => {
    const service = await start()
    const { request, payload, answer } = await post(service, 'late@example.com')
    request.write(payload.subarray(0, 300))
    await until(async () => (await fetch(`${service.url}/healthz`)).ok)
    const ended = service.end('SIGTERM')
    await wait(150)
    process.kill(service.pid, 'SIGINT')
    process.kill(service.pid, 'SIGTERM')
    await wait(150)
    request.end(payload.subarray(300))
    expect((await answer).status).toBe(201)
    expect(await ended).toBe(0)

    const again = await start()
    expect(await emails(again)).toEqual(['late@example.com'])
  },
  withinMs,
)

test(
  'startup uses no deprecated API and creates a secret only its owner can read',
  async () => {
    const service = await start({ NODE_OPTIONS: '--trace-deprecation' })
    await service.end()
    expect(service.output()).not.toMatch(/deprecat|warning/i)
    expect(((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toString(8)).toBe('600')
  },
  withinMs,
)

describe.runIf(onPostgres)('two processes on one PostgreSQL database and data folder', () => {
  test(
    'serve the same customers and lose none',
    async () => {
      const [one, two] = [await start(), await start()]
      const expected: string[] = []
      await Promise.all(
        [one, two].map(async (service, index) => {
          for (let count = 0; count < 10; count += 1) {
            const email = `p${index}c${count}@example.com`
            expected.push(email)
            await create(service, email)
          }
        }),
      )
      expect((await emails(one)).toSorted()).toEqual(expected.toSorted())
      await one.end('SIGKILL')
      expect((await emails(two)).toSorted()).toEqual(expected.toSorted())
      expect(await two.end()).toBe(0)
    },
    withinMs,
  )

  test(
    'can start for the first time together',
    async () => {
      const started = await Promise.all([1, 2].map(() => startProcess(dataDir, { DEMO: '1' })))
      running.push(...started)
      const { db, close } = await openStore(readConfig(environmentOf(dataDir)))
      const accounts = await db.selectFrom('accounts').select('name').orderBy('name').execute()
      expect(accounts).toEqual([{ name: 'Finch Print Shop' }, { name: 'Harbor & Finch Studio' }])
      const first = db.selectFrom('accounts').select((eb) => eb.fn.min('id').as('id'))
      const customers = await db
        .selectFrom('customers')
        .select((eb) => [eb.fn.countAll().as('total'), eb.fn.count('email').distinct().as('emails')])
        .where('account_id', '=', first)
        .executeTakeFirst()
      expect(customers?.total).toBe(customers?.emails)
      const webhooks = await db.selectFrom('webhooks').select('url').execute()
      expect(webhooks).toHaveLength(new Set(webhooks.map(({ url }) => url)).size)
      await close()
    },
    withinMs,
  )
})
