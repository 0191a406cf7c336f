import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { findPostgres } from './postgres.ts'

const folder = findPostgres()

test.runIf(folder)('the throwaway PostgreSQL is removed even if the test run is killed', async () => {
  const module = join(import.meta.dirname, 'postgres.ts')
  const run = `const { startPostgres } = await import(${JSON.stringify(module)})
    console.log((await startPostgres(${JSON.stringify(folder)})).url)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', run])
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const url = String(printed).trim()
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  expect(rows[0]?.data_directory).toContain('bureau-postgres-')

  child.kill('SIGKILL')
  await vi.waitFor(
    () => {
      expect(existsSync(rows[0]?.data_directory ?? '')).toBe(false)
    },
    { timeout: 20_000 },
  )
})
