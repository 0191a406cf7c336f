import type { FastifyReply, FastifyRequest } from 'fastify'

import { exportAuditLog } from '#contract/account/audit.ts'
import { search } from '#contract/account/search.ts'
import { listCustomers } from '#contract/customers/customers.ts'
import {
  exportContacts,
  exportCreditNotes,
  exportCustomers,
  exportInvoices,
  exportPayments,
  exportServices,
  exportTaxes,
} from '#contract/exports.ts'
import { customerImports, serviceImports } from '#contract/imports.ts'
import { showInvoiceTotals } from '#contract/invoices/invoices.ts'
import { listServiceFacets } from '#contract/services/services.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Peers } from '#server/platform/db/peers.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

/** Concurrent expensive reads per caller, in all processes. */
const atOnce = 4
/** How many may wait, and for how long. */
const waitingAtMost = 16
const patienceMs = 5_000
/** How often a waiting request looks for a slot that another process gave back. */
const pollMs = 100

const alwaysExpensive: ReadonlySet<string> = new Set([
  showInvoiceTotals.path,
  listServiceFacets.path,
  search.path,
  exportCustomers.path,
  exportInvoices.path,
  exportServices.path,
  exportContacts.path,
  exportTaxes.path,
  exportPayments.path,
  exportCreditNotes.path,
  exportAuditLog.path,
  customerImports.failed.path,
  serviceImports.failed.path,
])

/** Whether answering may mean reading all rows of an account (whole lists, searches, totals) or making a PDF. */
export function isExpensive({ method, path }: Endpoint, query: object): boolean {
  if (method !== 'GET') return false
  if (alwaysExpensive.has(path) || path.endsWith('/pdf') || 'search' in query) return true
  return path === listCustomers.path && !('page' in query) && !('limit' in query) && !('sort' in query)
}

interface Queue {
  /** Slots that this process has or is about to have. */
  running: number
  /** Each is given a slot. */
  readonly waiting: ((slot: string) => void)[]
  /** Looks for slots that other processes have given back, while anyone waits. */
  poll?: NodeJS.Timeout | undefined
}

/**
 * Admits a few expensive reads of each caller at a time, so that one caller cannot keep the database, or the only thread,
 * from all others. The rest wait their turn; too many of them, or too long, and it is 429. Several processes share the
 * slots: each is a lock that its process holds.
 */
export class ExpensiveReads {
  readonly #queues = new Map<string, Queue>()
  readonly #peers: Pick<Peers, 'hold' | 'release'>

  constructor(peers: Pick<Peers, 'hold' | 'release'>) {
    this.#peers = peers
  }

  /** Resolves when it is the request's turn, which lasts until its answer has been sent. Throws 429 if that takes too long. */
  async admit(caller: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] }
    this.#queues.set(caller, queue)
    const slot = (await this.#take(caller, queue)) ?? (await this.#turn(caller, queue, request))
    const leave = () => this.#leave(caller, queue, slot)
    // Sent, or the client has gone.
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
  }

  /** Returns a slot that nobody has; undefined if there is none. */
  async #take(caller: string, queue: Queue): Promise<string | undefined> {
    if (queue.running >= atOnce) return undefined
    queue.running += 1
    const slots = Array.from({ length: atOnce }, (_, index) => `read ${index} of ${caller}`)
    // While the others can't be asked, this process counts for itself.
    const slot = await this.#peers.hold(slots).catch(() => 'not shared')
    if (slot === undefined) queue.running -= 1
    return slot
  }

  async #turn(caller: string, queue: Queue, request: FastifyRequest): Promise<string> {
    if (queue.waiting.length >= waitingAtMost) throw tooMany()
    const turn = Promise.withResolvers<string>()
    const giveUp = () => {
      const place = queue.waiting.indexOf(turn.resolve)
      if (place < 0) return
      queue.waiting.splice(place, 1)
      turn.reject(tooMany())
    }
    queue.waiting.push(turn.resolve)
    queue.poll ??= setInterval(() => void this.#look(caller, queue), pollMs)
    const timer = setTimeout(giveUp, patienceMs)
    request.raw.socket.once('close', giveUp)
    try {
      return await turn.promise
    } finally {
      clearTimeout(timer)
      request.raw.socket.off('close', giveUp)
      this.#tidy(caller, queue)
    }
  }

  async #look(caller: string, queue: Queue) {
    const slot = await this.#take(caller, queue)
    if (slot !== undefined) this.#leave(caller, queue, slot)
  }

  /** Lets the request that has waited longest run next. */
  #leave(caller: string, queue: Queue, slot: string) {
    const next = queue.waiting.shift()
    if (next) return next(slot)
    queue.running -= 1
    void this.#peers.release(slot)
    this.#tidy(caller, queue)
  }

  #tidy(caller: string, queue: Queue) {
    if (queue.waiting.length > 0) return
    clearInterval(queue.poll)
    queue.poll = undefined
    if (queue.running === 0 && this.#queues.get(caller) === queue) this.#queues.delete(caller)
  }
}

const tooMany = () =>
  new HttpError('RATE_LIMITED', 'Too many large reads at the same time', { headers: { 'retry-after': '1' } })
