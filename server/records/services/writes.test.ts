import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createService, updateService } from '#contract/services/changes.ts'
import type { ServiceInput } from '#contract/services/input.ts'
import { type Service, listServiceActivity } from '#contract/services/services.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { sampleService } from '#server/tools/testing/samples.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })

const input = (more: Partial<ServiceInput> = {}): ServiceInput => ({
  ...sampleService,
  name: 'Hand lettering',
  description: 'By the hour, ink on paper.',
  price: 85.5,
  tags: ['print', 'ink'],
  ...more,
})
type Headers = Record<string, string>
const create = (body: object, headers: Headers = staff) =>
  service.send('POST', '/api/x/services', headers, body)
const update = (id: number, version: number | string, body: object, headers: Headers = staff) =>
  service.send(
    'PUT',
    `/api/x/services/${id}`,
    { ...headers, 'if-match': typeof version === 'number' ? `"${version}"` : version },
    body,
  )
const get = async (url: string) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${account.key}` } })
const list = async (query: string) => (await get(`/api/services/?${query}`)).json()
async function add(more: Partial<ServiceInput> = {}): Promise<Service> {
  const answer = await create(input(more))
  expect(answer.statusCode).toBe(201)
  expect(answer.headers.etag).toBe('"1"')
  expect(createService.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as Service
}
const activityOf = async (id: number) => {
  return account.tenant
    .select('activity_log')
    .select(['event', 'description', 'subject_title', 'caused_by', 'actor_id', 'changes'])
    .where('subject_type', '=', 'service')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

describe('a new service', () => {
  test('is listed and shown to the letter of the specification, with an activity entry', async () => {
    const fields = [
      { name: 'Lead time', type: 'number', value: 12 },
      { name: 'Lead time', type: 'text', value: 'Two weeks' },
    ] as const
    const made = await add({ category: 'Created', custom_fields: [...fields] })
    expect(made).toEqual({
      ...input({ category: 'Created' }),
      id: made.id,
      created_at: expect.any(String),
      updated_at: made.created_at,
      custom_fields: [
        { id: 1, name: 'Lead time', key: 'lead_time', value: 12, type: 'number' },
        { id: 2, name: 'Lead time', key: 'lead_time_2', value: 'Two weeks', type: 'text' },
      ],
      tags: ['ink', 'print'],
    })
    expect((await list('category=Created')).data).toEqual([made])
    expect((await get(`/api/x/services/${made.id}`)).json().data).toEqual(made)
    expect(await activityOf(made.id)).toMatchObject([
      { event: 'created', subject_title: 'Hand lettering', caused_by: 'Robin', actor_id: expect.any(Number) },
    ])
  })

  test('that is sent twice with one Idempotency-Key is created once', async () => {
    const headers = { ...staff, 'idempotency-key': 'one-service' }
    const body = input({ category: 'Once' })
    const [first, second] = [await create(body, headers), await create(body, headers)]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await list('category=Once')).meta.total).toBe(1)
    const other = await create({ ...body, name: 'Another' }, headers)
    expect(other.statusCode).toBe(422)
  })

  test('of a currency without decimals has a whole price, and one of three decimals has three', async () => {
    expect((await add({ currency: 'JPY', price: 18_500 })).price).toBe(18_500)
    expect((await add({ currency: 'KWD', price: 1.125 })).price).toBe(1.125)
  })

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['two lines of name', { name: 'a\nb' }, 'name'],
    ['a price below zero', { price: -1 }, 'price'],
    ['a price finer than its currency', { price: 1.001 }, 'price'],
    ['a fraction of a yen', { price: 1.5, currency: 'JPY' }, 'price'],
    ['a price beyond every amount', { price: 1e21 }, 'price'],
    ['more than every tax', { tax_rate: 100.1 }, 'tax_rate'],
    ['a tax too fine', { tax_rate: 1.2345 }, 'tax_rate'],
    ['a currency nobody uses', { currency: 'ABX' }, 'currency'],
    ['an unknown type', { type: 'bundle' }, 'type'],
    ['a comma in a tag', { tags: ['a,b'] }, 'tags.0'],
    ['a hidden character', { description: 'a\u0000b' }, 'description'],
    ['a field of another service', { custom_fields: [{ id: 9, name: 'x' }] }, 'custom_fields.0.id'],
    ['a field without a type', { custom_fields: [{ name: 'x', value: 'y' }] }, 'custom_fields.0.type'],
    [
      'a number that isn’t one',
      { custom_fields: [{ name: 'x', type: 'number', value: 'many' }] },
      'custom_fields.0.value',
    ],
  ])('with %s is refused where the mistake is', async (_title, more, name) => {
    const answer = await create({ ...input(), ...more })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('is refused from a viewer', async () => {
    expect((await create(input(), viewer)).statusCode).toBe(403)
  })
})

describe('an update', () => {
  test('changes what lists filter, search and sort by, and says what changed', async () => {
    const before = await add({ category: 'Before', name: 'Zeppelin lettering', tags: ['old'] })
    const body = input({
      category: 'After',
      name: 'Airship lettering',
      price: 90,
      tags: ['new'],
      is_active: false,
    })
    const answer = await update(before.id, 1, body)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.etag).toBe('"2"')
    expect(updateService.response.safeParse(answer.json()).error).toBeUndefined()
    const after = answer.json().data as Service
    expect(after).toMatchObject({ ...body, id: before.id, created_at: before.created_at })
    for (const query of ['category=After', 'tags=new', 'search=airship', 'is_active=false&category=After'])
      expect((await list(query)).data, query).toEqual([after])
    for (const query of ['category=Before', 'tags=old', 'search=zeppelin'])
      expect((await list(query)).meta.total, query).toBe(0)
    const facets = (await get('/api/x/service-facets')).json().data
    const names = (some: { name: string }[]) => some.map(({ name }) => name)
    expect(names(facets.categories)).toContain('After')
    expect(names(facets.categories)).not.toContain('Before')
    expect(names(facets.tags)).not.toContain('old')
    const [, entry] = await activityOf(before.id)
    expect(entry).toMatchObject({ event: 'updated', subject_title: 'Airship lettering' })
    expect(JSON.parse(entry?.changes ?? '')).toEqual({
      name: { from: 'Zeppelin lettering', to: 'Airship lettering' },
      category: { from: 'Before', to: 'After' },
      price: { from: 85.5, to: 90 },
      is_active: { from: true, to: false },
      tags: { from: ['old'], to: ['new'] },
    })
  })

  test('keeps the keys, types and values of fields that it names by id', async () => {
    const { tenant } = account
    const made = await add()
    const options = { id: 7, name: 'Options', key: 'options', value: ['a', { b: 1 }], type: 'checkbox' }
    await tenant
      .update('services')
      .set({ custom_fields: JSON.stringify([options, { ...options, id: 8 }]) })
      .where('id', '=', made.id)
      .execute()
    const answer = await update(
      made.id,
      1,
      input({
        custom_fields: [
          { id: 7, name: 'Choices' },
          { name: 'Options', type: 'text', value: 'one' },
        ],
      }),
    )
    expect(answer.json().data.custom_fields).toEqual([
      { ...options, name: 'Choices' },
      { id: 9, name: 'Options', key: 'options_2', value: 'one', type: 'text' },
    ])
  })

  test('that changes nothing leaves no trace', async () => {
    const made = await add()
    const answer = await update(made.id, 1, input())
    expect(answer.json().data).toEqual(made)
    expect(answer.headers.etag).toBe('"1"')
    expect(await activityOf(made.id)).toHaveLength(1)
  })

  test('must say which version it has read', async () => {
    const { id } = await add()
    const url = `/api/x/services/${id}`
    const missing = await service.app.inject({ method: 'PUT', url, headers: staff, payload: input() })
    expect(missing.statusCode).toBe(428)
    for (const version of ['"0"', 'W/"1"', '"2"'])
      expect((await update(id, version, input({ name: 'x' }))).statusCode).toBe(412)
    expect((await update(id, '*', input({ name: 'x' }))).statusCode).toBe(200)
  })

  test('is made by one of ten people at once', async () => {
    const { id } = await add({ category: 'Raced' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update(id, 1, input({ category: 'Raced', name: `Version ${index}`, tags: [`tag ${index}`] })),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json().data
    expect((await list('category=Raced')).data).toEqual([won])
    expect(await activityOf(id)).toHaveLength(2)
  })

  test('whose response was lost gets it again with the same Idempotency-Key', async () => {
    const { id } = await add()
    const headers = { ...staff, 'idempotency-key': `update-${id}` }
    const [first, second] = [
      await update(id, 1, input({ name: 'Once' }), headers),
      await update(id, 1, input({ name: 'Once' }), headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await activityOf(id)).toHaveLength(2)
  })

  test('is refused from a viewer, and for a service of another account', async () => {
    const { id } = await add()
    expect((await update(id, 1, input(), viewer)).statusCode).toBe(403)
    const other = await service.account('Theirs')
    const stranger = await service.session(other.id, 'owner')
    expect((await update(id, 1, input(), stranger)).statusCode).toBe(404)
  })
})

test('after any series of writes, the filters count the services that exist', async () => {
  const apart = await service.account('Counted', { rateLimit: 1_000_000 })
  const headers = await service.session(apart.id, 'staff')
  const ask = async (url: string) =>
    (await service.app.inject({ url, headers: { authorization: `Bearer ${apart.key}` } })).json()
  const change = fc.record({
    at: fc.nat(4),
    category: fc.constantFrom('A', 'B'),
    is_active: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  })
  const ids: number[] = []
  const versions = new Map<number, number>()
  for (const { at, ...more } of fc.sample(change, { numRuns: 40, seed: 11 })) {
    const id = ids[at]
    if (id === undefined) {
      const made = (await create(input(more), headers)).json().data as Service
      ids.push(made.id)
      versions.set(made.id, 1)
      continue
    }
    const answer = await update(id, versions.get(id) ?? 0, input(more), headers)
    expect(answer.statusCode).toBe(200)
    versions.set(id, Number(/\d+/.exec(String(answer.headers.etag))?.[0]))
  }
  const { data } = (await ask('/api/services/')) as { data: Service[] }
  for (const category of ['A', 'B'])
    for (const is_active of [true, false]) {
      const expected = data.filter((one) => one.category === category && one.is_active === is_active)
      const found = await ask(`/api/services/?category=${category}&is_active=${is_active}`)
      expect(found.meta.total).toBe(expected.length)
      expect(found.data).toEqual(expected)
    }
  const facets = (await ask('/api/x/service-facets')).data
  for (const { name, count } of facets.tags)
    expect(count).toBe(data.filter(({ tags }) => tags.includes(name)).length)
})

test('any body gets an answer with a reason, never a server error', async () => {
  const { id } = await add()
  const headers = { authorization: `Bearer ${account.key}` }
  const names = Object.keys(input()) as (keyof ServiceInput)[]
  const body = fc
    .tuple(fc.constantFrom(...names), fc.jsonValue())
    .map(([name, json]) => ({ ...input(), [name]: json }))
    .filter((sent) => !/"(__proto__|constructor)"/.test(JSON.stringify(sent)))
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      for (const answer of [await create(sent, headers), await update(id, 1, sent, headers)])
        expect([200, 201, 412, 422]).toContain(answer.statusCode)
    }),
    { numRuns: runs(30, 150) },
  )
})

test.each(['{"__proto__":null}', '{"constructor":{"prototype":{"x":1}}}'])(
  'a body with the prototype key %s is malformed, wherever the key is',
  async (poison) => {
    const { id } = await add()
    for (const [method, url] of [
      ['POST', '/api/x/services'],
      ['PUT', `/api/x/services/${id}`],
    ] as const) {
      const answer = await service.app.inject({
        method,
        url,
        headers: { ...staff, 'content-type': 'application/json', 'if-match': '"1"' },
        payload: JSON.stringify(input()).replace('"Hand lettering"', poison),
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
  },
)

test('the activity of a service says who did what and what was changed, the newest first', async () => {
  const { id } = await add()
  await update(id, 1, input({ price: 90, tags: ['ink'] }))
  await add()
  const answer = await service.send('GET', `/api/x/services/${id}/activity`, viewer)
  expect(listServiceActivity.response.safeParse(answer.json()).error).toBeUndefined()
  expect(answer.json().data).toMatchObject([
    {
      event: 'updated',
      description: 'Service updated',
      changes: { price: { from: 85.5, to: 90 }, tags: { from: ['ink', 'print'], to: ['ink'] } },
    },
    { event: 'created', description: 'Service created', changes: null },
  ])
  const other = await service.account('Somebody else')
  const theirs = await service.app.inject({
    url: `/api/x/services/${id}/activity`,
    headers: { authorization: `Bearer ${other.key}` },
  })
  expect(theirs.statusCode).toBe(404)
})
