import { setImmediate as otherRequests } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Direction } from './orders.ts'

/** The last row of an interval. */
export interface Checkpoint {
  readonly key: number | string
  readonly id: number
}

/** Whether a row comes behind that one, in the order of a column and then of ids. */
export function isBehind(
  table: string,
  column: string,
  { key, id }: Checkpoint,
  direction: Direction = 'asc',
): RawBuilder<boolean> {
  const ofTable = (name: string) => sql.ref(`${table}.${name}`)
  const follows = sql.raw(direction === 'asc' ? '>' : '<')
  return column === 'id'
    ? sql<boolean>`${ofTable('id')} ${follows} ${id}`
    : sql<boolean>`(${ofTable(column)}, ${ofTable('id')}) ${follows} (${key}, ${id})`
}

/** Rows in the ascending order of a key, then of ids. */
export interface OrderedList {
  /** Names the account, the rows and their order. */
  readonly name: string
  /** A number that differs whenever one of the rows has changed. */
  readonly changes: number
  /** Returns the row after that checkpoint, or the first row, that has `offset` rows in between. */
  readonly rowAfter: (after: Checkpoint | undefined, offset: number) => Promise<Checkpoint | undefined>
}

/** Where to begin reading: after that row, or at the first one, and then `offset` rows further. */
export interface Start {
  readonly after: Checkpoint | undefined
  readonly offset: number
}

interface Known {
  readonly changes: number
  /** The end of each interval known so far. */
  readonly checkpoints: Checkpoint[]
  /** Resolves once no checkpoints are being added. */
  idle: Promise<unknown>
}

const rowsInInterval = 1_000
const mostLists = 200
// On SQLite other requests wait while checkpoints are found.
const sliceMs = 10

/**
 * Every 1,000th row of lists in the order of an index. A page far from both ends is read from the checkpoint before it:
 * otherwise the index entries of half a million rows would have to be passed over for a page in the middle of a million.
 * Checkpoints are found when first needed, and kept until the rows change.
 */
export class Checkpoints {
  readonly interval: number
  readonly #lists = new Map<string, Known>()

  constructor(interval: number = rowsInInterval) {
    this.interval = interval
  }

  /** Returns where to begin reading at the row that has `position` rows before it. */
  async startAt(list: OrderedList, position: number): Promise<Start> {
    const passed = Math.floor(position / this.interval)
    if (passed === 0) return { after: undefined, offset: position }
    const known = this.#knownOf(list)
    const extend = () => this.#extend(list, known.checkpoints, passed)
    if (known.checkpoints.length < passed) await (known.idle = known.idle.then(extend, extend))
    const reached = Math.min(known.checkpoints.length, passed)
    return { after: known.checkpoints[reached - 1], offset: position - reached * this.interval }
  }

  #knownOf({ name, changes }: OrderedList): Known {
    const cached = this.#lists.get(name)
    const known = cached?.changes === changes ? cached : { changes, checkpoints: [], idle: Promise.resolve() }
    this.#lists.delete(name)
    this.#lists.set(name, known)
    if (this.#lists.size > mostLists) this.#lists.delete(this.#lists.keys().next().value as string) // it has one
    return known
  }

  async #extend({ rowAfter }: OrderedList, checkpoints: Checkpoint[], intervals: number) {
    let beganMs = performance.now()
    while (checkpoints.length < intervals) {
      const row = await rowAfter(checkpoints.at(-1), this.interval - 1)
      if (!row) return
      checkpoints.push(row)
      if (performance.now() - beganMs < sliceMs) continue
      await otherRequests()
      beganMs = performance.now()
    }
  }
}
