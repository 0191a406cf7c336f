import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'

import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '#contract/values/durations.ts'
import { writeSetting } from '#server/platform/db/settings.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import { type TestService, customerParts, encodeForm, startService } from '#server/tools/testing/service.ts'

import { FileHousekeeping } from './housekeeping.ts'

let service: TestService
let log: Record<string, unknown>[]

beforeEach(async () => {
  service = await startService()
  log = []
})
afterEach(() => service.close())

const housekeeping = (startedMs: number) => {
  const { store, files } = service.context
  const lines = pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) })
  return new FileHousekeeping({ store, files, log: lines }, startedMs)
}
const keepAged = async (text: string, atMs = 0) => {
  const { files } = service.context
  const path = storedPath(service.dataDir, await files.commitBytes(Buffer.from(text)))
  await utimes(path, new Date(atMs), new Date(atMs))
  return path
}

async function createCustomer() {
  const { contentType, payload } = await encodeForm(await customerParts())
  const { key } = await service.account('Ours')
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
    payload,
  })
  expect(answer.statusCode).toBe(201)
  const { token } = await service.context.store.db
    .selectFrom('files')
    .select('token')
    .executeTakeFirstOrThrow()
  const path = storedPath(service.dataDir, token)
  await utimes(path, new Date(0), new Date(0))
  return path
}

test('an hour after startup, old files without a customer move to the trash, and the log says how many', async () => {
  const photo = await createCustomer()
  const orphan = await keepAged('left by a kill before the commit')
  const startedMs = Date.now()
  const keeper = housekeeping(startedMs)
  await keeper.run(startedMs + minuteMs)
  expect([photo, orphan].map((path) => existsSync(path))).toEqual([true, true])
  expect(log).toEqual([])

  await keeper.run(startedMs + hourMs)
  expect([photo, orphan].map((path) => existsSync(path))).toEqual([true, false])
  expect(log).toMatchObject([{ trashed: 1, refused: 0, msg: 'files swept' }])
  await keeper.run(startedMs + 120 * minuteMs)
  expect(log).toHaveLength(1)
})

test('if most files have no row, none is touched, and the log says so', async () => {
  const paths = await Promise.all(Array.from({ length: 12 }, (_, index) => keepAged(`file ${index}`)))
  const startedMs = Date.now()
  await housekeeping(startedMs).run(startedMs + hourMs)
  expect(paths.every((path) => existsSync(path))).toBe(true)
  expect(log).toMatchObject([{ trashed: 0, refused: 12, level: 50 }])
})

test('a database restored from a backup leaves newer files alone', async () => {
  const startedMs = Date.now()
  const backupMs = startedMs - dayMs
  await writeSetting(service.context.store.db, 'files_seen_at', new Date(backupMs).toISOString())
  const later = await keepAged('kept after the backup', startedMs - 5 * hourMs)

  await housekeeping(startedMs).run(startedMs + minuteMs)
  expect(log).toMatchObject([{ files: 1, level: 40 }])
  // Also by the services that come after.
  const nextMs = startedMs + 10 * minuteMs
  await housekeeping(nextMs).run(nextMs + hourMs)
  expect(existsSync(later)).toBe(true)
})

test('leftovers of a killed service are swept after a long standstill', async () => {
  const startedMs = Date.now()
  const killedMs = startedMs - dayMs
  await writeSetting(service.context.store.db, 'files_seen_at', new Date(killedMs).toISOString())
  const orphan = await keepAged('left by the kill', killedMs + minuteMs / 2)
  await housekeeping(startedMs).run(startedMs + hourMs)
  expect(existsSync(orphan)).toBe(false)
  expect(log).toMatchObject([{ trashed: 1 }])
})
