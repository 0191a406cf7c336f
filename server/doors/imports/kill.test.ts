import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import type { Import } from '#contract/imports.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { ServiceProcess, credentialsOn } from '#server/tools/testing/process.ts'
import { runs } from '#server/tools/testing/runs.ts'

const rows = 2_000
const kills = runs(2, 4)

const dataDir = await makeMigratedDataDir()
const service = new ServiceProcess(dataDir)
afterAll(async () => {
  await service.end('SIGKILL')
  await removeDataDir(dataDir)
})

test('kills during the check and the import lose no row and import none twice', async () => {
  await service.start()
  const { key } = await credentialsOn(dataDir, '--rate-limit', '1000000')
  const ask = async (path: string, init: RequestInit = {}): Promise<Import> => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers }
    const answer = await fetch(`${service.url}/api/x/customer-imports${path}`, { ...init, headers })
    expect([200, 201]).toContain(answer.status)
    return ((await answer.json()) as { data: Import }).data
  }
  const post = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const until = async (id: number, isThere: (one: Import) => boolean) => {
    for (;;) {
      const one = await ask(`/${id}`)
      if (isThere(one)) return one
      await delay(5)
    }
  }
  const form = new FormData()
  const lines = Array.from({ length: rows }, (_, index) =>
    // Every hundredth repeats the one before.
    [
      `n${index % 100 === 99 ? index - 1 : index}@example.com`,
      'Ada',
      `Lovelace ${index}`,
      '1',
      'Engines',
    ].join(','),
  )
  const text = ['email,name,last_name,phone,company_name', ...lines].join('\n')
  form.append('file', new File([text], 'ours.csv'))
  const { id, columns } = await ask('', { method: 'POST', body: form })

  await post(`/${id}/check`, { columns: columns.map(({ field }) => field), existing: 'update' })
  await service.end('SIGKILL')
  await service.start()
  const { plan } = await until(id, ({ state }) => state === 'checked')
  expect(plan).toEqual({ created: rows * 0.99, updated: 0, skipped: 0, failed: rows / 100 })

  await post(`/${id}/start`, { checks: 1 })
  for (let kill = 1; kill <= kills; kill += 1) {
    await until(
      id,
      ({ state, result }) => state === 'completed' || result.created >= (kill * rows) / (kills + 2),
    )
    await service.end('SIGKILL')
    await service.start()
  }
  const { result } = await until(id, ({ state }) => state === 'completed')
  expect(result).toEqual(plan)
  await service.end()

  const store = await openStore(readConfig({ ...environmentOf(dataDir), DEMO: '0' }))
  try {
    const { db } = store
    const customers = await db.selectFrom('customers').select(['id', 'email']).execute()
    expect(customers).toHaveLength(rows * 0.99)
    expect(new Set(customers.map(({ email }) => email)).size).toBe(rows * 0.99)
    const contacts = await db.selectFrom('contacts').select('customer_id').execute()
    expect(new Set(contacts.map(({ customer_id }) => customer_id)).size).toBe(rows * 0.99)
    expect(contacts).toHaveLength(rows * 0.99)
    const events = await db.selectFrom('event_log').select('type').execute()
    expect(events).toHaveLength(2 * rows * 0.99)
    expect(await db.selectFrom('import_results').select('row').execute()).toHaveLength(rows)
    expect(await db.selectFrom('import_batches').select('id').execute()).toEqual([])
  } finally {
    await store.close()
  }
}, 300_000)
