import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const main = join(import.meta.dirname, '../main.ts')
// The very first start may have to build the dashboard.
const readyWithinMs = 180_000

/** The real service as a process of its own, to be killed. */
export class ServiceProcess {
  readonly origin: string
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | undefined

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.origin = `http://127.0.0.1:${port}`
    this.#env = { ...env, PORT: String(port), HOST: '127.0.0.1' }
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#child = child
    const latest = Date.now() + readyWithinMs
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > latest) throw new Error('The service did not start')
      await delay(25)
    }
  }

  /** Ends it without warning, as a power cut would end the process. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM') {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined)
    return answer?.status === 200
  }
}
