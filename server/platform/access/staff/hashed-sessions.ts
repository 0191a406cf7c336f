import { createHash } from 'node:crypto'

import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth'

import { dayMs } from '#contract/values/durations.ts'
import type { Store } from '#server/platform/db/store.ts'

/**
 * better-auth's adapter, but the sessions on disk carry only the SHA-256 of their tokens: someone who reads the database or
 * a copy of it cannot sign in with what stands there.
 *
 * better-auth itself looks sessions up by the token of the cookie; the answer carries that same token again.
 */
export function hashedSessions(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((trx) => work({ ...trx, ...hashing(trx) })),
  }
}

const longestSessionMs = 30 * dayMs

/** Sessions that began at this time or earlier are over, however much they are used: a stolen cookie ends too. */
export const latestEnd = (): Date => new Date(Date.now() - longestSessionMs)

/** Deletes sessions that have run out; better-auth does so only when one of them is shown again. */
export async function sweepSessions({ db }: Store): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where((row) =>
      row.or([
        row('expires_at', '<=', new Date().toISOString()),
        row('created_at', '<=', latestEnd().toISOString()),
      ]),
    )
    .execute()
}

type Row = Record<string, unknown>

function hashing(trx: DBTransactionAdapter) {
  // What passes through is better-auth's own row, whose type its callers choose; only `token` is touched.
  const shownAs = <Result>(row: unknown, token: unknown) =>
    (token === undefined || row === null ? row : { ...(row as Row), token }) as Result

  return {
    async create(query) {
      if (query.model !== 'session') return trx.create(query)
      const { token } = query.data as Row
      const row = await trx.create({ ...query, data: { ...query.data, token: hashOf(token) } })
      return shownAs(row, token)
    },
    async findOne(query) {
      const { token, where } = sealed(query)
      return shownAs(await trx.findOne({ ...query, where }), token)
    },
    async findMany(query) {
      const { where } = sealed({ ...query, where: query.where ?? [] })
      return trx.findMany({ ...query, where })
    },
    async update(query) {
      const { token, where } = sealed(query)
      return shownAs(await trx.update({ ...query, where }), token)
    },
    async delete(query) {
      return trx.delete({ ...query, where: sealed(query).where })
    },
    async deleteMany(query) {
      return trx.deleteMany({ ...query, where: sealed(query).where })
    },
  } satisfies Partial<DBTransactionAdapter>
}

/** The condition with hashes in place of session tokens, and the one token it asks for, if it does. */
function sealed({ model, where }: { model: string; where: Where[] }): { token?: string; where: Where[] } {
  if (model !== 'session') return { where }
  const named = where.find(({ field }) => field === 'token')
  const hashed = where.map((condition) => {
    if (condition.field !== 'token') return condition
    const { value } = condition
    return { ...condition, value: Array.isArray(value) ? value.map(hashOf) : hashOf(value) }
  })
  return typeof named?.value === 'string' ? { token: named.value, where: hashed } : { where: hashed }
}

const hashOf = (token: unknown): string => createHash('sha256').update(String(token)).digest('hex')
