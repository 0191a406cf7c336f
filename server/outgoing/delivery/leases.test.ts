import { afterAll, expect, test } from 'vitest'

import { timestamp } from '#server/platform/lib/clock.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { startService } from '#server/tools/testing/service.ts'

import type { Claim } from './batch.ts'
import { emit } from './emit.ts'
import { claimDue } from './leases.ts'

const service = await startService()
afterAll(() => service.close())

const claim: Claim = {
  now: timestamp(Date.now() + 60_000),
  leasedUntil: timestamp(Date.now() + 120_000),
  after: 0,
  busy: [],
  busyAccounts: [],
  perEndpoint: 16,
  failingFrom: 3,
  limit: 500,
}

// One process at a time has an SQLite file.
test.runIf(onPostgres)('what one process is leasing is passed over by another one', async () => {
  const { context } = service
  const { store } = context
  const { id: account, tenant } = await service.account('Ours')
  await addEndpoint(context, account, { url: 'https://hooks.example.com/in' })
  await tenant.transaction((trx) => emit(trx, [{ type: 'contact.created', data: { id: 7 } }]))
  await store.db.transaction().execute(async (trx) => {
    expect(await claimDue(trx, store, claim)).toHaveLength(1)
    expect(await claimDue(store.db, store, claim)).toEqual([])
  })
})
