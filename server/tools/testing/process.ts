import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { environmentOf } from './data-dir.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Node keeps what it has compiled, which is a quarter of a start. */
const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') }
// A first start may have to build the dashboard. Less than what tests wait, so that they fail with its output.
const readyWithinMs = 120_000

/** The service as `npm start` runs it: a process of its own, on a free port of loopback. */
export class ServiceProcess {
  readonly #env: Readonly<Record<string, string>>
  readonly #folder: string
  #child: ChildProcess | undefined
  #output = ''
  #url: string | undefined

  /** Not started yet. No demo data unless `DEMO` is set. `folder` is where the service is installed. */
  constructor(dataDir: string, env: Readonly<Record<string, string>> = {}, folder = root) {
    this.#folder = folder
    this.#env = { DEMO: '0', HOST: '127.0.0.1', ...environmentOf(dataDir), ...env }
  }

  /** Origin, without a closing slash. The port is chosen at the first start and stays the same. */
  get url(): string {
    if (this.#url === undefined) throw new Error('The service was never started')
    return this.#url
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('The service was never started')
    return this.#child.pid
  }

  /** Returns everything it has printed and logged so far, over all its starts. */
  output(): string {
    return this.#output
  }

  /** Starts it and waits until it serves requests. Throws with its output if it ends instead. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(this.#folder, 'server/main.ts')], {
      cwd: this.#folder,
      env: { ...process.env, ...compileCache, ...this.#env, PORT: this.#url ? new URL(this.#url).port : '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const printedBefore = this.#output.length
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    }
    const deadline = Date.now() + readyWithinMs
    while (Date.now() < deadline && child.exitCode === null) {
      // An empty line ends what it prints then; a link to set it up would be above it.
      const [, url] = /Bureau is open at (\S+)\n(?:.*\n)*?\n/.exec(this.#output.slice(printedBefore)) ?? []
      if (url !== undefined) {
        this.#url = url
        return
      }
      await wait(10)
    }
    child.kill('SIGKILL')
    throw new Error(`The service did not start:\n${this.#output.slice(printedBefore)}`)
  }

  /** Sends the signal and returns the exit code once it has ended; null if the signal itself ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill(signal)
    await once(child, 'exit')
    return child.exitCode
  }
}

/** Starts the service on that data folder and waits until it serves requests. */
export async function startProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  folder = root,
): Promise<ServiceProcess> {
  const service = new ServiceProcess(dataDir, env, folder)
  await service.start()
  return service
}

/** How a command ended. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of `server/tools/cli` on that data folder, whether or not a service runs on it. */
export async function runOn(
  dataDir: string,
  command: string,
  args: readonly string[],
  { input, env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, `server/tools/cli/${command}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, ...compileCache, ...environmentOf(dataDir), ...env },
    stdio: 'pipe',
  })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

/** Creates a token and a key of the account `Ours` by the command; `more` are its options. */
export async function credentialsOn(
  dataDir: string,
  ...more: string[]
): Promise<{ token: string; key: string }> {
  const { stdout, stderr } = await runOn(dataDir, 'credentials', ['--account', 'Ours', ...more])
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as { token: string; key: string }
}
