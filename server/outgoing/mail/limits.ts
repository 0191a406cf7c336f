import { dayMs, hourMs, minuteMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

/** How many emails people and integrations can have an account send. */
export const emailLimits = {
  /** Of the account, to everybody together. */
  account: { most: 2_000, withinMs: dayMs },
  /** About invoices, proposals, contracts and meetings to one address. */
  recipient: { most: 30, withinMs: hourMs },
  /** Invitations to join the account, the first one and three new links. */
  invitation: { most: 4, withinMs: hourMs },
  /** One version of a meeting to everybody once more. */
  meeting: { most: 1, withinMs: 5 * minuteMs },
} as const

type Topic = Exclude<keyof typeof emailLimits, 'account'>

/**
 * Counts an email to each of those addresses (of a meeting: that it is sent once more), in the transaction that queues it. What the
 * service sends without being asked isn’t counted: its schedules say how often. Throws 429 with the time after which it can be sent.
 */
export async function countEmails(trx: Tenant, topic: Topic, subjects: readonly string[]): Promise<void> {
  if (trx.origin.kind === 'system' || subjects.length === 0) return
  // Of two emails at the same moment, the second must see the first.
  await trx.lock('emails')
  const names = [...new Set(subjects.map((subject) => `${topic} ${subject.toLowerCase()}`))]
  // Who gets a meeting once more is counted as its recipients.
  if (topic !== 'meeting') await requireRoom(trx, names.length)
  const { most, withinMs } = emailLimits[topic]
  for (const subject of names) {
    const oldest = await trx
      .select('email_counts')
      .select('at')
      .where('subject', '=', subject)
      .where('at', '>', timestamp(Date.now() - withinMs))
      .orderBy('at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    if (oldest) throw tooMany(texts[topic](subject.slice(topic.length + 1)), oldest.at, withinMs)
  }
  const at = now()
  await trx.insert(
    'email_counts',
    names.map((subject) => ({ subject, at })),
  )
}

/** Throws 429 unless the account can send that many more today. */
async function requireRoom(trx: Tenant, count: number): Promise<void> {
  const { most, withinMs } = emailLimits.account
  const oldest = await trx
    .select('email_counts')
    .select('at')
    .where('at', '>', timestamp(Date.now() - withinMs))
    .where('subject', 'not like', 'meeting %')
    .orderBy('at', 'desc')
    .offset(most - count)
    .limit(1)
    .executeTakeFirst()
  if (oldest) throw tooMany('This account has sent the most emails it can in a day', oldest.at, withinMs)
}

const texts: Readonly<Record<Topic, (subject: string) => string>> = {
  recipient: (address) => `${address} has been sent many emails in the last hour`,
  invitation: (address) => `${address} has been sent several invitations in the last hour`,
  meeting: () => 'This invitation has just been sent',
}

function tooMany(text: string, oldest: string, withinMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest) + withinMs - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait =
    minutes === 1 ? 'a minute' : minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return new HttpError('RATE_LIMITED', `${text}. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** Forgets emails that no longer count. */
export async function sweepEmailCounts({ db }: Store): Promise<void> {
  await db
    .deleteFrom('email_counts')
    .where('at', '<=', timestamp(Date.now() - dayMs))
    .execute()
}
