import { existsSync } from 'node:fs'

import { beforeEach, describe, expect, test } from 'vitest'

import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { demoFieldRows } from '#server/tools/demo/fields.ts'
import { swatch } from '#server/tools/demo/pictures.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { encodeForm } from '#server/tools/testing/service.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 100_000 })
const { tenant } = account
const fields = await tenant.insert('custom_fields', demoFieldRows(1))
const [source = 0, , text = 0, , files = 0] = fields

let ada: Customer
let bob: Customer

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
  service.app.inject({ method, url, headers: { ...staff, ...headers }, ...(payload && { payload }) })

async function create(name: string, more: readonly (readonly [string, string | File])[]) {
  const { contentType, payload } = await encodeForm([
    ['name', name],
    ['last_name', 'Lovelace'],
    ['email', `${name.toLowerCase()}@example.com`],
    ['phone', '+44 1'],
    ['business_information[company_name]', name === 'Ada' ? 'Engines' : 'Looms'],
    [`custom_fields[${source}][value]`, 'Search'],
    ['profile_photo_path', new File([await swatch(name === 'Ada' ? 2 : 3)], `${name}.png`)],
    ...more.map(([key, value]) => [key, value] as [string, string | File]),
  ])
  const headers = { ...staff, 'content-type': contentType }
  const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return show((answer.json().data as Customer).id)
}
const show = async (id: number) => (await send('GET', `/api/customers/${id}`)).json().data as Customer
const versionOf = async (id: number) => String((await send('GET', `/api/customers/${id}`)).headers.etag)

beforeEach(async () => {
  const upload = `custom_fields[${files}][file_upload][files][]`
  ada = await create('Ada', [
    ['business_information[city]', 'London'],
    [upload, new File([await swatch(4)], 'ada.png')],
    ['permissions[invoice][view-invoice]', '1'],
  ])
  bob = await create('Bob', [
    ['business_information[city]', 'Bergen'],
    ['business_information[fax]', '99'],
    [`custom_fields[${text}][value]`, 'Allergic to invoices'],
    [upload, new File([await swatch(5)], 'bob.png')],
    ['permissions[contract][view-contract]', '1'],
  ])
  const note = { kind: 'note', text: 'Prefers email', is_pinned: false, follow_up_on: null }
  await send('POST', `/api/x/customers/${bob.id}/notes`, note)
  const invoice = {
    customer_id: bob.id,
    customer_name: 'Bob Lovelace',
    customer_email: 'bob@example.com',
    status: 'sent' as const,
    currency: 'EUR',
    due_date: '2099-01-31',
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
    payments: [{ amount: 20, paid_on: '2026-01-05', method: 'card' as const }],
  }
  const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
  await tenant.insertOne('invoice_schedules', {
    ...times,
    customer_id: bob.id,
    customer_name: 'Bob Lovelace',
    customer_name_key: 'bob lovelace',
    customer_email: 'bob@example.com',
    status: 'active',
    pause_reason: null,
    frequency: 'monthly',
    starts_on: '2099-01-01',
    ends_on: null,
    max_count: null,
    next_on: '2099-01-01',
    currency: 'EUR',
    total_amount: 0,
    payment_days: 14,
    notes: '',
    lines: '[]',
  })
  await tenant.transaction((trx) => addInvoices(trx, [{ ...invoice, invoice_number: `INV-${bob.id}` }]))
})

async function merge(survivor: number, other: number, more: object = {}, headers: object = {}) {
  const [version, other_version] = [await versionOf(survivor), await versionOf(other)]
  return send(
    'POST',
    `/api/x/customers/${survivor}/merge`,
    { other, other_version, take: [], take_custom_fields: [], ...more },
    { 'if-match': version, ...headers },
  )
}
const totalsOf = async (id: number) =>
  (await send('GET', `/api/x/invoice-totals?customer_id=${id}`)).json().data as object
const contactsOf = async (id: number) =>
  (await send('GET', `/api/v1/contacts?customer_id=${id}`)).json().data as Contact[]
const valueOf = (customer: Customer, field: number) =>
  customer.custom_fields.find(({ id }) => id === field)?.custom_field_values[0]?.value
const filesOf = (customer: Customer) => (valueOf(customer, files) ?? []) as { name: string; path: string }[]
const pathOf = (url: string) => new URL(url).pathname
const storedAt = (url: string) => storedPath(service.dataDir, pathOf(url).split('/')[2] as string)
const lastEvents = async () => {
  const rows = await tenant
    .select('event_log')
    .select(['type', 'body'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  return rows.map(({ type, body }) => `${type} ${JSON.parse(body).data.id}`)
}

describe('a merge', () => {
  test('keeps what was chosen, and moves invoices, sums, contacts, notes, files and activity', async () => {
    const [sums, contacts] = [await totalsOf(bob.id), await contactsOf(bob.id)]
    const answer = await merge(ada.id, bob.id, {
      take: ['city', 'fax', 'permissions'],
      take_custom_fields: [text],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const merged = await show(ada.id)
    expect(merged).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      profile_photo_path: ada.profile_photo_path,
      business_information: { company_name: 'Engines', city: 'Bergen', fax: '99' },
      permissions: { 8: 'view-contract' },
    })
    expect([valueOf(merged, source), valueOf(merged, text)]).toEqual(['Search', 'Allergic to invoices'])
    expect(filesOf(merged)).toEqual([...filesOf(ada), ...filesOf(bob)])
    for (const { path } of filesOf(merged)) expect((await send('GET', pathOf(path))).statusCode).toBe(200)
    expect(merged.notes.map(({ note }) => note)).toEqual(['Prefers email'])
    expect(merged.activity_log.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...ada.activity_log, ...bob.activity_log].map(({ id }) => id)),
    )
    expect(merged.activity_log[0]).toMatchObject({ event: 'merged', subject_title: 'Bob Lovelace' })
    expect(await totalsOf(ada.id)).toEqual(sums)
    expect((await contactsOf(ada.id)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(contacts.map(({ id }) => id)),
    )
    const schedules = await tenant
      .select('invoice_schedules')
      .select(['customer_name', 'customer_email', 'version'])
      .where('customer_id', '=', ada.id)
      .execute()
    expect(schedules).toEqual([
      { customer_name: 'Ada Lovelace', customer_email: 'ada@example.com', version: 2 },
    ])
    expect((await send('GET', `/api/customers/${bob.id}`)).statusCode).toBe(404)
    expect((await send('GET', `/api/x/merged-customers/${bob.id}`)).json().data).toEqual({
      survivor_id: ada.id,
    })
    expect(await lastEvents()).toEqual([
      `contact.updated ${contacts[0]?.id}`,
      `customer.deleted ${bob.id}`,
      `customer.updated ${ada.id}`,
    ])
  })

  test('loses nothing: the other can be restored with its own values, and the photo that wasn’t kept', async () => {
    await merge(ada.id, bob.id, { take: ['photo', 'email'] })
    expect((await show(ada.id)).profile_photo_path).toBe(bob.profile_photo_path)
    expect(await contactsOf(ada.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Ada', email: 'bob@example.com' })]),
    )
    const listed = (await send('GET', `/api/x/deleted-customers/${bob.id}`)).json().data
    expect(listed).toMatchObject({ name: 'Bob', merged_into: ada.id, merged_into_name: 'Ada Lovelace' })
    expect(existsSync(storedAt(ada.profile_photo_path as string))).toBe(true)
    const restored = await send('POST', '/api/x/deleted-customers/restore', { customers: [bob.id] })
    expect(restored.json().data).toEqual({ restored: 1 })
    const again = await show(bob.id)
    expect(again).toMatchObject({
      name: 'Bob',
      email: 'bob@example.com',
      profile_photo_path: ada.profile_photo_path,
    })
    expect(valueOf(again, text)).toBe('Allergic to invoices')
    expect((await send('GET', `/api/x/merged-customers/${bob.id}`)).statusCode).toBe(404)
    expect((await send('GET', pathOf(ada.profile_photo_path as string))).statusCode).toBe(200)
  })

  test('of the survivor leads the links of both to the last one', async () => {
    const eve = await create('Eve', [])
    await merge(ada.id, bob.id)
    await merge(eve.id, ada.id)
    for (const id of [ada.id, bob.id])
      expect((await send('GET', `/api/x/merged-customers/${id}`)).json().data).toEqual({
        survivor_id: eve.id,
      })
    expect(filesOf(await show(eve.id))).toHaveLength(2)
  })

  test.each(['ada', 'bob'] as const)('is refused when %s was edited meanwhile', async (who) => {
    const versions = { 'if-match': await versionOf(ada.id), other_version: await versionOf(bob.id) }
    const edited = who === 'ada' ? ada.id : bob.id
    const archive = await send(
      'PUT',
      `/api/x/customers/${edited}/archive`,
      { is_archived: true },
      { 'if-match': await versionOf(edited) },
    )
    expect(archive.statusCode).toBe(200)
    const answer = await merge(
      ada.id,
      bob.id,
      { other_version: versions.other_version },
      { 'if-match': versions['if-match'] },
    )
    expect(answer.statusCode).toBe(412)
    expect((await send('GET', `/api/customers/${bob.id}`)).statusCode).toBe(200)
  })

  test('is carried out once when the request is repeated', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': await versionOf(ada.id) }
    const other_version = await versionOf(bob.id)
    const [first, second] = [
      await merge(ada.id, bob.id, { other_version }, headers),
      await merge(ada.id, bob.id, { other_version }, headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  })

  test('in both directions at once is carried out in one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await create('Ada', []), await create('Bob', [])]
      // Read before either is merged: one that is gone has no version.
      const versions = [await versionOf(one.id), await versionOf(two.id)] as const
      const answers = await Promise.all([
        merge(one.id, two.id, { other_version: versions[1] }, { 'if-match': versions[0] }),
        merge(two.id, one.id, { other_version: versions[0] }, { 'if-match': versions[1] }),
      ])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
      const left = await Promise.all([one.id, two.id].map((id) => send('GET', `/api/customers/${id}`)))
      expect(left.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    }
  })

  test('beside an edit of one of the two loses nothing: who comes second is told', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await create('Ada', []), await create('Bob', [])]
      const versions = [await versionOf(one.id), await versionOf(two.id)] as const
      const edited = round % 2
      const id = [one.id, two.id][edited] ?? 0
      const { contentType, payload } = await encodeForm([
        ['name', 'Edited'],
        ['last_name', 'Lovelace'],
        ['email', 'edited@example.com'],
        ['phone', '+44 2'],
        ['business_information[company_name]', 'Engines'],
        [`custom_fields[${source}][value]`, 'Search'],
      ])
      const headers = { ...staff, 'content-type': contentType, 'if-match': versions[edited] ?? '' }
      const edit = () =>
        service.app.inject({ method: 'PUT', url: `/api/x/customers/${id}`, headers, payload })
      const [merged, changed] = await Promise.all([
        merge(one.id, two.id, { other_version: versions[1] }, { 'if-match': versions[0] }),
        edit(),
      ])
      const names = await Promise.all([one.id, two.id].map(async (of) => (await show(of))?.name))
      const outcome = [merged.statusCode, changed.statusCode, ...names]
      const kept = edited === 0 ? ['Edited', 'Bob'] : ['Ada', 'Edited']
      expect([
        [200, edited === 0 ? 412 : 404, 'Ada', undefined],
        [412, 200, ...kept],
      ]).toContainEqual(outcome)
    }
  })

  test('requires the permission to manage customers, both versions, and another customer', async () => {
    const body = { other: bob.id, other_version: '"1"', take: [], take_custom_fields: [] }
    const url = `/api/x/customers/${ada.id}/merge`
    const headers = { ...viewer, 'if-match': '"1"' }
    expect((await service.app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(403)
    expect((await send('POST', url, body)).statusCode).toBe(428)
    expect((await merge(ada.id, ada.id)).statusCode).toBe(422)
    expect((await merge(ada.id, bob.id, { take: ['shoe_size'] })).statusCode).toBe(422)
  })
})
