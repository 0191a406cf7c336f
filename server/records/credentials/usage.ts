import { type CredentialDay, shownUsageDays } from '#contract/access/credentials.ts'
import type { IntegrationCaller } from '#server/platform/access/caller-types.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'

import type { LastUse } from './rows.ts'

/** How long the counts of a day are kept. */
const keptDays = 90

/** How many credentials one transaction is about. */
const mostAtOnce = 200

type Counts = Omit<CredentialDay, 'day'>

/** Counts of one credential that aren't stored yet. */
interface Pending {
  readonly id: number
  readonly account: number
  last: LastUse
  readonly days: Map<string, Counts>
}

/**
 * Counts the requests of each credential in memory. `flush` is called once a minute and at a stop, so that counting costs
 * a busy integration nothing, and a killed process loses at most the last minute.
 */
export class CredentialUsage {
  readonly #store: Pick<Store, 'db'>
  #pending = new Map<number, Pending>()
  #sweptOn = ''

  constructor(store: Pick<Store, 'db'>) {
    this.#store = store
  }

  /** Counts a request that was answered with that status. */
  count(
    { id, account }: Pick<IntegrationCaller, 'id' | 'account'>,
    status: number,
    from: string | null,
    at: string = now(),
  ): void {
    const isLimited = status === 429
    this.#add({
      id,
      account,
      last: { at, from },
      days: new Map([
        [
          dayOf(at),
          {
            requests: 1,
            rejected: status >= 400 && status < 500 && !isLimited ? 1 : 0,
            rate_limited: isLimited ? 1 : 0,
          },
        ],
      ]),
    })
  }

  /** Returns the last use that isn't stored yet, if there was one in this process. */
  lastUse(id: number): LastUse | undefined {
    return this.#pending.get(id)?.last
  }

  /** Returns the days that a chart shows, from the stored ones and what isn't stored yet. */
  daysOf(id: number, stored: readonly CredentialDay[], today: string = dayOf(now())): CredentialDay[] {
    const byDay = new Map(stored.map((day) => [day.day, day]))
    return Array.from({ length: shownUsageDays }, (_, index) => {
      const day = addDays(today, index - shownUsageDays + 1)
      const pending = this.#pending.get(id)?.days.get(day) ?? none
      return { day, ...sum(byDay.get(day) ?? none, pending) }
    })
  }

  /** Stores what was counted: one row a credential and day. What can't be stored is stored by the next call. */
  async flush(): Promise<void> {
    // In one order, so that two processes never wait for each other.
    const all = [...this.#pending.values()].toSorted((one, other) => one.id - other.id)
    this.#pending = new Map()
    while (all.length > 0) {
      const some = all.splice(0, mostAtOnce)
      try {
        await this.#write(some)
      } catch (error) {
        for (const pending of [...some, ...all]) this.#add(pending)
        throw error
      }
    }
  }

  /** Deletes days that are no longer kept, once a day. */
  async sweep(today: string = dayOf(now())): Promise<void> {
    if (this.#sweptOn === today) return
    await this.#store.db.deleteFrom('credential_days').where('day', '<=', addDays(today, -keptDays)).execute()
    this.#sweptOn = today
  }

  #add({ id, account, last, days }: Pending) {
    const known = this.#pending.get(id)
    if (!known) {
      this.#pending.set(id, { id, account, last, days: new Map(days) })
      return
    }
    if (known.last.at <= last.at) known.last = last
    for (const [day, counts] of days) known.days.set(day, sum(known.days.get(day) ?? none, counts))
  }

  async #write(some: readonly Pending[]) {
    await this.#store.db.transaction().execute(async (trx) => {
      for (const { id, last } of some) {
        await trx
          .updateTable('credentials')
          // This name first: `KnownCallers` tells by it that access stays as it was.
          .set({ last_used_at: last.at, last_used_from: last.from })
          .where('id', '=', id)
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', last.at)]))
          .execute()
      }
      const rows = some.flatMap(({ id, account, days }) =>
        [...days].map(([day, counts]) => ({ account_id: account, credential_id: id, day, ...counts })),
      )
      await trx
        .insertInto('credential_days')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'credential_id', 'day']).doUpdateSet((eb) => ({
            requests: eb('credential_days.requests', '+', eb.ref('excluded.requests')),
            rejected: eb('credential_days.rejected', '+', eb.ref('excluded.rejected')),
            rate_limited: eb('credential_days.rate_limited', '+', eb.ref('excluded.rate_limited')),
          })),
        )
        .execute()
    })
  }
}

const none: Counts = { requests: 0, rejected: 0, rate_limited: 0 }

const sum = (one: Counts, other: Counts): Counts => ({
  requests: one.requests + other.requests,
  rejected: one.rejected + other.rejected,
  rate_limited: one.rate_limited + other.rate_limited,
})

const dayOf = (at: string) => at.slice(0, 10)
