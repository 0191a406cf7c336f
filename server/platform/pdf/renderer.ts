import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

import type { Logger } from 'pino'

import { minuteMs } from '#contract/values/durations.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import type { InvoiceSheet } from './invoice-sheet.ts'
import { PdfProcess, type RenderLimits, UnrenderableError, renderLimits } from './process.ts'

/** A sheet, and the logo on it, a PNG image. */
export interface Drawn {
  readonly sheet: InvoiceSheet
  readonly logo: Buffer | undefined
  /** What the sheet says as XML, for a file that is Factur-X; without it, it is a plain PDF. */
  readonly electronic?: string | undefined
}

/** Who a PDF is made for. */
export interface Requester {
  readonly account: number
  /** Drops a PDF that isn’t being made yet. */
  readonly signal?: AbortSignal | undefined
}

interface Job {
  readonly drawn: Drawn
  readonly hash: string
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
}

/** An account never has more than one of them, so what takes long in one account leaves the others a process. */
const processes = 2
const waitingAtMost = { account: 50, total: 500 }
const failuresKept = { forMs: 10 * minuteMs, atMost: 1_000 }
/** Time for PDFs in progress when the service stops. */
const graceMs = 500

/**
 * Makes PDFs in processes of their own, which start with the first one. Accounts take turns; what waits is bounded, and what
 * failed isn’t attempted again for some minutes.
 */
export class PdfRenderer {
  readonly #log: Pick<Logger, 'warn'> | undefined
  readonly #processes: readonly PdfProcess[]
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<number, Job[]>()
  readonly #running = new Map<number, Promise<void>>()
  /** Until when a document counts as one that can’t be made, by its hash. */
  readonly #failed = new Map<string, number>()
  #isStopping = false

  constructor(log?: Pick<Logger, 'warn'>, limits: RenderLimits = renderLimits) {
    this.#log = log
    this.#processes = Array.from({ length: processes }, () => new PdfProcess(limits))
  }

  /**
   * Resolves with the file. The same sheet and logo always make the same bytes. Throws 422 if none can be made of them, and 503
   * where too many wait or the service stops.
   */
  async render(drawn: Drawn, { account, signal }: Requester): Promise<Buffer> {
    const hash = hashOf(drawn)
    if (this.#hasFailed(hash)) throw unrenderable()
    const jobs = this.#waiting.get(account) ?? []
    const total = [...this.#waiting.values()].flat().length
    if (this.#isStopping) throw unavailable()
    if (jobs.length >= waitingAtMost.account || total >= waitingAtMost.total) throw tooMany()
    const made = Promise.withResolvers<Buffer>()
    const job = { drawn, hash, ...made }
    const drop = () => this.#drop(account, job)
    this.#waiting.set(account, [...jobs, job])
    signal?.addEventListener('abort', drop)
    if (signal?.aborted) drop()
    this.#next()
    return made.promise.finally(() => signal?.removeEventListener('abort', drop))
  }

  /** The process ids of those that run. */
  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? [])
  }

  /** Ends at once, except for what is made within a moment. What waits or takes longer is rejected with 503. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { reject } of [...this.#waiting.values()].flat()) reject(unavailable())
    this.#waiting.clear()
    await Promise.race([Promise.all(this.#running.values()), wait(graceMs, undefined, { ref: false })])
    for (const process of this.#processes) process.kill()
  }

  #drop(account: number, job: Job) {
    const jobs = this.#waiting.get(account) ?? []
    const rest = jobs.filter((one) => one !== job)
    if (rest.length === jobs.length) return
    this.#queue(account, rest)
    job.reject(unavailable())
  }

  /** At the place that the account has, or the last one. */
  #queue(account: number, jobs: Job[]) {
    if (jobs.length > 0) this.#waiting.set(account, jobs)
    else this.#waiting.delete(account)
  }

  #next() {
    for (const process of this.#processes) {
      if (process.isBusy) continue
      const turn = [...this.#waiting].find(([account]) => !this.#running.has(account))
      if (!turn) return
      const [account, [job, ...rest]] = turn
      this.#waiting.delete(account)
      this.#queue(account, rest)
      if (!job) continue
      const work = this.#make(process, job).finally(() => {
        this.#running.delete(account)
        this.#next()
      })
      this.#running.set(account, work)
    }
  }

  async #make(process: PdfProcess, { drawn, hash, resolve, reject }: Job): Promise<void> {
    // It may have failed while this one waited.
    if (this.#hasFailed(hash)) return reject(unrenderable())
    try {
      resolve(await process.make(drawn))
    } catch (error) {
      if (!this.#isStopping) this.#log?.warn({ reason: (error as Error).message }, 'PDF not created')
      if (!(error instanceof UnrenderableError)) return reject(unavailable())
      const [oldest] = this.#failed.keys()
      if (oldest !== undefined && this.#failed.size >= failuresKept.atMost) this.#failed.delete(oldest)
      this.#failed.set(hash, Date.now() + failuresKept.forMs)
      reject(unrenderable())
    }
  }

  #hasFailed(hash: string): boolean {
    const until = this.#failed.get(hash) ?? 0
    if (until <= Date.now()) this.#failed.delete(hash)
    return until > Date.now()
  }
}

const hashOf = ({ sheet, logo = Buffer.alloc(0), electronic = '' }: Drawn) =>
  createHash('sha256')
    .update(JSON.stringify([sheet, electronic]))
    .update(logo)
    .digest('base64')

const unrenderable = () =>
  new HttpError(
    'VALIDATION_FAILED',
    'No PDF can be created: the text is too long or its formatting too complex. Shorten or simplify it and try again.',
  )
const unavailable = () =>
  new HttpError('UNAVAILABLE', 'The PDF can’t be created right now; try again in a moment', {
    headers: { 'retry-after': '2' },
  })
const tooMany = () =>
  new HttpError('UNAVAILABLE', 'Too many PDFs are waiting to be created; try again in a moment', {
    headers: { 'retry-after': '5' },
  })

/** Whether PDFs can be made on this machine: the compiler comes as a program for each platform, and not for all of them. */
export const canMakePdfs: boolean = hasCompiler()

function hasCompiler(): boolean {
  const name = '@myriaddreamin/typst-ts-node-compiler'
  const { resolve } = createRequire(import.meta.url)
  const { platform, arch } = process
  return ['', '-gnu', '-musl', '-msvc', '-gnueabihf'].some((kind) => {
    try {
      return resolve(`${name}-${platform}-${arch}${kind}`) !== ''
    } catch {
      return false
    }
  })
}
