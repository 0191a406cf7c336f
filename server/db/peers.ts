import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import pg from 'pg'

import { now } from '#server/lib/clock.ts'

import type { Database } from './database.ts'
import { lockClasses } from './lock-classes.ts'

/** Receives the messages of other processes. */
export interface PeerListener {
  message(text: string): void
  /** Messages may have been lost: the connection to the database was. */
  missed(): void
}

/** The other processes that serve this database. */
export interface Peers {
  /** This process, as the owner of what it leases. */
  readonly id: number
  /** Calls `listener` with their messages from now on. */
  subscribe(listener: PeerListener): void
  /** Sends them a message; a process that isn't connected at the moment misses it. */
  publish(message: string): void
  /** Registers this process among those that deliver. */
  join(): Promise<void>
  /** From now on the others take over what this process has leased. */
  leave(): Promise<void>
  /** Returns the registered processes. Empty where there can be only one. */
  registered(db: Kysely<Database>): Promise<number[]>
  /** In a transaction: takes those that no longer run off the register and returns them; each for one caller only. */
  removeDead(trx: Kysely<Database>): Promise<number[]>
  close(): Promise<void>
}

/** SQLite serves one process. */
export const noPeers: Peers = {
  id: 1,
  subscribe: () => undefined,
  publish: () => undefined,
  join: async () => undefined,
  leave: async () => undefined,
  registered: async () => [],
  removeDead: async () => [],
  close: async () => undefined,
}

const channel = 'bureau_peers_1'
const reconnectAfterMs = 1_000
const joinTries = 10
const largestId = 2 ** 31 - 1

/** Peers on PostgreSQL. Listens on one lasting connection, whose lock says that this process runs. */
export async function connectPeers(pool: pg.Pool): Promise<Peers> {
  const me = randomUUID()
  const id = randomInt(1, largestId)
  const listeners = new Set<PeerListener>()
  let isMember = false
  let isClosed = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...pool.options, keepAlive: true })
    // An end event follows and reconnects.
    fresh.on('error', () => undefined)
    fresh.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(me)) return
      for (const listener of listeners) listener.message(payload.slice(me.length))
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    if (isMember) await register(fresh)
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
      else for (const listener of listeners) listener.missed()
      return
    }
  }

  /** The lock first: a process that is registered without it counts as dead. */
  async function register(connection: pg.Client) {
    await connection.query('select pg_advisory_lock($1, $2)', [lockClasses.deliverers, id])
    await connection.query('insert into deliverers (id, joined_at) values ($1, $2) on conflict do nothing', [
      id,
      now(),
    ])
  }

  return {
    id,
    subscribe: (listener) => listeners.add(listener),
    publish(message) {
      void pool.query('select pg_notify($1, $2)', [channel, me + message]).catch(() => undefined)
    },
    async join() {
      isMember = true
      for (let tries = 1; ; tries++) {
        try {
          return await register(client)
        } catch (error) {
          // The connection may just have been lost; another one follows.
          if (isClosed || tries === joinTries) throw error
          await delay(reconnectAfterMs)
        }
      }
    },
    async leave() {
      if (!isMember) return
      isMember = false
      // The connection has no other locks, and may hold this one twice.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    },
    async registered(db) {
      const rows = await db.selectFrom('deliverers').select('id').execute()
      return rows.map((row) => row.id)
    },
    async removeDead(trx) {
      const { rows } = await sql<{ id: number }>`delete from deliverers where id <> ${id}
        and pg_try_advisory_xact_lock(${lockClasses.deliverers}::int, id) returning id`.execute(trx)
      return rows.map((row) => row.id)
    },
    close() {
      isClosed = true
      return client.end()
    },
  }
}
