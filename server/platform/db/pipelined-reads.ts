import type { QueryResult } from 'kysely'

import type { WatchedClient, WatchedPool } from './postgres.ts'
import { type ScopedQuery, everyAccount } from './scope.ts'

interface Waiting {
  readonly query: ScopedQuery
  readonly resolve: (result: QueryResult<unknown>) => void
  readonly reject: (error: unknown) => void
}

/** Statements that wait for each other on one connection: they are brief, and another batch takes another connection. */
const mostAtOnce = 16

/**
 * Executes single statements that PostgreSQL knows by their name. Those that are asked for at the same time, by one request
 * or by several, share a connection: they go out in one packet, each in a transaction of its own. A round trip costs more
 * than most of our reads.
 */
export class PipelinedReads {
  readonly #pool: WatchedPool
  #waiting: Waiting[] = []

  constructor(pool: WatchedPool) {
    this.#pool = pool
  }

  execute(query: ScopedQuery): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      // Whatever is asked for before this turn of the event loop ends goes along.
      if (this.#waiting.length === 0) process.nextTick(() => this.#send())
      this.#waiting.push({ query, resolve, reject })
    })
  }

  #send(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (let start = 0; start < waiting.length; start += mostAtOnce)
      void this.#sendBatch(waiting.slice(start, start + mostAtOnce))
  }

  async #sendBatch(batch: readonly Waiting[]): Promise<void> {
    let client: WatchedClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    const answers = client.inOnePacket(() =>
      batch.map(({ query: { sql, parameters, name, scope = everyAccount } }) =>
        client.query(sql, parameters, { name, scope }),
      ),
    )
    await Promise.all(
      answers.map((answer, index) => {
        const { resolve, reject } = batch[index] as Waiting
        return answer.then(({ rows }) => resolve({ rows }), reject)
      }),
    )
    client.release()
  }
}
