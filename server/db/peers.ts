import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

/** The other processes that serve this database. */
export interface Peers {
  /** From now on calls `listener` with what they tell. */
  hear(listener: (message: string) => void): void
  /** Tells them; whoever is not connected at the moment misses it. */
  tell(message: string): void
  /** Counts this process among those that deliver; for the only one `ifAlone` runs before there can be a second. */
  join(ifAlone: () => Promise<void>): Promise<void>
  leave(): Promise<void>
  close(): Promise<void>
}

/** SQLite serves one process. */
export const noPeers: Peers = {
  hear: () => undefined,
  tell: () => undefined,
  join: (ifAlone) => ifAlone(),
  leave: async () => undefined,
  close: async () => undefined,
}

const channel = 'bureau'
const deliverers = `hashtext('bureau deliverers')`
const reconnectAfterMs = 1_000

/** Peers on PostgreSQL. Hears over one connection that lasts: who is killed leaves with it. */
export async function connectPeers(pool: pg.Pool): Promise<Peers> {
  const me = randomUUID()
  const listeners = new Set<(message: string) => void>()
  let isMember = false
  let isClosed = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...pool.options, keepAlive: true })
    // The end follows, and after it the next connection.
    fresh.on('error', () => undefined)
    fresh.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(me)) return
      for (const listener of listeners) listener(payload.slice(me.length))
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    if (isMember) await fresh.query(`select pg_advisory_lock_shared(${deliverers})`)
    fresh.once('end', () => void reconnect())
    return fresh
  }

  async function reconnect() {
    while (!isClosed) {
      await delay(reconnectAfterMs, undefined, { ref: false })
      const next = await connect().catch(() => undefined)
      if (!next) continue
      client = next
      if (isClosed) await client.end()
      return
    }
  }

  return {
    hear: (listener) => listeners.add(listener),
    tell(message) {
      void pool.query('select pg_notify($1, $2)', [channel, me + message]).catch(() => undefined)
    },
    async join(ifAlone) {
      const { rows } = await client.query<{ alone: boolean }>(
        `select pg_try_advisory_lock(${deliverers}) as alone`,
      )
      const isAlone = rows[0]?.alone === true
      if (isAlone) await ifAlone()
      await client.query(`select pg_advisory_lock_shared(${deliverers})`)
      isMember = true
      if (isAlone) await client.query(`select pg_advisory_unlock(${deliverers})`)
    },
    async leave() {
      if (!isMember) return
      isMember = false
      await client.query(`select pg_advisory_unlock_shared(${deliverers})`).catch(() => undefined)
    },
    close() {
      isClosed = true
      return client.end()
    },
  }
}
