import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { CompiledQuery } from 'kysely'

import type { Store } from '#server/platform/db/store.ts'

import type { IntegrationCaller, StaffCaller } from './caller-types.ts'

/** How long a caller is taken for who they were, in milliseconds. */
export const knownForMs = 1_000

// Only valid credentials and sessions get in, so this is far more than are active within a second.
const knownAtMost = 10_000

/** The message to other processes when someone's access has changed. */
const changed = 'callers changed'

type Known = IntegrationCaller | StaffCaller

/**
 * The callers of the last second, so that a busy integration costs no statement per request to recognize. A change to a
 * credential, a session or a role takes effect within that second in every process, or as soon as `forgetEverywhere`
 * resolves.
 */
export class KnownCallers {
  readonly #known = new Map<string, { readonly caller: Known; readonly untilMs: number }>()
  readonly #store: Pick<Store, 'onStatement' | 'peers' | 'db'>
  readonly #forMs: number
  readonly #nowMs: () => number
  #writes = 0

  constructor(
    store: Pick<Store, 'onStatement' | 'peers' | 'db'>,
    forMs: number = knownForMs,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#store = store
    this.#forMs = forMs
    this.#nowMs = nowMs
    store.onStatement((statement) => {
      if (isAboutCallers(statement)) this.#forget()
    })
    store.peers.subscribe({
      message: (text) => {
        if (text === changed) this.#forget()
      },
      missed: () => this.#forget(),
    })
  }

  /** Returns who presents that secret, looked up unless it was within the last second. Strangers are not remembered. */
  async find<Caller extends Known>(
    secret: string,
    lookUp: () => Promise<Caller | undefined>,
  ): Promise<Caller | undefined> {
    const key = hash('sha256', secret, 'base64')
    const known = this.#known.get(key)
    // Counted from before the look-up: what it read may change while it is under way.
    const startedMs = this.#nowMs()
    if (known && known.untilMs > startedMs) return known.caller as Caller // a secret is of one kind
    const writes = this.#writes
    const caller = await lookUp()
    if (!caller || writes !== this.#writes) return caller
    if (this.#known.size >= knownAtMost) this.#known.clear()
    this.#known.set(key, { caller, untilMs: startedMs + this.#forMs })
    return caller
  }

  /**
   * Call it after the commit of whatever ends or changes someone's access. Once it resolves, no process takes a caller for
   * who they were before. The others are told; as a message can get lost, it also waits until they have forgotten anyway.
   */
  async forgetEverywhere(): Promise<void> {
    this.#forget()
    const { peers, db } = this.#store
    peers.publish(changed)
    const processes = await peers.registered(db)
    if (processes.some((id) => id !== peers.id)) await delay(this.#forMs)
  }

  #forget() {
    this.#writes += 1
    this.#known.clear()
  }
}

/** Whether a statement may have changed who a caller is or what they may do; that one was used or seen changes neither. */
function isAboutCallers({ sql }: Pick<CompiledQuery, 'sql'>): boolean {
  return (
    (/^(?:update|delete from) "(?:credentials|memberships|staff|staff_sessions|accounts|connections)"/i.test(
      sql,
    ) &&
      !/^update "\w+" set "last_(?:used|seen|ok|error)_at"/.test(sql)) ||
    sql.startsWith('insert into "connections"')
  )
}
