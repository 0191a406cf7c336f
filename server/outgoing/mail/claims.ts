import type { Selectable } from 'kysely'

import { minuteMs } from '#contract/values/durations.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { EmailAbout } from '#server/platform/db/tables/emails.ts'
import type { NotificationTable } from '#server/platform/db/tables/notifications.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { PartFailed, isOutage } from '#server/platform/lib/each.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import { claimForMs } from '#server/platform/smtp/transport.ts'

import type { EmailRow } from './queue.ts'

/** Where emails wait. */
interface Rows {
  readonly emails: EmailRow
  readonly notifications: Selectable<NotificationTable>
}

/** Stays with an email that was sent after all. */
export const interrupted = 'An earlier attempt was interrupted, so the email may have arrived twice.'

/** One that can't be claimed is left out for so long. */
const leftOutForMs = 5 * minuteMs
/** If more can't be claimed, the fault isn't theirs. */
const mostLeftOut = 100

/** Claims emails that are due, so that no other process attempts them at the same time. */
export class EmailClaims {
  readonly #needs: { readonly store: Store; readonly failures: Failures }
  /** Until when what can't be claimed is left out, by table and id. */
  readonly #leftOut = new Map<string, Map<number, number>>()

  constructor(needs: { readonly store: Store; readonly failures: Failures }) {
    this.#needs = needs
  }

  /**
   * Takes what has been due longest of that table, except of accounts that were served, and of emails only those about such records.
   * The attempt counts from now on.
   */
  async next<Table extends keyof Rows>(
    table: Table,
    nowMs: number,
    { served, about = [] }: { readonly served: readonly number[]; readonly about?: readonly EmailAbout[] },
  ): Promise<Rows[Table] | undefined> {
    const { db } = this.#needs.store
    for (;;) {
      const leftOut = this.#leftOutOf(table, nowMs)
      const due = await db
        .selectFrom(table as 'emails')
        .select('id')
        .where('next_attempt_at', '<=', timestamp(nowMs))
        .$if(table === 'emails', (query) => query.where('about', 'in', about))
        .$if(served.length > 0, (query) => query.where('account_id', 'not in', served))
        .$if(leftOut.size > 0, (query) => query.where('id', 'not in', [...leftOut.keys()]))
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst()
      if (!due) return undefined
      try {
        const row = await this.#claim(table, due.id, nowMs)
        // Somebody else may have taken it: then there may be another one.
        if (row) return row
      } catch (error) {
        if (isOutage(error) || leftOut.size >= mostLeftOut) throw error
        leftOut.set(due.id, nowMs + leftOutForMs)
        this.#needs.failures.report('emails', new PartFailed({ table, email: due.id }, error))
      }
    }
  }

  async #claim<Table extends keyof Rows>(table: Table, id: number, nowMs: number) {
    const row = await this.#needs.store.db
      .updateTable(table as 'emails')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        // Until then no other process takes it.
        next_attempt_at: timestamp(nowMs + claimForMs),
        ...(table !== 'notifications' && {
          status: 'sending' as const,
          problem: eb.case().when('status', '=', 'sending').then(interrupted).else(eb.ref('problem')).end(),
        }),
      }))
      .where('id', '=', id)
      .where('next_attempt_at', '<=', timestamp(nowMs))
      .returningAll()
      .executeTakeFirst()
    return row as Rows[Table] | undefined
  }

  #leftOutOf(table: string, nowMs: number): Map<number, number> {
    const leftOut = this.#leftOut.get(table) ?? new Map<number, number>()
    this.#leftOut.set(table, leftOut)
    for (const [id, untilMs] of leftOut) if (untilMs <= nowMs) leftOut.delete(id)
    return leftOut
  }
}
