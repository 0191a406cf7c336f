import { setImmediate as otherRequests } from 'node:timers/promises'

/** The last row of a stretch. */
export interface Milestone {
  readonly key: number | string
  readonly id: number
}

/** Rows in the ascending order of a key, then of ids. */
export interface Road {
  /** Names the account, the rows and their order. */
  readonly name: string
  /** A number that differs whenever one of the rows has changed. */
  readonly changes: number
  /** Returns the row after that milestone, or the first row, that has `offset` rows in between. */
  readonly rowAfter: (after: Milestone | undefined, offset: number) => Promise<Milestone | undefined>
}

/** Where to begin reading: after that row, or at the first one, and then `offset` rows further. */
export interface Start {
  readonly after: Milestone | undefined
  readonly offset: number
}

interface Known {
  readonly changes: number
  /** The end of each stretch known so far. */
  readonly milestones: Milestone[]
  /** Resolves once no milestones are being added. */
  idle: Promise<unknown>
}

const rowsInStretch = 1_000
const roadsAtMost = 200
// On SQLite other requests wait while milestones are found.
const turnMs = 10

/**
 * Every 1,000th row of lists in the order of an index. A page far from both ends is read from the milestone before it:
 * otherwise the index entries of half a million rows would have to be passed over for a page in the middle of a million.
 * Milestones are found when first needed, and kept until the rows change. CHOICE 0052.
 */
export class Milestones {
  readonly stretch: number
  readonly #roads = new Map<string, Known>()

  constructor(stretch: number = rowsInStretch) {
    this.stretch = stretch
  }

  /** Returns where to begin reading at the row that has `position` rows before it. */
  async startAt(road: Road, position: number): Promise<Start> {
    const passed = Math.floor(position / this.stretch)
    if (passed === 0) return { after: undefined, offset: position }
    const known = this.#knownOf(road)
    const lengthen = () => this.#lengthen(road, known.milestones, passed)
    if (known.milestones.length < passed) await (known.idle = known.idle.then(lengthen, lengthen))
    const reached = Math.min(known.milestones.length, passed)
    return { after: known.milestones[reached - 1], offset: position - reached * this.stretch }
  }

  #knownOf({ name, changes }: Road): Known {
    const cached = this.#roads.get(name)
    const known = cached?.changes === changes ? cached : { changes, milestones: [], idle: Promise.resolve() }
    this.#roads.delete(name)
    this.#roads.set(name, known)
    if (this.#roads.size > roadsAtMost) this.#roads.delete(this.#roads.keys().next().value as string) // it has one
    return known
  }

  async #lengthen({ rowAfter }: Road, milestones: Milestone[], stretches: number) {
    let beganMs = performance.now()
    while (milestones.length < stretches) {
      const row = await rowAfter(milestones.at(-1), this.stretch - 1)
      if (!row) return
      milestones.push(row)
      if (performance.now() - beganMs < turnMs) continue
      await otherRequests()
      beganMs = performance.now()
    }
  }
}
