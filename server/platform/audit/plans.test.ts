import type { CompiledQuery } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { timestamp } from '#server/platform/lib/clock.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { planProblems } from '#server/tools/testing/plans.ts'

const rows = 2_000
const { service, account } = await startWithAccount()
const { store } = service.context
let owner: Record<string, string>
let heard: CompiledQuery[] = []

beforeAll(async () => {
  owner = await service.session(account.id, 'owner')
  const firstMs = Date.now() - rows * 60_000
  for (let from = 0; from < rows; from += 500)
    await account.tenant.insert(
      'audit_log',
      Array.from({ length: 500 }, (_, index) => ({
        at: timestamp(firstMs + (from + index) * 60_000),
        actor_kind: 'staff',
        actor_id: index % 40,
        actor_name: 'Ines Duarte',
        action: 'webhook.paused',
        action_group: ['webhooks', 'settings', 'exports'][index % 3] ?? '',
        target_kind: 'webhook',
        target_id: index % 50,
        target_name: 'Shop',
        address: null,
        request_id: null,
        changes: null,
      })),
    )
  if (onPostgres) await store.dialect.learnSizes(store.db)
  store.onStatement((statement) => heard.push(statement))
})

const problemsOf = async (query: string, isBounded: boolean) => {
  heard = []
  const answer = await service.send('GET', `/api/x/audit-log?limit=25${query}`, owner)
  expect(answer.statusCode).toBe(200)
  const statements = heard.filter((statement) => statement.sql.includes('audit_log'))
  expect(statements).not.toEqual([])
  const problems = []
  for (const statement of statements)
    problems.push(...(await planProblems(store, statement, { rows, isBounded })))
  return problems
}

test.each(['', '&group=exports', '&actor=staff:7', '&target=webhook:7', '&from=2020-01-01&to=2020-02-01'])(
  'the entries of “%s” are read through an index, and counted only for the first page',
  async (query) => {
    expect(await problemsOf(query, false)).toEqual([])
    const later = `${query}&before=${timestamp(Date.now() - 60 * 60_000)}_1`
    expect(await problemsOf(later, true)).toEqual([])
  },
)
