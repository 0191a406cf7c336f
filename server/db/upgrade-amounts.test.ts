import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/testing/data-dir.ts'
import { readState } from '#server/testing/stored-state.ts'
import { restoreStored, storedAnswers } from '#server/testing/stored.ts'

interface Answers {
  readonly credentials: Record<'sqlite' | 'postgres', { key: string; portal: string }>
  readonly state: Readonly<Record<string, unknown>>
  readonly csv: string
}

const answers = await storedAnswers<Answers>('0060')
const { key, portal } = answers.credentials[onPostgres ? 'postgres' : 'sqlite']
let dataDir: string
let context: Context
let app: FastifyInstance

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-10T12:00:00Z') })
  dataDir = await makeDataDir()
  await restoreStored('0060', dataDir)
  context = await createContext(
    readConfig({
      ...environmentOf(dataDir),
      SECRET_KEY: 'the-secret-key-of-the-stored-databases',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  )
  app = await buildApp(context)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await context.dispatcher.stop()
  await context.pdfs.stop()
  await context.store.close()
  await removeDataDir(dataDir)
})

const ask = async (url: string, headers: Record<string, string> = { authorization: `Bearer ${key}` }) => {
  const response = await app.inject({ url, headers })
  expect([url, response.statusCode]).toEqual([url, 200])
  return response
}
const get = async (url: string, headers?: Record<string, string>) => (await ask(url, headers)).json()

test('after the upgrade, everything that is billed has the amounts, sums and statuses it had', async () => {
  const state = await readState(get)
  expect(Object.keys(state)).toEqual(Object.keys(answers.state))
  // One by one, so that a difference is short.
  for (const [url, before] of Object.entries(answers.state)) expect([url, state[url]]).toEqual([url, before])
})

test('after the upgrade, the CSV file of all invoices has the same amounts', async () => {
  // As numbers: how many zeros follow is no difference.
  const cellsOf = (csv: string) =>
    csv
      .split('\r\n')
      .map((row) => row.split(',').map((cell) => (/^[0-9.]+$/.test(cell) ? Number(cell) : cell)))
  expect(cellsOf((await ask('/api/x/invoices.csv')).body)).toEqual(cellsOf(answers.csv))
})

test('after the upgrade, a customer is still signed in to the portal and sees the same amounts', async () => {
  const headers = { cookie: portal, 'sec-fetch-site': 'same-origin' }
  const { data } = await get('/api/x/portal/invoices?limit=100', headers)
  const invoices = answers.state['invoices?limit=100&sort=id'] as { id: number; total_amount: number }[]
  const before = new Map(invoices.map(({ id, total_amount }) => [id, total_amount]))
  const shown = (data as { id: number; total_amount: number }[]).filter(({ id }) => before.has(id))
  expect(shown.length).toBeGreaterThan(20)
  for (const { id, total_amount } of shown) expect([id, total_amount]).toEqual([id, before.get(id)])
})
