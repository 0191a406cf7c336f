import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { type ServiceProcess, credentialsOn, runOn, startProcess } from '#server/tools/testing/process.ts'

import { openStore } from './open-store.ts'

// The first start may have to build the dashboard.
const withinMs = 150_000
let dataDir: string
const running: ServiceProcess[] = []

beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')))
  await removeDataDir(dataDir)
})

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess(dataDir, env)
  running.push(service)
  return service
}

/** The one line with which a start refuses; fails where it says more, or starts. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  const started = await startProcess(dataDir, env).catch((error: Error) => error)
  if (!(started instanceof Error)) {
    await started.end('SIGKILL')
    throw new Error('It started')
  }
  const [, ...lines] = started.message.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('Building the dashboard'))).toHaveLength(1)
  return lines.at(-1) ?? ''
}

test.skipIf(onPostgres)(
  'a second service on one SQLite folder exits with a one-line error; commands still work, and a kill frees the folder',
  async () => {
    const first = await start()
    expect(await refusal()).toContain(`Another service is already running on ${dataDir}.`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect((await credentialsOn(dataDir)).key).toMatch(/^bk_/)
    expect((await runOn(dataDir, 'demo', ['--account', 'Ours', '--customers', '2'])).code).toBe(0)

    await first.end('SIGKILL')
    const next = await start()
    expect(await next.end()).toBe(0)
    await start()
  },
  withinMs,
)

test(
  'a different SECRET_KEY aborts startup with a one-line error',
  async () => {
    await (await start()).end()
    expect(await refusal({ SECRET_KEY: 'a key that is not the one in the folder' })).toMatch(
      /^Bureau failed to start: SECRET_KEY isn't the key/,
    )
    await start()
  },
  withinMs,
)

test(
  'a database from a newer version aborts startup and commands with a one-line error',
  async () => {
    const store = await openStore(readConfig(environmentOf(dataDir)))
    await store.db
      .insertInto('kysely_migration' as 'settings')
      .values({ name: '9999-later', timestamp: new Date().toISOString() } as unknown as {
        name: string
        value: string
      })
      .execute()
    await store.close()
    expect(await refusal()).toMatch(/changed by another version of Bureau: it has the migration 9999-later/)
    const { code, stdout, stderr } = await runOn(dataDir, 'credentials', ['--account', 'Ours'])
    expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
  },
  withinMs,
)

test.skipIf(onPostgres)(
  'the database is readable only by its owner, even in a folder others can read',
  async () => {
    const open = await mkdtemp(join(tmpdir(), 'bureau-test-'))
    await writeFile(join(open, 'bureau.sqlite'), '', { mode: 0o644 })
    const store = await openStore({ dataDir: open, databaseUrl: undefined })
    const names = (await readdir(open)).filter((name) => name.startsWith('bureau.sqlite'))
    const modes = await Promise.all(names.map(async (name) => (await stat(join(open, name))).mode & 0o777))
    expect(names).toContain('bureau.sqlite-wal')
    expect(modes).toEqual(names.map(() => 0o600))
    await store.close()
    await rm(open, { recursive: true })
  },
)

test.skipIf(process.platform === 'win32')(
  'SIGTERM to npm alone stops the service that npm start runs, and it closes its data',
  async () => {
    await (await start()).end()
    const port = await freePort()
    const npm = npmStart(port)
    const url = `http://127.0.0.1:${port}/readyz`
    while ((await fetch(url).catch(() => undefined))?.status !== 200) {
      expect(npm.exitCode).toBe(null)
      await wait(50)
    }
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    while (await accepts(port)) await wait(50)
    expect(await accepts(port)).toBe(false)
    // A database that was closed has no log left, and its folder can be used again.
    if (!onPostgres) while ((await readdir(dataDir)).includes('bureau.sqlite-wal')) await wait(50)
    await start()
  },
  withinMs,
)

test.skipIf(process.platform === 'win32' || onPostgres)(
  'SIGTERM to npm in the middle of a start stops that too, and leaves the folder free',
  async () => {
    const npm = npmStart(await freePort())
    while (!(await readdir(dataDir)).includes('bureau.sqlite')) {
      expect(npm.exitCode).toBe(null)
      await wait(5)
    }
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await vi.waitFor(start, { timeout: 20_000, interval: 100 })
  },
  withinMs,
)

function npmStart(port: number): ChildProcess {
  return spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, DEMO: '0', HOST: '127.0.0.1', ...environmentOf(dataDir), PORT: String(port) },
    stdio: 'ignore',
  })
}

/** Returns a port that nothing listens on; one chosen at random may be taken. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
