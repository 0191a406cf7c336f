import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import pg from 'pg'

import { now } from '#server/platform/lib/clock.ts'

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
  /** From now on the others take over what this process has leased and holds. */
  leave(): Promise<void>
  /** Returns the registered processes. Empty where there can be only one. */
  registered(db: Kysely<Database>): Promise<number[]>
  /** In a transaction: takes those that no longer run off the register and returns them; each for one caller only. */
  removeDead(trx: Kysely<Database>): Promise<number[]>
  /**
   * Takes the first of these names that no process holds, this one included, and returns it; undefined if there is none.
   * Held until it is released, or this process or its connection is gone. Throws while there is no connection.
   */
  hold(names: readonly string[]): Promise<string | undefined>
  release(name: string): Promise<void>
  /** Whether this process does what one of them does for all. Another one leads as soon as this one is gone. */
  leads(): Promise<boolean>
  /** Whether it did when it was last asked. */
  isLeader(): boolean
  /** Whether the database has heard of this process lately: otherwise others may have what it leased and holds. */
  isAlive(): boolean
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
  hold: async ([name]) => name,
  release: async () => undefined,
  leads: async () => true,
  isLeader: () => true,
  isAlive: () => true,
  close: async () => undefined,
}

const channel = 'bureau_peers_1'
const reconnectAfterMs = 1_000
const joinTries = 10
/** How often a process shows that it runs, and looks for those that don't. */
const beatEveryMs = 1_000
/** A process that has shown nothing for this long is gone, whatever its connection says. */
const goneAfterMs = 7_000
/** It stops relying on what it leased and holds before that. */
const aliveForMs = 5_000
const leader = 'leader'
const largestId = 2 ** 31 - 1

const endSilent = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and state_change < clock_timestamp() - make_interval(secs => $1)
    and pid in (select pid from pg_locks where locktype = 'advisory' and classid in ($2::int::oid, $3::int::oid))`
const endOwn = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = $1::int::oid and objid = $2::int::oid and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`

/** Returns the peers on PostgreSQL once their connection is there. */
export async function connectPeers(pool: pg.Pool): Promise<Peers> {
  const peers = new PostgresPeers(pool)
  await peers.start()
  return peers
}

/** Listens on one lasting connection, whose lock says that this process runs. */
class PostgresPeers implements Peers {
  readonly id = randomInt(1, largestId)
  readonly #me = randomUUID()
  readonly #pool: pg.Pool
  readonly #listeners = new Set<PeerListener>()
  /** Locks of this process on its present connection. */
  readonly #held = new Set<string>()
  #client!: pg.Client
  #isMember = false
  #isClosed = false
  /** The end of the last use of the connection, which does one thing at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  /** When it began to show, successfully, that it runs. */
  #beatAt = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async start(): Promise<void> {
    this.#client = await this.#connect()
    void this.#keepBeating()
  }

  subscribe(listener: PeerListener): void {
    this.#listeners.add(listener)
  }

  publish(message: string): void {
    void this.#pool.query('select pg_notify($1, $2)', [channel, this.#me + message]).catch(() => undefined)
  }

  async join(): Promise<void> {
    this.#isMember = true
    for (let tries = 1; ; tries++) {
      try {
        return await this.#inTurn((connection) => this.#register(connection))
      } catch (error) {
        // The connection may just have been lost; another one follows.
        if (this.#isClosed || tries === joinTries) throw error
        await delay(reconnectAfterMs)
      }
    }
  }

  async leave(): Promise<void> {
    if (!this.#isMember) return
    this.#isMember = false
    this.#held.clear()
    // Also what it holds, and this lock even if it has it twice.
    await this.#inTurn((connection) => connection.query('select pg_advisory_unlock_all()')).catch(
      () => undefined,
    )
  }

  async registered(db: Kysely<Database>): Promise<number[]> {
    const rows = await db.selectFrom('deliverers').select('id').execute()
    return rows.map((row) => row.id)
  }

  async removeDead(trx: Kysely<Database>): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`delete from deliverers where id <> ${this.id}
      and pg_try_advisory_xact_lock(${lockClasses.deliverers}::int, id) returning id`.execute(trx)
    return rows.map((row) => row.id)
  }

  hold(names: readonly string[]): Promise<string | undefined> {
    return this.#inTurn((connection) => this.#take(connection, names))
  }

  async release(name: string): Promise<void> {
    if (!this.#held.delete(name)) return
    await this.#inTurn((connection) =>
      connection.query('select pg_advisory_unlock($1, hashtext($2))', [lockClasses.held, name]),
    ).catch(() => undefined)
  }

  async leads(): Promise<boolean> {
    if (!this.isAlive() && !(await this.#beat())) return false
    return this.#held.has(leader) || (await this.hold([leader]).catch(() => undefined)) !== undefined
  }

  isLeader(): boolean {
    return this.isAlive() && this.#held.has(leader)
  }

  isAlive(): boolean {
    return performance.now() - this.#beatAt < aliveForMs
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#client.end()
  }

  async #connect(): Promise<pg.Client> {
    const limits = { query_timeout: aliveForMs, statement_timeout: aliveForMs }
    const fresh = new pg.Client({ ...this.#pool.options, ...limits })
    // An end event follows and reconnects.
    fresh.on('error', () => undefined)
    fresh.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(this.#me)) return
      for (const listener of this.#listeners) listener.message(payload.slice(this.#me.length))
    })
    const connectedAt = performance.now()
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (this.#isMember) await this.#register(fresh)
    } catch (error) {
      void fresh.end().catch(() => undefined)
      throw error
    }
    this.#beatAt = connectedAt
    fresh.once('end', () => void this.#reconnect())
    return fresh
  }

  /** Shows that this process runs, and ends the sessions of those that don't: their locks go with them. */
  #beat(): Promise<boolean> {
    return this.#inTurn(async (connection) => {
      const beganAt = performance.now()
      try {
        await connection.query(endSilent, [goneAfterMs / 1_000, lockClasses.deliverers, lockClasses.held])
        if (connection === this.#client) this.#beatAt = beganAt
      } catch {
        // Another one follows.
        await connection.end().catch(() => undefined)
      }
      return this.isAlive()
    })
  }

  async #keepBeating(): Promise<void> {
    while (!this.#isClosed) {
      await delay(beatEveryMs, undefined, { ref: false })
      await this.#beat()
    }
  }

  async #reconnect(): Promise<void> {
    this.#held.clear()
    while (!this.#isClosed) {
      await delay(reconnectAfterMs, undefined, { ref: false })
      const next = await this.#connect().catch(() => undefined)
      if (!next) continue
      this.#client = next
      if (this.#isClosed) await next.end()
      else for (const listener of this.#listeners) listener.missed()
      return
    }
  }

  /** The lock first: a process that is registered without it counts as dead. */
  async #register(connection: pg.Client): Promise<void> {
    // The server may still believe in the connection before.
    await connection.query(endOwn, [lockClasses.deliverers, this.id])
    await connection.query('select pg_advisory_lock($1, $2)', [lockClasses.deliverers, this.id])
    await connection.query('insert into deliverers (id, joined_at) values ($1, $2) on conflict do nothing', [
      this.id,
      now(),
    ])
  }

  #inTurn<Result>(use: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    const used = this.#turn.then(() => use(this.#client))
    this.#turn = used.catch(() => undefined)
    return used
  }

  /** A connection that has a lock would get it again, so what is held isn't asked for. */
  async #take(connection: pg.Client, names: readonly string[]): Promise<string | undefined> {
    const { rows } = await connection.query<{ name: string }>(
      'select name from unnest($1::text[]) name where pg_try_advisory_lock($2, hashtext(name)) limit 1',
      [names.filter((name) => !this.#held.has(name)), lockClasses.held],
    )
    const name = rows[0]?.name
    // If it was lost in the meantime, so is the lock.
    if (name !== undefined && connection === this.#client) this.#held.add(name)
    return name
  }
}
