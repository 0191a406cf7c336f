import type { FastifyReply, FastifyRequest } from 'fastify'

import { exportAuditLog } from '#contract/audit.ts'
import { listCustomers } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportContacts, exportCustomers, exportInvoices, exportServices } from '#contract/exports.ts'
import { customerImports, serviceImports } from '#contract/imports.ts'
import { showInvoicePdf } from '#contract/invoice-pdf.ts'
import { showInvoiceTotals } from '#contract/invoices.ts'
import { showOverview } from '#contract/overview.ts'
import { search } from '#contract/search.ts'
import { listServiceFacets } from '#contract/services.ts'

import { HttpError } from './errors.ts'

/** Concurrent expensive reads per caller. CHOICE 0040. */
const atOnce = 4
/** How many may wait, and for how long. */
const waitingAtMost = 16
const patienceMs = 5_000

const alwaysExpensive: ReadonlySet<string> = new Set([
  showInvoiceTotals.path,
  showInvoicePdf.path,
  listServiceFacets.path,
  showOverview.path,
  search.path,
  exportCustomers.path,
  exportInvoices.path,
  exportServices.path,
  exportContacts.path,
  exportAuditLog.path,
  customerImports.failed.path,
  serviceImports.failed.path,
])

/** Whether answering may mean reading all rows of an account (whole lists, searches, totals) or making a PDF. */
export function isExpensive({ method, path }: Endpoint, query: object): boolean {
  if (method !== 'GET') return false
  if (alwaysExpensive.has(path) || 'search' in query) return true
  return path === listCustomers.path && !('page' in query) && !('limit' in query) && !('sort' in query)
}

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Admits a few expensive reads of each caller at a time, so that one caller cannot keep the only thread from all others.
 * The rest wait their turn; too many of them, or too long, and it is 429.
 */
export class ExpensiveReads {
  readonly #queues = new Map<string, Queue>()

  /** Resolves when it is the request's turn, which lasts until its answer has been sent. Throws 429 if that takes too long. */
  async admit(caller: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] }
    this.#queues.set(caller, queue)
    if (queue.running < atOnce) queue.running += 1
    else await this.#turn(queue, request)
    const leave = () => this.#leave(caller, queue)
    // Sent, or the client has gone.
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
  }

  async #turn(queue: Queue, request: FastifyRequest): Promise<void> {
    if (queue.waiting.length >= waitingAtMost) throw tooMany()
    const turn = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = queue.waiting.indexOf(turn.resolve)
      if (place < 0) return
      queue.waiting.splice(place, 1)
      turn.reject(tooMany())
    }
    queue.waiting.push(turn.resolve)
    const timer = setTimeout(giveUp, patienceMs)
    request.raw.socket.once('close', giveUp)
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      request.raw.socket.off('close', giveUp)
    }
  }

  /** Lets the request that has waited longest run next. */
  #leave(caller: string, queue: Queue) {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.running -= 1
    if (queue.running === 0) this.#queues.delete(caller)
  }
}

const tooMany = () =>
  new HttpError('RATE_LIMITED', 'Too many large reads at the same time', { headers: { 'retry-after': '1' } })
