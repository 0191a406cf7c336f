import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { environmentOf, makeDataDir, removeDataDir } from '../server/testing/data-dir.ts'

/** The real service on a port of its own, with a data folder and, on PostgreSQL, a database of its own. */
export interface Service {
  /** Origin, without a closing slash. */
  readonly url: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Ends it without warning, as `kill -9` does. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same port and data. */
  readonly start: () => Promise<void>
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

const root = join(import.meta.dirname, '..')
// The first start may have to build the dashboard.
const readyWithinMs = 120_000

/** Starts the service and waits until it is ready. `env` comes on top of a quiet start with demo data. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const dataDir = await makeDataDir('bureau-e2e-')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const launch = () => {
    const launched = spawn(process.execPath, [join(root, 'server/main.ts')], {
      cwd: root,
      env: {
        ...process.env,
        DEMO: '1',
        LOG_LEVEL: 'error',
        ...env,
        ...environmentOf(dataDir),
        PORT: port,
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [launched.stdout, launched.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return launched
  }
  let child = launch()
  const stop = async () => {
    await end(child, 'SIGTERM')
    await removeDataDir(dataDir)
  }
  try {
    await ready(url, child)
  } catch (error) {
    await stop()
    throw new Error(`The service did not start:\n${output}`, { cause: error })
  }
  const kill = () => end(child, 'SIGKILL')
  const start = async () => {
    child = launch()
    await ready(url, child)
  }
  return { url, output: () => output, kill, start, stop }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Not ready within ${readyWithinMs} ms`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
