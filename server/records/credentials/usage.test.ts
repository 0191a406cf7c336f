import { expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

import { CredentialUsage } from './usage.ts'

const { service, account } = await startWithAccount()
const { store } = service.context
const [first] = await account.tenant.select('credentials').select('id').orderBy('id').execute()
const credential = { id: first?.id ?? 0, account: account.id }
const days = () =>
  account.tenant
    .select('credential_days')
    .select(['day', 'requests', 'rejected', 'rate_limited'])
    .orderBy('day')
    .execute()

test('a thousand requests of a minute are one update and one row', async () => {
  const usage = new CredentialUsage(store)
  for (let n = 0; n < 1_000; n += 1) usage.count(credential, 200, '10.0.0.1', '2026-03-01T10:00:00.000000Z')
  await usage.flush()
  expect(await days()).toEqual([{ day: '2026-03-01', requests: 1_000, rejected: 0, rate_limited: 0 }])
  const minute = async () => {
    for (let n = 0; n < 100; n += 1) usage.count(credential, 200, '10.0.0.1', '2026-02-01T10:00:00.000000Z')
    await usage.flush()
  }
  // The transaction has a beginning and an end.
  expect(await statementsOf(store, minute)).toBeLessThanOrEqual(4)
  expect(await statementsOf(store, () => usage.flush())).toBe(0)
})

test('two processes add up, whichever stores first, and the later use is the last one', async () => {
  const [one, other] = [new CredentialUsage(store), new CredentialUsage(store)]
  one.count(credential, 429, '10.0.0.1', '2026-03-02T10:00:00.000000Z')
  other.count(credential, 404, '10.0.0.2', '2026-03-02T09:00:00.000000Z')
  await Promise.all([one.flush(), other.flush()])
  expect((await days()).at(-1)).toEqual({ day: '2026-03-02', requests: 2, rejected: 1, rate_limited: 1 })
  const [row] = await account.tenant
    .select('credentials')
    .select(['last_used_at', 'last_used_from'])
    .where('id', '=', credential.id)
    .execute()
  expect(row).toEqual({ last_used_at: '2026-03-02T10:00:00.000000Z', last_used_from: '10.0.0.1' })
})

test('what a failing database couldn’t store is stored later, once', async () => {
  let isFailing = true
  const db = new Proxy(store.db, {
    get: (target, name) =>
      isFailing && name === 'transaction'
        ? () => {
            throw new Error('The disk is full')
          }
        : Reflect.get(target, name).bind(target),
  })
  const usage = new CredentialUsage({ db })
  usage.count(credential, 200, null, '2026-03-03T10:00:00.000000Z')
  await expect(usage.flush()).rejects.toThrow('The disk is full')
  usage.count(credential, 200, null, '2026-03-03T10:00:01.000000Z')
  isFailing = false
  await usage.flush()
  expect((await days()).at(-1)).toEqual({ day: '2026-03-03', requests: 2, rejected: 0, rate_limited: 0 })
})

test('days are kept for 90 days', async () => {
  const usage = new CredentialUsage(store)
  await usage.sweep('2026-05-30')
  expect((await days()).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03'])
})
