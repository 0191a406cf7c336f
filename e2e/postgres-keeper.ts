/**
 * Keeps a PostgreSQL server for as long as its standard input is open: creates a cluster in a temporary folder, starts
 * it, prints its address, and removes everything when the input ends, which it does when the parent dies.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

const readyWithinMs = 60_000
// The data doesn't outlive the run, so nothing has to reach the disk.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
]

const binaries = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'bureau-postgres-'))
let server: ChildProcess | undefined
let isEnding = false

process.stdin.resume().once('close', () => void end(0))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(1))

try {
  process.stdout.write(`${await start()}\n`)
} catch (error) {
  if (!isEnding) process.stderr.write(`${(error as Error).message}\n`)
  await end(1)
}

async function start(): Promise<string> {
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const as = { ...owner, cwd: folder }
  const cluster = ['--pgdata', join(folder, 'data'), '--username', 'postgres', '--auth', 'trust']
  execFileSync(join(binaries, 'initdb'), [...cluster, '--encoding', 'UTF8', '--no-locale', '--no-sync'], {
    ...as,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const port = await freePort()
  const network = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), ...[...settings, ...network].flatMap((setting) => ['-c', setting])],
    // Tests provoke errors, and the server would log each of them.
    { ...as, stdio: 'ignore' },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await ready(url, server)
  return url
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string, user: string) =>
    Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // This machine has no such user.
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither the user postgres nor nobody',
  )
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (child.exitCode === null && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url })
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isReady) return
    await delay(50)
  }
  throw new Error('PostgreSQL did not start')
}

async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  if (server && server.exitCode === null && server.signalCode === null) {
    // An immediate shutdown: whatever is still connected is cut off.
    server.kill('SIGQUIT')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
