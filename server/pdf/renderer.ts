import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers'
import { Worker } from 'node:worker_threads'

import type { Block } from '#contract/formatted-text.ts'
import type { InvoiceLanguage, InvoiceLook } from '#contract/invoice-looks.ts'
import type { InvoiceWords } from '#contract/invoice-words.ts'

/** What the PDF of an invoice, credit note, proposal or contract says, as text that is ready to be read; see `invoice.typ`. */
export interface InvoiceSheet {
  /** Written across each page; empty for none. */
  readonly watermark: string
  /** What the document is called in a list of files and at the foot of its pages. */
  readonly title: string
  readonly kind: string
  readonly number: string
  readonly business: string
  /** The size of the logo, in millimeters. */
  readonly logo: { readonly width: number; readonly height: number } | null
  readonly look: Pick<InvoiceLook, 'layout' | 'color' | 'logo_position'>
  /** The words that the template itself has. */
  readonly words: Pick<
    InvoiceWords,
    'description' | 'quantity' | 'unitPrice' | 'tax' | 'amount' | 'noLines' | 'payTo' | 'page' | 'of'
  > & { readonly language: InvoiceLanguage }
  /** Above the lines; empty for none. */
  readonly intro: string
  /** Its postal address and tax number, a line each; empty for none. */
  readonly address: string
  /** Year, month and day that the file says it was made; never the clock, so that the same invoice is the same file. */
  readonly date: readonly [year: number, month: number, day: number]
  /** Of the sender: Chinese characters are drawn as people write them there. */
  readonly time_zone: string
  /** What stands above the customer. */
  readonly party: string
  readonly customer: { readonly name: string; readonly email: string }
  /** What a proposal or contract is about; empty for none. */
  readonly subject: string
  /** Formatted text below the customer. */
  readonly sections: readonly SheetSection[]
  /** Whether lines and totals belong to it. */
  readonly has_figures: boolean
  /** What was answered to it; null for nothing. */
  readonly evidence: {
    readonly title: string
    readonly facts: readonly { readonly label: string; readonly value: string }[]
  } | null
  /** Days and terms. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: readonly {
    readonly description: string
    readonly discount: string
    readonly quantity: string
    readonly unit_price: string
    /** Empty where nothing says the rate. */
    readonly tax: string
    readonly amount: string
  }[]
  readonly totals: readonly Amount[]
  readonly total: Amount
  readonly notes: string
  /** Below the notes; empty for none. */
  readonly closing: string
  /** Where to pay; empty for none. */
  readonly payment: string
  readonly fine: string
  /** What stands below everything else; empty for none. */
  readonly footer: string
}

/** A heading, which may be empty, and blocks; `text` is what a block says without its formatting. */
export interface SheetSection {
  readonly heading: string
  readonly blocks: readonly (Block & { readonly text: string })[]
}

interface Amount {
  readonly label: string
  readonly amount: string
}

/** What the worker is asked, and what it answers: a file, or why there is none. */
export interface RenderRequest {
  readonly id: number
  readonly sheet: InvoiceSheet
  /** A PNG image. */
  readonly logo: Uint8Array | undefined
}
export type RenderAnswer = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly problem: string }
)

interface Job {
  readonly sheet: InvoiceSheet
  readonly logo: Uint8Array | undefined
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
}

/** Longer than two hundred lines of a thousand characters take on a busy machine. */
const renderAtMostMs = 30_000
/** Fonts and compiler take 80 MB, with those of all scripts up to 190 MB; they go when nobody needs them. */
const idleForMs = 60_000

/** Makes PDFs on a thread of its own, one after the other, which starts with the first one. CHOICE 0114. */
export class PdfRenderer {
  readonly #waiting: Job[] = []
  #running: (Job & { readonly id: number; readonly timer: NodeJS.Timeout }) | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  /** Resolves with the file. The same sheet and logo, a PNG, always make the same bytes. */
  render(sheet: InvoiceSheet, logo?: Uint8Array): Promise<Buffer> {
    const made = new Promise<Buffer>((resolve, reject) =>
      this.#waiting.push({ sheet, logo, resolve, reject }),
    )
    this.#next()
    return made
  }

  /** Ends the thread; what is being made is rejected. */
  async stop(): Promise<void> {
    this.#fail(new Error('The service is stopping'))
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The service is stopping'))
    await this.#end()
  }

  #next() {
    if (this.#running) return
    clearTimeout(this.#idle)
    const job = this.#waiting.shift()
    if (!job) {
      this.#idle = setTimeout(() => void this.#end(), idleForMs).unref()
      return
    }
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    const timer = setTimeout(() => {
      void this.#end()
      this.#fail(new Error(`The PDF wasn’t finished within ${renderAtMostMs / 1000} seconds`))
    }, renderAtMostMs).unref()
    this.#running = { ...job, id, timer }
    worker.postMessage({ id, sheet: job.sheet, logo: job.logo } satisfies RenderRequest)
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url))
    // A thread that waits for work must not keep a command or a test from ending.
    worker.unref()
    worker.on('message', (answer: RenderAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#lost(worker, error as Error))
    worker.on('exit', () => this.#lost(worker, new Error('The thread that makes PDFs has ended')))
    return worker
  }

  #settle(answer: RenderAnswer) {
    if (answer.id !== this.#running?.id) return
    if ('problem' in answer) return this.#fail(new Error(answer.problem))
    const { resolve, timer } = this.#running
    clearTimeout(timer)
    this.#running = undefined
    resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength))
    this.#next()
  }

  #lost(worker: Worker, error: Error) {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#fail(error)
  }

  #fail(error: Error) {
    const job = this.#running
    if (!job) return
    clearTimeout(job.timer)
    this.#running = undefined
    job.reject(error)
    this.#next()
  }

  async #end() {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

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
