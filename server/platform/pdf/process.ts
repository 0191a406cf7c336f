import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers'

import type { InvoiceSheet } from './invoice-sheet.ts'

/** Requests to the process and its responses: a file, or why there is none. */
export interface RenderRequest {
  readonly sheet: InvoiceSheet
  /** A PNG image. */
  readonly logo: Uint8Array | undefined
  /** The document as XML, which makes the file Factur-X. */
  readonly electronic?: string | undefined
}
export type RenderAnswer = { readonly bytes: Uint8Array } | { readonly problem: string }

/** How long one PDF may take, how much memory its process may have, and how long one without work is kept. */
export interface RenderLimits {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly idleMs: number
}

/**
 * Longer than two hundred lines of a thousand characters take on a busy machine. Fonts and compiler take 130 MB, with those
 * of all scripts up to 240 MB; they go when nobody needs them.
 */
export const renderLimits: RenderLimits = { timeMs: 30_000, memoryBytes: 768 * 1024 ** 2, idleMs: 60_000 }

/** The document is why there is no PDF: it takes too long or too much memory, or the compiler rejects it. */
export class UnrenderableError extends Error {}

/** A process that makes one PDF at a time. It starts with the first, is killed at its limits, and starts again with the next. */
export class PdfProcess {
  readonly #limits: RenderLimits
  #child: ChildProcess | undefined
  #work: { readonly resolve: (bytes: Buffer) => void; readonly reject: (error: Error) => void } | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(limits: RenderLimits) {
    this.#limits = limits
  }

  get isBusy(): boolean {
    return this.#work !== undefined
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Throws `UnrenderableError` if the document is the reason that there is none. */
  async make(request: RenderRequest): Promise<Buffer> {
    clearTimeout(this.#idle)
    const work = Promise.withResolvers<Buffer>()
    this.#work = work
    const { timeMs, idleMs } = this.#limits
    const timer = setTimeout(
      () => this.kill(new UnrenderableError(`not finished within ${timeMs / 1000} seconds`)),
      timeMs,
    )
    try {
      const child = (this.#child ??= this.#start())
      hold(child)
      child.send(request, (error) => error && this.#lost(child, error))
      return await work.promise
    } finally {
      clearTimeout(timer)
      this.#work = undefined
      if (this.#child) release(this.#child)
      this.#idle = setTimeout(() => this.kill(), idleMs).unref()
    }
  }

  /** Ends the process, whatever it is doing; what is being made is rejected with that error. */
  kill(error: Error = new Error('The process was ended')): void {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    this.#work?.reject(error)
  }

  #start(): ChildProcess {
    const child = fork(new URL('worker.ts', import.meta.url), [String(this.#limits.memoryBytes)], {
      // What a document can do to the compiler must not reach the secrets of the service.
      env: Object.fromEntries(
        inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (answer) => this.#settle(answer as RenderAnswer))
    child.on('error', (error) => this.#lost(child, error))
    child.on('exit', (code, signal) =>
      this.#lost(
        child,
        signal === null
          ? new Error(`The process that makes PDFs ended with code ${code}`)
          : new UnrenderableError(`too much memory (${signal})`),
      ),
    )
    return child
  }

  #settle(answer: RenderAnswer) {
    if ('problem' in answer) return this.#work?.reject(new UnrenderableError(answer.problem))
    const { buffer, byteOffset, byteLength } = answer.bytes
    this.#work?.resolve(Buffer.from(buffer, byteOffset, byteLength))
  }

  #lost(child: ChildProcess, error: Error) {
    if (child !== this.#child) return
    this.kill(error)
  }
}

const inherited = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']

/** A process that waits for work must not keep a command or a test from ending. */
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

function hold(child: ChildProcess) {
  child.ref()
  child.channel?.ref()
}
