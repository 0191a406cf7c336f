import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { WatchedClient } from './postgres.ts'

/** Packets that a read sends to PostgreSQL: one looks up the caller, and one counts the request beside the others. */
const reads: Readonly<Record<string, number>> = {
  '/api/customers?limit=25': 4,
  '/api/services/': 3,
  '/api/invoices': 4,
  '/api/v1/webhooks': 4,
  '/api/x/invoice-totals': 3,
  '/api/x/overview': 5,
}

describe.runIf(onPostgres)('a read on PostgreSQL', () => {
  let service: TestService
  let account: TestAccount
  let packets = 0
  beforeAll(async () => {
    service = await startService()
    account = await service.account('Ours', { rateLimit: 10_000 })
    const { tenant } = account
    await addBulkServices(tenant, 0, 30)
    await addBulkInvoices(tenant, await bulkPayers(tenant), Date.now(), 0, 30)
  })
  afterAll(() => service.close())

  function countPackets() {
    const { query, inOnePacket } = WatchedClient.prototype
    let isInPacket = false
    vi.spyOn(WatchedClient.prototype, 'query').mockImplementation(function (this: WatchedClient, ...sent) {
      if (!isInPacket) packets += 1
      return query.apply(this, sent)
    })
    vi.spyOn(WatchedClient.prototype, 'inOnePacket').mockImplementation(function <Result>(
      this: WatchedClient,
      send: () => Result,
    ) {
      packets += 1
      isInPacket = true
      try {
        return inOnePacket.call(this, send) as Result
      } finally {
        isInPacket = false
      }
    })
  }

  test.each(Object.entries(reads))('of %s takes %i round trips', async (path, most) => {
    const credential = path.startsWith('/api/v1/') ? account.token : account.key
    const ask = () => service.send('GET', path, { authorization: `Bearer ${credential}` })
    await ask()
    countPackets()
    const costs: number[] = []
    // Now and then the service sends statements of its own.
    for (let round = 0; round < 5; round += 1) {
      packets = 0
      expect((await ask()).statusCode).toBe(200)
      costs.push(packets)
    }
    expect(Math.min(...costs)).toBe(most)
  })
})
