import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import fc from 'fast-check'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { type CustomerById, listCustomers, showCustomer } from '#contract/customers/customers.ts'
import { createCustomer } from '#contract/customers/writes.ts'
import { demoFieldRows } from '#server/tools/demo/fields.ts'
import { pdf } from '#server/tools/demo/pictures.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type FormPart as Part, encodeForm } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

// The test with random forms sends more than the usual limit of a minute.
const { service, account } = await startWithAccount({ rateLimit: 100_000 })
const other = await service.account('Theirs')
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#115e59' } })
  .png()
  .toBuffer()
const fields = await account.tenant.insert('custom_fields', demoFieldRows(1))

const file = (bytes: Uint8Array | string, name: string) => new File([bytes as string], name)
const valid = (): Part[] => [
  ['name', 'Zoë'],
  ['last_name', 'Ødegård'],
  ['email', 'zoe@example.com'],
  ['phone', '+47 900 00 000'],
  ['business_information[company_name]', 'Ødegård AS'],
  ['profile_photo_path', file(photo, 'zoë 🙂.png')],
  ['permissions[invoice][view-invoice]', '1'],
  [`custom_fields[${fields[0]}][key]`, 'source'],
  [`custom_fields[${fields[0]}][value]`, 'Search'],
]

async function post(parts: readonly Part[], headers: Record<string, string> = {}, key = account.key) {
  const { contentType, payload } = await encodeForm(parts)
  return service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { authorization: `Bearer ${key}`, 'content-type': contentType, ...headers },
    payload,
  })
}

const get = (path: string, key = account.key) =>
  service.app.inject({ url: path, headers: { authorization: `Bearer ${key}` } })
const remove = (customers: unknown, key = account.key) =>
  service.app.inject({
    method: 'DELETE',
    url: '/api/customers',
    headers: { authorization: `Bearer ${key}` },
    payload: { customers },
  })
const detailsOf = async (parts: readonly Part[]) => {
  const answer = await post(parts)
  expect(answer.statusCode).toBe(422)
  return answer.json().error.details as Record<string, string>
}
const total = async () => (await get('/api/customers?limit=1')).json().meta.total as number
const tempFiles = () => readdir(join(service.dataDir, 'tmp'))

describe('a created customer', () => {
  test('is listed and shown exactly as the specification says', async () => {
    const answer = await post([
      ...valid(),
      [`custom_fields[${fields[3]}][file_upload][formats][]`, 'pdf'],
      [`custom_fields[${fields[3]}][file_upload][files][]`, file(pdf('Hello'), 'übereinkunft.pdf')],
    ])
    expect(answer.statusCode).toBe(201)
    expect(createCustomer.response.safeParse(answer.json()).error).toBeUndefined()
    const created = answer.json().data
    expect(created).toMatchObject({
      name: 'Zoë',
      stripe_customer_flag: false,
      permissions: { '4': 'view-invoice' },
      notes: [],
      activity_log: [],
      business_information: { company_name: 'Ødegård AS', city: null },
    })

    const shown = (await get(`/api/customers/${created.id}`)).json()
    expect(showCustomer.response.safeParse(shown).error).toBeUndefined()
    expect(shown.data).toEqual({ ...created, activity_log: shown.data.activity_log })
    expect(shown.data.activity_log).toMatchObject([
      { event: 'created', subject_type: 'customer', subject_title: 'Zoë Ødegård' },
    ])
    expect(shown.data.activity_log[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

    const listed = (await get('/api/customers')).json()
    expect(listCustomers.response.safeParse(listed).error).toBeUndefined()
    const { notes: _notes, activity_log: _activity, ...row } = created
    expect(listed.data.find(({ id }: { id: number }) => id === created.id)).toEqual(row)
  })

  test('has files that anyone with the URL can fetch, but that never run in a browser', async () => {
    const created = (
      await post([
        ...valid(),
        [`custom_fields[${fields[3]}][file_upload][files][]`, file(pdf('x'), 'vertrag "ä" 🙂.pdf')],
      ])
    ).json().data
    const path = new URL(created.profile_photo_path).pathname
    const shown = await service.app.inject({ url: path })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(shown.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    expect(shown.rawPayload.equals(photo)).toBe(true)
    const thumbnail = await service.app.inject({ url: `${path}?size=64` })
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({
      width: 64,
      height: 64,
      format: 'webp',
    })

    const [upload] = created.custom_fields[3].custom_field_values[0].value
    const download = await service.app.inject({ url: new URL(upload.path).pathname })
    expect(String(download.headers['content-disposition'])).toMatch(/^attachment; /)
    expect(String(download.headers['content-disposition'])).toContain("filename*=UTF-8''")

    expect((await remove([created.id])).statusCode).toBe(204)
    for (const gone of [path, `${path}?size=64`, new URL(upload.path).pathname]) {
      expect((await service.app.inject({ url: gone })).statusCode).toBe(404)
    }
  })

  test('emits its events in the same transaction', async () => {
    const { db } = service.context.store
    const before = await db.selectFrom('event_log').select('id').execute()
    await post(valid())
    await post(valid().slice(1))
    const events = await db
      .selectFrom('event_log')
      .select('type')
      .orderBy('id')
      .offset(before.length)
      .limit(9)
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'contact.created'])
  })

  test('belongs to its own account only', async () => {
    const { id } = (await post(valid())).json().data
    const [foreign, absent] = [
      await get(`/api/customers/${id}`, other.key),
      await get('/api/customers/999999', other.key),
    ]
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json().error).toEqual(absent.json().error)
    expect((await remove([id], other.key)).statusCode).toBe(404)
    expect((await get(`/api/customers/${id}`)).statusCode).toBe(200)
    expect((await get('/api/customers', other.key)).json().data).toEqual([])
  })
})

describe('an invalid request', () => {
  test('is rejected with all errors at once, keyed by the request’s field names', async () => {
    const details = await detailsOf([
      ['foo', '1'],
      ['__proto__[x]', '1'],
      ['custom_fields[__proto__][value]', '1'],
      ['permissions[invoice][view-invoice]', 'yes'],
      ['business_information[vat]', '1'],
    ])
    expect(Object.keys(details).toSorted()).toEqual(
      [
        '__proto__[x]',
        'business_information[company_name]',
        'business_information[vat]',
        `custom_fields[${fields[0]}][value]`,
        'custom_fields[__proto__][value]',
        'email',
        'foo',
        'last_name',
        'name',
        'permissions[invoice][view-invoice]',
        'phone',
        'profile_photo_path',
      ].toSorted(),
    )
  })

  const added: [string, (ids: number[]) => Part[], (ids: number[]) => string][] = [
    ['a name given twice', () => [['name', 'Again']], () => 'name'],
    [
      'a field of nobody',
      () => [['custom_fields[999999][value]', 'x']],
      () => 'custom_fields[999999][value]',
    ],
    [
      'a wrong key',
      (ids) => [[`custom_fields[${ids[1]}][key]`, 'nope']],
      (ids) => `custom_fields[${ids[1]}][key]`,
    ],
    [
      'text for a file field',
      (ids) => [[`custom_fields[${ids[3]}][value]`, 'x']],
      (ids) => `custom_fields[${ids[3]}][value]`,
    ],
    [
      'a value of an unknown type',
      (ids) => [[`custom_fields[${ids[5]}][value]`, 'x']],
      (ids) => `custom_fields[${ids[5]}][value]`,
    ],
    [
      'a text too long',
      (ids) => [[`custom_fields[${ids[1]}][value]`, 'x'.repeat(10_001)]],
      (ids) => `custom_fields[${ids[1]}][value]`,
    ],
    [
      'a format the field does not accept',
      (ids) => [[`custom_fields[${ids[3]}][file_upload][formats][]`, 'exe']],
      (ids) => `custom_fields[${ids[3]}][file_upload][formats][]`,
    ],
    [
      'a file that is not what its name says',
      (ids) => [[`custom_fields[${ids[3]}][file_upload][files][]`, file('plain', 'a.pdf')]],
      (ids) => `custom_fields[${ids[3]}][file_upload][files][]`,
    ],
    [
      'a file of another format',
      (ids) => [[`custom_fields[${ids[3]}][file_upload][files][]`, file(photo, 'a.png')]],
      (ids) => `custom_fields[${ids[3]}][file_upload][files][]`,
    ],
    [
      'more files than the field takes',
      (ids) =>
        [1, 2].map((index) => [
          `custom_fields[${ids[3]}][file_upload][files][]`,
          file(pdf('x'), `${index}.pdf`),
        ]),
      (ids) => `custom_fields[${ids[3]}][file_upload][files][]`,
    ],
  ]
  test.each(added)('%s', async (_title, more, name) => {
    const count = await total()
    const details = await detailsOf([...valid(), ...more(fields)])
    expect(Object.keys(details)).toEqual([name(fields)])
    expect(await total()).toBe(count)
    expect(await tempFiles()).toEqual([])
  })

  test.each([
    ['an option that is none', 'Sea'],
    ['the null option', 'null'],
    ['nothing, where the field is required', ''],
  ])('%s', async (_title, value) => {
    const parts = valid().map(([name, given]): Part => [name, name.endsWith('[value]') ? value : given])
    expect(Object.keys(await detailsOf(parts))).toEqual([`custom_fields[${fields[0]}][value]`])
  })

  test.each([
    ['text in place of a photo', 'x'],
    ['a photo that is none', file('x', 'a.png')],
    ['an SVG', file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png')],
    [
      'a photo cut short',
      file(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'a.png'),
    ],
    ['a photo above 5 MB', file(new Uint8Array(5 * 1024 * 1024 + 1), 'a.png')],
    ['a file above 20 MB', file(new Uint8Array(20 * 1024 * 1024 + 1), 'a.png')],
  ])('%s', async (_title, value) => {
    const parts = valid().map(([name, given]): Part => [name, name === 'profile_photo_path' ? value : given])
    expect(Object.keys(await detailsOf(parts))).toEqual(['profile_photo_path'])
    expect(await tempFiles()).toEqual([])
  })

  test.each([
    ['application/json', '{"name":"x"}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nZo'],
    ['text/plain', 'x'],
  ])('a truncated body of %s gets 400', async (type, payload) => {
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': type }
    const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
    expect(answer.statusCode).toBe(400)
    expect(await tempFiles()).toEqual([])
  })
})

describe('the list', () => {
  test('matches words in any order, ignores case and accents, and takes % and _ literally', async () => {
    await post(valid().map(([name, value]): Part => [name, name === 'name' ? 'Łukasz_100%' : value]))
    const names = async (search: string) =>
      (await get(`/api/customers?search=${encodeURIComponent(search)}`))
        .json()
        .data.map(({ name }: { name: string }) => name)
    expect(await names('odegard lukasz_')).toEqual(['Łukasz_100%'])
    expect(await names('_100%')).toEqual(['Łukasz_100%'])
    expect(await names('%%%')).toEqual([])
    expect(await names('"')).toEqual([])
  })

  test('shows each customer once across all pages', async () => {
    const count = await total()
    const ids = new Set<number>()
    for (let page = 1; page <= Math.ceil(count / 3); page += 1) {
      const { data } = (await get(`/api/customers?page=${page}&limit=3&sort=email`)).json()
      for (const { id } of data) ids.add(id)
    }
    expect(ids.size).toBe(count)
  })

  test('takes the same number of statements whatever the page size', async () => {
    const cost = (limit: number) =>
      statementsOf(service.context.store, () => get(`/api/customers?limit=${limit}`))
    expect(await cost(1)).toBe(await cost(100))
    expect(await cost(100)).toBeLessThanOrEqual(7)
  })
})

describe('deletion', () => {
  test('deletes all customers or none', async () => {
    const { id } = (await post(valid())).json().data
    expect((await remove([id, 999_999])).statusCode).toBe(404)
    expect((await get(`/api/customers/${id}`)).statusCode).toBe(200)
    const answer = await remove([id, id])
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await get(`/api/customers/${id}`)).statusCode).toBe(404)
  })

  test.each([[[]], ['1'], [[0]], [[1.5]], [['1']], [null]])('of type %j gets 400', async (customers) => {
    expect((await remove(customers)).statusCode).toBe(400)
  })
})

describe('an idempotency key', () => {
  let key = ''
  beforeEach(() => {
    key = crypto.randomUUID()
  })

  test('makes a repeated request harmless', async () => {
    const count = await total()
    const [first, second] = [
      await post(valid(), { 'idempotency-key': key }),
      await post(valid(), { 'idempotency-key': key }),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.body).toBe(first.body)
    expect(await total()).toBe(count + 1)
  })

  test('is rejected for a different request', async () => {
    await post(valid(), { 'idempotency-key': key })
    const changed = valid().map(([name, value]): Part => [name, name === 'phone' ? '1' : value])
    expect((await post(changed, { 'idempotency-key': key })).statusCode).toBe(422)
  })

  test('admits one of two concurrent requests', async () => {
    const count = await total()
    const answers = await Promise.all([1, 2].map(() => post(valid(), { 'idempotency-key': key })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(await total()).toBe(count + 1)
  })

  test.each(['', 'x'.repeat(256), 'a b'])('%j isn’t valid', async (bad) => {
    expect((await post(valid(), { 'idempotency-key': bad })).statusCode).toBe(422)
  })
})

test('any form gets a response, and nothing is left half done', async () => {
  const segment = fc.constantFrom(
    'name',
    'email',
    'custom_fields',
    '1',
    '__proto__',
    'constructor',
    'value',
    'key',
    'file_upload',
    'files',
    '',
    '-1',
    '🙂',
    '[',
    ']',
  )
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(segment, { minLength: 1, maxLength: 6 })
      .map(([head, ...rest]) => head + rest.map((part) => `[${part}]`).join('')),
  )
  const header = fc.oneof(
    name.map((text) => `form-data; name="${text}"`),
    name.map((text) => `form-data; name="${text}"; filename="${text}"`),
    fc.string(),
  )
  const body = fc
    .array(fc.tuple(header, fc.string({ unit: 'binary' })), { maxLength: 5 })
    .map(
      (parts) =>
        parts
          .map(([disposition, text]) => `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${text}\r\n`)
          .join('') + '--b--\r\n',
    )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        body,
        body.map((text) => text.slice(0, text.length / 2)),
        fc.string({ unit: 'binary' }),
      ),
      async (payload) => {
        const headers = {
          authorization: `Bearer ${account.key}`,
          'content-type': 'multipart/form-data; boundary=b',
        }
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url: '/api/customers',
          headers,
          payload,
        })
        expect([400, 422]).toContain(statusCode)
      },
    ),
    { numRuns: runs(500, 20_000) },
  )
  expect(await tempFiles()).toEqual([])
}, 480_000)

test('customers by their ids are those of this account that exist, with their last activity', async () => {
  const { id } = (await post(valid())).json().data as { id: number }
  const byId = async (key?: string) =>
    (await get(`/api/x/customers-by-id?ids=${id},999999999`, key)).json().data as CustomerById[]
  const [customer] = await byId()
  expect(customer).toEqual({
    id,
    name: 'Zoë',
    last_name: 'Ødegård',
    created_at: expect.any(String),
    archived_at: null,
    last_activity_at: expect.any(String),
    assignee: null,
  })
  expect(await byId(other.key)).toEqual([])
  const note = { kind: 'call', text: 'Called', is_pinned: false, follow_up_on: null }
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/x/customers/${id}/notes`,
    headers: { authorization: `Bearer ${account.key}` },
    payload: note,
  })
  expect(answer.statusCode).toBe(201)
  const { created_at } = answer.json().data as { created_at: string }
  // The activity is written after the note itself.
  expect((await byId())[0]?.last_activity_at).toSatisfy((at: string) => at >= created_at)
})
