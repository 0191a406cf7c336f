import { describe, expect, test } from 'vitest'

import { deletedAtOnce } from '#contract/customers/customers.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { customerColumns } from './columns.ts'

const { service, account: ours } = await startWithAccount()
const theirs = await service.account('Theirs')
await addCustomers(theirs, 3)

async function addCustomers({ tenant }: TestAccount, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 100) {
    const rows = Array.from({ length: Math.min(100, count - index) }, (_, more) =>
      customerColumns({
        name: 'Bulk',
        last_name: String(index + more),
        email: `bulk${index + more}@example.com`,
        phone: '',
        business: {},
        permissions: [],
      }),
    )
    ids.push(...(await tenant.insert('customers', rows)))
  }
  return ids
}

const remove = (customers: readonly number[]) =>
  service.app.inject({
    method: 'DELETE',
    url: '/api/customers',
    headers: { authorization: `Bearer ${ours.key}` },
    payload: { customers },
  })

const totalOf = async ({ key }: TestAccount): Promise<number> => {
  // Over a socket: a request injected into the process would take its turn before anything else.
  const answer = await fetch(`${await service.listen()}/api/customers?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { meta } = (await answer.json()) as { meta: { total: number } }
  return meta.total
}

describe('deleting the maximum number of customers', () => {
  test('lets other accounts read meanwhile, and shows its own account all of them or none', async () => {
    const { store, sealKey } = service.context
    for (let index = 0; index < 20; index += 1)
      await addEndpoint({ store, sealKey }, ours.id, {
        url: `https://example.com/${index}`,
        events: [...eventTypes],
      })
    const ids = await addCustomers(ours, deletedAtOnce)
    let isDone = false
    const deletion = remove(ids).then((answer) => {
      isDone = true
      return answer
    })
    const seen = { theirs: [] as number[], ours: [] as number[] }
    while (!isDone) {
      const [others, own] = [await totalOf(theirs), await totalOf(ours)]
      if (isDone) break
      seen.theirs.push(others)
      seen.ours.push(own)
    }
    expect((await deletion).statusCode).toBe(204)
    expect(seen.theirs.length).toBeGreaterThan(5)
    expect(new Set(seen.theirs)).toEqual(new Set([3]))
    expect([deletedAtOnce, 0]).toEqual(expect.arrayContaining([...new Set(seen.ours)]))
    expect(await totalOf(ours)).toBe(0)
    const events = await store.db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', ours.id)
      .where('event', '=', 'customer.deleted')
      .executeTakeFirstOrThrow()
    expect(Number(events.count)).toBe(deletedAtOnce * 20)
  }, 300_000)

  test('deletes nothing and emits no event when the last one belongs to another account', async () => {
    const ids = await addCustomers(ours, deletedAtOnce - 1)
    const [stranger = 0] = await addCustomers(theirs, 1)
    const events = async () => {
      const { count } = await service.context.store.db
        .selectFrom('event_log')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const before = await events()
    expect((await remove([...ids, stranger])).statusCode).toBe(404)
    expect(await totalOf(ours)).toBe(deletedAtOnce - 1)
    expect(await events()).toBe(before)
  }, 300_000)
})

test('one more than the maximum is rejected', async () => {
  const answer = await remove(Array.from({ length: deletedAtOnce + 1 }, (_, index) => index + 1))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.details).toEqual({ customers: 'customers must name at most 1000 customers' })
})

test('up to 500 ids can be checked for existence at once, within the account only', async () => {
  const own = await addCustomers(ours, 3)
  const [stranger = 0] = await addCustomers(theirs, 1)
  const ask = (ids: readonly number[]) =>
    service.app.inject({
      url: `/api/x/customers-by-id?ids=${ids.join(',')}`,
      headers: { authorization: `Bearer ${ours.key}` },
    })
  const { data } = (await ask([...own, stranger, 999_999])).json() as { data: { id: number }[] }
  expect(data.map(({ id }) => id)).toEqual(own)
  expect((await ask(Array.from({ length: 500 }, (_, index) => 1_000_000 + index))).json()).toEqual({
    data: [],
  })
  expect((await ask(Array.from({ length: 501 }, (_, index) => index + 1))).statusCode).toBe(400)
})
