import type { Kysely } from 'kysely'

import { minuteMs } from '#contract/values/durations.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

const windowMs = 15 * minuteMs
/** How long a request waits for others like it that are being checked. */
const patienceMs = 60_000

/** Failures admitted in 15 minutes. */
const limits = {
  /** One person, tried from one address. */
  pair: 5,
  /** One person from anywhere, known devices apart: a bound for guessing from many addresses. */
  person: 100,
  /** One address, for any person. */
  address: 50,
  /** One address behind which many people may be. */
  sharedAddress: 1_000,
  /** A known device, before it counts as a stranger's. */
  device: 10,
  /** Links for a new password that one person is sent, asked for from one address. */
  reset: 3,
  /** The same from anywhere. */
  resetPerson: 20,
  /** Such links requested from one address, for anyone. */
  resetAddress: 20,
  /** The same from an address behind which many people may be. */
  sharedResetAddress: 200,
  /** Links to the portal that are made for one customer. */
  portalLink: 20,
  /** Codes of one person from anywhere, known devices apart. Who may try has the password, and a code is a million to one. */
  codes: 10,
} as const

/** Where a sign-in comes from. `email` is absent when a setup link is tried; `device` if it is not a known one. */
export interface Guess {
  readonly email?: string
  readonly device?: number | undefined
  /** Whether a code is tried, which counts apart from passwords: the right password must not allow more of them. */
  readonly isCode?: boolean
  readonly address: string
  /** Whether the address is that of a proxy we know nothing about. */
  readonly isShared: boolean
}

interface Bound {
  readonly subject: string
  readonly limit: number
}

type Counted =
  | { readonly kind: 'admitted'; readonly ids: readonly number[]; readonly subjects: readonly string[] }
  | {
      readonly kind: 'full'
      /** Those of the counted attempts that were being checked when they were counted. */
      readonly pending: readonly Promise<unknown>[]
      readonly oldest: string
    }

/** Nothing was checked, as too much has failed since `oldest`. */
export class TooManyFailures extends HttpError {
  constructor(oldest: string, what: string) {
    const seconds = Math.ceil((Date.parse(oldest) + windowMs - Date.now()) / 1000)
    const retryAfter = Math.min(Math.max(seconds, 1), windowMs / 1000)
    const minutes = Math.ceil(retryAfter / 60)
    const text = `Too many ${what}. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
    super('RATE_LIMITED', text, { headers: { 'retry-after': String(retryAfter) } })
  }
}

/** Limits how often passwords are guessed, without keeping out the people they belong to. */
export class SignInThrottle {
  readonly #store: Store
  /** Attempts of this process that are being checked, by their rows. */
  readonly #pending = new Map<number, Promise<unknown>>()

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * Returns what `check` returns. Undefined counts as a failure; anything else starts the person afresh, and an error
   * counts as nothing. Throws 429 without calling `check` where too much has failed.
   *
   * Each attempt counts as failed until it is known, so that parallel guesses cannot slip through together; attempts
   * that find no place left wait for those that are being checked, so that parallel sign-ins that are right all succeed.
   */
  async guard<Result>(guess: Guess, check: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const settled = Promise.withResolvers<void>()
    const { ids, subjects } = await this.#admit(boundsOf(guess), settled.promise)
    try {
      const result = await check().catch(async (error: unknown) => {
        await this.#forget(ids, [])
        throw error
      })
      if (result !== undefined) await this.#forget(ids, subjects)
      return result
    } finally {
      for (const id of ids) this.#pending.delete(id)
      settled.resolve()
    }
  }

  /** Counts a request for a link to a new password, whether that person exists or not. Throws 429 after too many. */
  async countReset({ email = '', address, isShared }: Guess): Promise<void> {
    const counted = await this.#count([
      [
        {
          subject: `reset-address:${address}`,
          limit: isShared ? limits.sharedResetAddress : limits.resetAddress,
        },
        // For each address: a stranger’s requests must not keep the person from their own.
        { subject: `reset:${email.toLowerCase()} ${isShared ? '' : address}`, limit: limits.reset },
        { subject: `reset-person:${email.toLowerCase()}`, limit: limits.resetPerson },
      ],
    ])
    if (counted.kind === 'full') throw new TooManyFailures(counted.oldest, 'requests')
  }

  /** Counts a link to the portal that is made for a customer. Throws 429 after too many. */
  async countPortalLink(customer: number): Promise<void> {
    const counted = await this.#count([[{ subject: `portal-link:${customer}`, limit: limits.portalLink }]])
    if (counted.kind === 'full') throw new TooManyFailures(counted.oldest, 'links')
  }

  async #admit(
    lists: readonly Bound[][],
    settled: Promise<void>,
  ): Promise<Extract<Counted, { kind: 'admitted' }>> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const counted = await this.#count(lists, settled)
      if (counted.kind === 'admitted') return counted
      if (counted.pending.length === 0 || performance.now() > deadline)
        throw new TooManyFailures(counted.oldest, 'failed attempts')
      await Promise.race(counted.pending)
    }
  }

  /** Counts an attempt, or returns what blocks it. Until `settled`, others wait for its result. */
  async #count(lists: readonly Bound[][], settled?: Promise<void>): Promise<Counted> {
    const { db, dialect } = this.#store
    return db.transaction().execute(async (trx) => {
      await dialect.lock(trx, 'sign-in')
      // Before the rows are read: an attempt that succeeds after that is still counted here, and has to be waited for.
      const checked = new Map(this.#pending)
      let full: Full | undefined
      for (const bounds of lists) {
        full = await firstFull(trx, bounds)
        if (full) continue
        const subjects = bounds.map(({ subject }) => subject)
        const time = now()
        const rows = await trx
          .insertInto('sign_in_failures')
          .values(subjects.map((subject) => ({ subject, at: time })))
          .returning('id')
          .execute()
        // Before the commit: other requests that find these rows must see that they are being checked.
        if (settled) for (const { id } of rows) this.#pending.set(id, settled)
        // The address and the person as a whole stay counted: others may be guessing at the same time.
        const cleared = subjects.filter((subject) => /^(code )?(pair|device):/.test(subject))
        return { kind: 'admitted', ids: rows.map(({ id }) => id), subjects: cleared }
      }
      const { ids, oldest } = full as Full // there is at least one list of bounds
      return { kind: 'full', pending: ids.flatMap((id) => checked.get(id) ?? []), oldest }
    })
  }

  async #forget(ids: readonly number[], subjects: readonly string[]) {
    await this.#store.db
      .deleteFrom('sign_in_failures')
      .where((row) => row.or([row('id', 'in', ids), row('subject', 'in', ['', ...subjects])]))
      .execute()
  }
}

/**
 * Lifts what failed sign-ins have blocked for a person. Wrong codes stay counted unless `andCodes`: who can reset a password
 * must not get more guesses of codes by that.
 */
export async function forgetFailures(db: Kysely<Database>, email: string, andCodes = false): Promise<void> {
  const person = email.toLowerCase()
  const steps = andCodes ? ['', 'code '] : ['']
  await db
    .deleteFrom('sign_in_failures')
    .where((row) =>
      row.or(
        steps.flatMap((step) => [
          row('subject', '=', `${step}person:${person}`),
          row('subject', '>=', `${step}pair:${person} `).and('subject', '<', `${step}pair:${person}!`),
        ]),
      ),
    )
    .execute()
}

/**
 * Records that attempts for a person are turned away, in a transaction: the first time in 15 minutes, so that guessing for
 * hours can't fill the audit log. `attemptsOf` keeps kinds of attempts apart: an email address, with words before it or not.
 */
export async function recordBlock(
  { db, dialect }: Store,
  attemptsOf: string,
  record: (trx: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const subject = `recorded:${attemptsOf.toLowerCase()}`
  const isRecorded = async (on: Kysely<Database>) =>
    (await firstFull(on, [{ subject, limit: 1 }])) !== undefined
  if (await isRecorded(db)) return
  await db.transaction().execute(async (trx) => {
    await dialect.lock(trx, 'sign-in')
    if (await isRecorded(trx)) return
    await trx.insertInto('sign_in_failures').values({ subject, at: now() }).execute()
    await record(trx)
  })
}

/** Forgets attempts that no longer count, and those of a clock that was ahead. */
export async function sweepAttempts({ db }: Store): Promise<void> {
  const [since, until] = [timestamp(Date.now() - windowMs), timestamp(Date.now() + windowMs)]
  await db
    .deleteFrom('sign_in_failures')
    .where((row) => row.or([row('at', '<=', since), row('at', '>', until)]))
    .execute()
}

/** Lists of bounds, each of which admits the attempt if none of its bounds is reached. */
function boundsOf({ email, device, address, isShared, isCode = false }: Guess): Bound[][] {
  const strangers: Bound[] = [
    { subject: `address:${address}`, limit: isShared ? limits.sharedAddress : limits.address },
  ]
  const step = isCode ? 'code ' : ''
  if (email !== undefined) {
    const person = email.toLowerCase()
    // Behind a proxy we do not know, one stranger's address is everybody's.
    if (!isShared) strangers.push({ subject: `${step}pair:${person} ${address}`, limit: limits.pair })
    strangers.push({ subject: `${step}person:${person}`, limit: isCode ? limits.codes : limits.person })
  }
  return device === undefined
    ? [strangers]
    : [[{ subject: `${step}device:${device}`, limit: limits.device }], strangers]
}

interface Full {
  readonly ids: readonly number[]
  readonly oldest: string
}

async function firstFull(trx: Kysely<Database>, bounds: readonly Bound[]): Promise<Full | undefined> {
  const since = timestamp(Date.now() - windowMs)
  for (const { subject, limit } of bounds) {
    const recent = await trx
      .selectFrom('sign_in_failures')
      .select(['id', 'at'])
      .where('subject', '=', subject)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = recent[limit - 1]
    if (oldest) return { ids: recent.map(({ id }) => id), oldest: oldest.at }
  }
  return undefined
}
