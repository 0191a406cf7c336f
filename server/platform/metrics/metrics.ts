import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import type { Store } from '#server/platform/db/store.ts'
import { surfaceOf } from '#server/platform/lib/http-error.ts'

import { oldestDueDelivery, oldestDueEmail } from './backlog.ts'

/** A page of a list takes a few milliseconds, the export of 100,000 rows about ten seconds. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const attemptSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Metrics of this process for Prometheus. Each process counts for itself; the gauges of the database are read when
 * asked for. Labels have few values and say nothing about an account: a route is the pattern, not the path.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'surface' | 'method' | 'route' | 'status'>
  readonly #durations: Histogram<'surface' | 'method' | 'route'>
  readonly #attempts: Histogram<'decision'>
  readonly #failures: Counter<'part'>

  /** `sendsEmail` says whether there is a mail server: without one, what is queued waits for nothing. */
  constructor(store: Store, sendsEmail: boolean) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      name: 'bureau_http_requests_total',
      help: 'Requests answered, by endpoint and status.',
      labelNames: ['surface', 'method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'bureau_http_request_duration_seconds',
      help: 'Time until a request was answered, by endpoint.',
      labelNames: ['surface', 'method', 'route'],
      buckets: requestSeconds,
      registers,
    })
    this.#attempts = new Histogram({
      name: 'bureau_delivery_attempt_duration_seconds',
      help: 'Time that attempts to deliver an event took, by what followed: delivered, retry, exhausted or disabled.',
      labelNames: ['decision'],
      buckets: attemptSeconds,
      registers,
    })
    this.#failures = new Counter({
      name: 'bureau_part_failures_total',
      help: 'Failures of the work that no request asked for, by part of the service. Each record that failed counts.',
      labelNames: ['part'],
      registers,
    })
    new Counter({
      name: 'bureau_database_statements_total',
      help: 'Database statements run.',
      registers,
      collect() {
        this.reset()
        this.inc(store.statements())
      },
    })
    new Gauge({
      name: 'bureau_database_up',
      help: '1 if the database can be used, as for /readyz.',
      registers,
      async collect() {
        this.set((await store.isReady()) ? 1 : 0)
      },
    })
    new Gauge({
      name: 'bureau_database_connections',
      help: 'Connections for requests, by state: busy, idle, and waiting for requests without one. PostgreSQL only.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(store.connections() ?? {})) this.set({ state }, count)
      },
    })
    new Gauge({
      name: 'bureau_leader',
      help: '1 in the process that sweeps for all.',
      registers,
      collect() {
        this.set(store.peers.isLeader() ? 1 : 0)
      },
    })
    const age = (name: string, help: string, oldestDueMs: (store: Store) => Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          // Unknown rather than 0 while the database can't be read.
          const dueMs = await oldestDueMs(store).catch(() => Number.NaN)
          this.set(Math.max(0, Date.now() - dueMs) / 1000)
        },
      })
    age(
      'bureau_delivery_queue_age_seconds',
      'How long the oldest due delivery to an active endpoint has been waiting. The same in every process.',
      oldestDueDelivery,
    )
    if (sendsEmail)
      age(
        'bureau_email_queue_age_seconds',
        'How long the oldest due email has been waiting. The same in every process.',
        oldestDueEmail,
      )
  }

  /** Counts a request that has been answered. */
  request({ url, method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const labels = { surface: surfaceOf(url) ?? 'none', method, route: routeOptions.url ?? 'unmatched' }
    this.#requests.inc({ ...labels, status: statusCode })
    this.#durations.observe(labels, elapsedTime / 1000)
  }

  /** Counts an attempt that has been recorded. */
  attempt(decision: string, durationMs: number): void {
    this.#attempts.observe({ decision }, durationMs / 1000)
  }

  /** Counts what failed in a part of the service. */
  failure(part: string): void {
    this.#failures.inc({ part })
  }

  /** Returns everything in Prometheus’s text format. */
  async read(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}
