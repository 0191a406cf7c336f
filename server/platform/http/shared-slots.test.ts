import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'

import { ExpensiveReads } from './expensive-reads.ts'

const patient = { timeout: 60_000, interval: 20 }

/** A request that waits for its slot or has it, until its answer has been sent. */
interface Read {
  state: 'waiting' | 'running' | 'rejected' | 'sent'
  readonly send: () => void
}

// On SQLite one process runs at a time.
describe.runIf(onPostgres)('expensive reads of one caller in three processes', () => {
  let dataDir: string
  let stores: Store[]
  let processes: ExpensiveReads[]
  let observer: Store
  beforeEach(async () => {
    dataDir = await makeMigratedDataDir()
    const config = readConfig(environmentOf(dataDir))
    stores = []
    for (let index = 0; index < 3; index += 1) stores.push(await openStore(config))
    observer = await openStore(config)
    processes = stores.map(({ peers }) => new ExpensiveReads(peers))
  })
  afterEach(async () => {
    for (const store of [observer, ...stores]) await store.close()
    await removeDataDir(dataDir)
  })

  function begin(reads: ExpensiveReads, caller = 'key:1'): Read {
    let close = (): void => undefined
    const raw = {
      destroyed: false,
      once: (_event: string, listener: () => void) => {
        close = listener
      },
    }
    const socket = { once: () => undefined, off: () => undefined }
    const read: Read = {
      state: 'waiting',
      send() {
        read.state = 'sent'
        close()
      },
    }
    reads.admit(caller, { raw: { socket } } as never, { raw } as never).then(
      () => {
        read.state = 'running'
      },
      () => {
        read.state = 'rejected'
      },
    )
    return read
  }

  const running = (reads: readonly Read[]) => reads.filter(({ state }) => state === 'running')
  const run = (reads: readonly Read[], count: number) =>
    vi.waitFor(() => expect(running(reads)).toHaveLength(count), patient)
  /** Whether a process that runs none of them finds a slot; it gives it back. */
  async function isFree() {
    const slot = await observer.peers.hold([0, 1, 2, 3].map((index) => `read ${index} of key:1`))
    if (slot !== undefined) await observer.peers.release(slot)
    return slot !== undefined
  }

  test('run four at a time in all of them, and when one ends, the next one runs wherever it waits', async () => {
    const reads = [0, 1, 2, 0, 1, 2].map((index) => begin(processes[index]!))
    await run(reads, 4)
    expect(await isFree()).toBe(false)
    running(reads)[0]?.send()
    await run(reads, 4)
    running(reads)[0]?.send()
    await run(reads, 4)
    expect(await isFree()).toBe(false)
    running(reads)[0]?.send()
    await vi.waitFor(async () => expect(await isFree()).toBe(true), patient)
    for (const read of running(reads)) read.send()
    expect(reads.map(({ state }) => state)).toEqual(Array(6).fill('sent'))
  })

  test('are counted for each caller apart', async () => {
    const reads = Array.from({ length: 4 }, () => begin(processes[0]!))
    await run(reads, 4)
    const other = begin(processes[1]!, 'key:2')
    await vi.waitFor(() => expect(other.state).toBe('running'), patient)
    for (const read of reads) read.send()
  })

  test('leave their slots to the others when their process is gone', async () => {
    await run(
      Array.from({ length: 4 }, () => begin(processes[0]!)),
      4,
    )
    const next = begin(processes[1]!)
    expect(await isFree()).toBe(false)
    await stores.shift()!.close()
    await run([next], 1)
    next.send()
  })

  test('run while their process can’t ask the others', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(observer.db)
    const read = begin(processes[0]!)
    await vi.waitFor(() => expect(read.state).toBe('running'), patient)
    read.send()
  })
})
