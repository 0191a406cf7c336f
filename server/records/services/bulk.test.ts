import { describe, expect, test } from 'vitest'

import {
  type PriceChange,
  type TagChange,
  previewServicePrices,
  retagServices,
  servicesAtOnce,
  setServicePrices,
  setServicesActive,
} from '#contract/services/changes.ts'
import type { Service } from '#contract/services/services.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { sampleService } from '#server/tools/testing/samples.ts'

import { type NewService, addServices } from './insert.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })
const { tenant } = account

const add = (...services: Partial<NewService>[]) =>
  tenant.transaction((trx) =>
    addServices(
      trx,
      services.map((more) => ({ ...sampleService, ...more })),
    ),
  )
const ask = (name: string, payload: object, headers: Record<string, string> = staff) =>
  service.send('POST', `/api/x/services/${name}`, headers, payload)
async function read(ids: readonly number[]): Promise<Service[]> {
  const headers = { authorization: `Bearer ${account.key}` }
  return Promise.all(
    ids.map(async (id) => (await service.app.inject({ url: `/api/x/services/${id}`, headers })).json().data),
  )
}
const eventsOf = async (id: number) =>
  (
    await tenant
      .select('activity_log')
      .select(['event', 'changes'])
      .where('subject_type', '=', 'service')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event, changes }) => [event, JSON.parse(changes ?? 'null')] as const)

const bodies = {
  'set-active': (ids: readonly number[]) => ({ ids, is_active: false }),
  retag: (ids: readonly number[]) => ({ changes: [{ ids, add: ['x'], remove: [] }] }),
  'price-preview': (ids: readonly number[]) => ({ ids, percent: 10 }),
  prices: (ids: readonly number[]) => ({ prices: ids?.map((id) => ({ id, version: 1, price: 1 })) }),
}

describe.each(Object.entries(bodies))('%s', (name, body) => {
  test('changes none of the services if one isn’t in the account', async () => {
    const other = await service.account('Theirs')
    const theirs = other.tenant
    const [foreign] = await theirs.transaction((trx) => addServices(trx, [sampleService]))
    const [ours] = await add({})
    const before = await read([ours!])
    for (const id of [foreign!, 999_999]) {
      const answer = await ask(name, body([ours!, id]))
      expect(answer.statusCode).toBe(404)
    }
    expect(await read([ours!])).toEqual(before)
  })

  test('is refused from a viewer', async () => {
    expect((await ask(name, body(await add({})), viewer)).statusCode).toBe(403)
  })

  test('takes a bounded number of services', async () => {
    const many = Array.from({ length: servicesAtOnce + 1 }, (_, index) => index + 1)
    for (const ids of [[], many, [0], ['1'], null]) {
      const answer = await ask(name, body(ids as number[]))
      expect(answer.statusCode).toBe(422)
    }
  })
})

describe('activation', () => {
  test('says which services it changed, records it once, and can be undone by that', async () => {
    const ids = await add({ is_active: true }, { is_active: false })
    const off = await ask('set-active', { ids, is_active: false })
    expect(setServicesActive.response.safeParse(off.json()).error).toBeUndefined()
    expect(off.json().data.changed).toEqual([ids[0]])
    expect((await read(ids)).map(({ is_active }) => is_active)).toEqual([false, false])
    const again = await ask('set-active', { ids, is_active: false })
    expect(again.json().data.changed).toEqual([])
    await ask('set-active', { ids: off.json().data.changed, is_active: true })
    expect((await read(ids)).map(({ is_active }) => is_active)).toEqual([true, false])
    expect(await eventsOf(ids[0]!)).toEqual([
      ['deactivated', { is_active: { from: true, to: false } }],
      ['activated', { is_active: { from: false, to: true } }],
    ])
    expect(await eventsOf(ids[1]!)).toEqual([])
  })

  test('moves services between the results of a filter', async () => {
    const ids = await add({ category: 'Moved' }, { category: 'Moved' })
    const total = async (query: string) =>
      (
        await service.app.inject({
          url: `/api/services/?category=Moved&${query}`,
          headers: { authorization: `Bearer ${account.key}` },
        })
      ).json().meta.total as number
    expect([await total('is_active=true'), await total('is_active=false')]).toEqual([2, 0])
    await ask('set-active', { ids, is_active: false })
    expect([await total('is_active=true'), await total('is_active=false')]).toEqual([0, 2])
  })
})

describe('retagging', () => {
  test('answers with what really changed, which undoes it', async () => {
    const ids = await add({ tags: ['a', 'b'] }, { tags: ['b', 'c'] }, { tags: ['c'] }, { tags: ['d'] })
    const before = await read(ids)
    const answer = await ask('retag', { changes: [{ ids, add: ['c', 'd'], remove: ['b'] }] })
    expect(retagServices.response.safeParse(answer.json()).error).toBeUndefined()
    const { changes } = answer.json().data as { changes: TagChange[] }
    expect(changes).toEqual([
      { ids: [ids[0]], add: ['c', 'd'], remove: ['b'] },
      { ids: [ids[1]], add: ['d'], remove: ['b'] },
      { ids: [ids[2]], add: ['d'], remove: [] },
      { ids: [ids[3]], add: ['c'], remove: [] },
    ])
    const tags = (await read(ids)).map((one) => one.tags)
    expect(tags).toEqual([
      ['a', 'c', 'd'],
      ['c', 'd'],
      ['c', 'd'],
      ['c', 'd'],
    ])
    const undo = changes.map((change) => ({ ids: change.ids, add: change.remove, remove: change.add }))
    await ask('retag', { changes: undo })
    expect((await read(ids)).map((one) => one.tags)).toEqual(before.map((one) => one.tags))
  })

  test('gives no service too many tags', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    const ids = await add({ tags }, {})
    const answer = await ask('retag', { changes: [{ ids, add: ['one more'], remove: [] }] })
    expect(answer.statusCode).toBe(422)
    expect((await read(ids)).map((one) => one.tags.length)).toEqual([20, 0])
  })

  test('whose response was lost answers the same again', async () => {
    const ids = await add({})
    const headers = { ...staff, 'idempotency-key': `retag-${ids[0]}` }
    const body = { changes: [{ ids, add: ['once'], remove: [] }] }
    const [first, second] = [await ask('retag', body, headers), await ask('retag', body, headers)]
    expect(second.json()).toEqual(first.json())
    expect(await eventsOf(ids[0]!)).toHaveLength(1)
  })
})

describe('prices', () => {
  const preview = async (ids: readonly number[], percent: number) => {
    const answer = await ask('price-preview', { ids, percent })
    expect(previewServicePrices.response.safeParse(answer.json()).error).toBeUndefined()
    return answer.json().data as PriceChange[]
  }

  test('change to what the preview said, and back', async () => {
    const ids = await add(
      { price: 10.05 },
      { price: 1_005, currency: 'JPY' },
      { price: 1.005, currency: 'KWD' },
      { price: 0 },
    )
    const shown = await preview(ids, 10)
    expect(shown.map(({ from, to, currency, version }) => [from, to, currency, version])).toEqual([
      [10.05, 11.06, 'EUR', 1],
      [1_005, 1_106, 'JPY', 1],
      [1.005, 1.106, 'KWD', 1],
      [0, 0, 'EUR', 1],
    ])
    expect((await read(ids)).map(({ price }) => price)).toEqual([10.05, 1_005, 1.005, 0])

    const prices = shown.map(({ id, version, to }) => ({ id, version, price: to }))
    const answer = await ask('prices', { prices })
    expect(setServicePrices.response.safeParse(answer.json()).error).toBeUndefined()
    const written = answer.json().data as PriceChange[]
    expect(written.map(({ version }) => version)).toEqual([2, 2, 2, 1])
    expect((await read(ids)).map(({ price }) => price)).toEqual([11.06, 1_106, 1.106, 0])
    expect(await eventsOf(ids[0]!)).toEqual([['updated', { price: { from: 10.05, to: 11.06 } }]])

    const back = written.map(({ id, version, from }) => ({ id, version, price: from }))
    expect((await ask('prices', { prices: back })).statusCode).toBe(200)
    expect((await read(ids)).map(({ price }) => price)).toEqual([10.05, 1_005, 1.005, 0])
  })

  test('stay all as they are if one service has changed since the preview', async () => {
    const ids = await add({}, {})
    const shown = await preview(ids, 50)
    await ask('retag', { changes: [{ ids: [ids[1]], add: ['changed'], remove: [] }] })
    const prices = shown.map(({ id, version, to }) => ({ id, version, price: to }))
    expect((await ask('prices', { prices })).statusCode).toBe(412)
    expect((await read(ids)).map(({ price }) => price)).toEqual([85, 85])
  })

  test('are sorted anew', async () => {
    const ids = await add({ category: 'Sorted', price: 1 }, { category: 'Sorted', price: 2 })
    await ask('prices', { prices: [{ id: ids[0], version: 1, price: 3 }] })
    const answer = await service.app.inject({
      url: '/api/services/?category=Sorted&sort=price',
      headers: { authorization: `Bearer ${account.key}` },
    })
    expect(answer.json().data.map(({ id }: Service) => id)).toEqual(ids.toReversed())
  })

  test.each([
    ['percent', 10.123],
    ['percent', -100.01],
    ['percent', 1_000.5],
    ['percent', '10'],
  ])('don’t take %s %s', async (name, percent) => {
    const answer = await ask('price-preview', { ids: await add({}), percent })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('are never finer than their currency, below zero or named twice', async () => {
    const [id] = await add({ currency: 'JPY', price: 100 })
    for (const prices of [
      [{ id, version: 1, price: 1.5 }],
      [{ id, version: 1, price: -1 }],
      [
        { id, version: 1, price: 1 },
        { id, version: 1, price: 2 },
      ],
    ])
      expect((await ask('prices', { prices })).statusCode).toBe(422)
    expect((await read([id!])).map(({ price }) => price)).toEqual([100])
  })

  test('don’t rise beyond every amount', async () => {
    const ids = await add({ price: 999_999_999_999 })
    expect((await ask('price-preview', { ids, percent: 1000 })).statusCode).toBe(422)
  })
})
