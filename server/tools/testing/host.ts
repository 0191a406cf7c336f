import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

import { environmentOf } from './data-dir.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A process that serves one data folder after another on one port, as most of a start is spent on loading modules. */
export class ServiceHost {
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | undefined
  #output = ''
  #port = 0

  /** Not started yet. No demo data unless `DEMO` is set. */
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = { DEMO: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: join(root, '.cache/node'), ...env }
  }

  /** Origin, without a closing slash. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Returns everything it has printed and logged so far. */
  output(): string {
    return this.#output
  }

  /** Serves that folder instead of the one before. Starts the process if it doesn't run. */
  async open(dataDir: string): Promise<void> {
    const child = (this.#child ??= this.#start())
    const { promise, resolve: opened, reject } = Promise.withResolvers<number>()
    const fail = () => reject(new Error(`The service did not start:\n${this.#output}`))
    child.once('message', opened).once('exit', fail)
    child.send({ ...environmentOf(dataDir), PORT: String(this.#port) })
    this.#port = await promise
    child.off('exit', fail)
  }

  /** Ends the process. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'host-process.ts'), {
      cwd: root,
      env: { ...process.env, ...this.#env },
      // Not those of a test runner.
      execArgv: [],
      silent: true,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    return child
  }
}
