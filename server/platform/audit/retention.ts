import { keepDaysChoices, usualKeepDays } from '#contract/account/audit.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { forEach } from '#server/platform/lib/each.ts'

import { readKeepDays } from './entries.ts'
import { audit, auditChanges } from './record.ts'

/** Changes how long the account keeps entries, in a transaction; that is an entry itself. */
export async function setKeepDays(trx: Tenant, keep_days: number | null): Promise<void> {
  await trx.lock('audit retention')
  const before = await readKeepDays(trx)
  if (before === keep_days) return
  const { numUpdatedRows } = await trx.update('audit_settings').set({ keep_days }).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await trx.insertOne('audit_settings', { keep_days })
  const { name } = await trx.business()
  await audit(trx, {
    action: 'audit_log.retention_changed',
    target: { kind: 'account', id: trx.account, name },
    changes: auditChanges({ keep_days: before }, { keep_days }),
  })
}

const deletedAtOnce = 500

/**
 * Deletes the entries whose retention is over. A day later than promised: the triggers go by the clock of the database,
 * which may be behind this one.
 */
export async function sweepAuditLog({ db }: Store, nowMs: number): Promise<void> {
  await forEach(
    keepDaysChoices,
    (days) => ({ days }),
    async (days) => {
      const before = timestamp(nowMs - (days + 1) * dayMs)
      const accounts = await db
        .selectFrom('accounts')
        .leftJoin('audit_settings', 'audit_settings.account_id', 'accounts.id')
        .select('accounts.id')
        .where((eb) =>
          eb.or([
            eb('audit_settings.keep_days', '=', days),
            ...(days === usualKeepDays ? [eb('audit_settings.id', 'is', null)] : []),
          ]),
        )
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('audit_log')
              .select('audit_log.id')
              .whereRef('audit_log.account_id', '=', 'accounts.id')
              .where('audit_log.at', '<', before),
          ),
        )
        .execute()
      await forEach(
        accounts,
        ({ id }) => ({ account: id }),
        ({ id }) => deleteBefore(db, id, before),
      )
    },
  )
}

async function deleteBefore(db: Store['db'], account: number, before: string): Promise<void> {
  for (;;) {
    const due = await db
      .selectFrom('audit_log')
      .select('id')
      .where('account_id', '=', account)
      .where('at', '<', before)
      .orderBy('at')
      .orderBy('id')
      .limit(deletedAtOnce)
      .execute()
    if (due.length === 0) return
    await db
      .deleteFrom('audit_log')
      .where('account_id', '=', account)
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    if (due.length < deletedAtOnce) return
  }
}
