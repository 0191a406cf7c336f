import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { environmentOf } from './data-dir.ts'

/** The service as `npm start` runs it: a process of its own, on a free port of loopback. */
export interface ServiceProcess {
  /** Origin, without a closing slash. */
  readonly url: string
  readonly pid: number
  /** All it has printed and logged so far. */
  output(): string
  /** Sends the signal and gives the exit code once it has ended; null when the signal itself ended it. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const root = resolve(import.meta.dirname, '../..')
// A first start may have to build the dashboard.
const readyWithinMs = 120_000

/** Starts the service on that data folder and waits until it says where it is open. No demo data unless `DEMO` is set. */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { ...process.env, DEMO: '0', HOST: '127.0.0.1', ...environmentOf(dataDir), ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const url = await openAt(child, () => output)
  return {
    url,
    pid: child.pid as number, // it runs
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

async function openAt(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline && child.exitCode === null) {
    const [, url] = /Bureau is open at (\S+)/.exec(output()) ?? []
    if (url !== undefined) return url
    await wait(10)
  }
  child.kill('SIGKILL')
  throw new Error(`The service did not start:\n${output()}`)
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of `server/cli` on that data folder, whether or not a service runs on it. */
export async function runOn(dataDir: string, command: string, args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, `server/cli/${command}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, ...environmentOf(dataDir) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

/** A fresh token and key of an account, as a user would create them. Limited only where `more` says so. */
export async function credentialsOn(
  dataDir: string,
  ...more: string[]
): Promise<{ token: string; key: string }> {
  const { stdout, stderr } = await runOn(dataDir, 'credentials', ['--account', 'Ours', ...more])
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as { token: string; key: string }
}
