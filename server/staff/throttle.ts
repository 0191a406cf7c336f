import { now, timestamp } from '../clock.ts'
import type { Store } from '../db/open.ts'
import { Refusal } from '../errors.ts'

const windowMs = 15 * 60_000

/** Failed sign-ins admitted in 15 minutes. */
const limits = { email: 5, address: 50 } as const

export interface Attempt {
  /** The password was right: that email starts afresh. */
  succeeded(): Promise<void>
}

/**
 * Counts a sign-in before its password is looked at, so that parallel guesses cannot slip through together.
 * Throws 429 when the email or the address has guessed too often. Unknown emails count the same as known ones.
 */
export async function countAttempt({ db, dialect }: Store, email: string, address: string): Promise<Attempt> {
  const subjects = [
    { subject: `email:${email.toLowerCase()}`, limit: limits.email },
    { subject: `address:${address}`, limit: limits.address },
  ]
  const since = timestamp(Date.now() - windowMs)
  const ids = await db.transaction().execute(async (on) => {
    await dialect.lock(on, 'sign-in')
    for (const { subject, limit } of subjects) {
      const recent = await on
        .selectFrom('sign_in_failures')
        .select('at')
        .where('subject', '=', subject)
        .where('at', '>', since)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute()
      const oldest = recent[limit - 1]
      if (oldest) throw tooMany(oldest.at)
    }
    const rows = subjects.map(({ subject }) => ({ subject, at: now() }))
    return on.insertInto('sign_in_failures').values(rows).returning('id').execute()
  })
  return {
    async succeeded() {
      await db
        .deleteFrom('sign_in_failures')
        .where((row) =>
          row.or([
            row('subject', '=', `email:${email.toLowerCase()}`),
            row(
              'id',
              'in',
              ids.map(({ id }) => id),
            ),
          ]),
        )
        .execute()
    },
  }
}

/** Forgets attempts that count no longer. */
export async function sweepAttempts({ db }: Store): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('at', '<=', timestamp(Date.now() - windowMs))
    .execute()
}

function tooMany(oldest: string): Refusal {
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest) + windowMs - Date.now()) / 1000))
  return new Refusal('RATE_LIMITED', 'Too many attempts to sign in; wait a little and try again', {
    headers: { 'retry-after': String(seconds) },
  })
}
