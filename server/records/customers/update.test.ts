import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { listCustomerActivity } from '#contract/customers/activity.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { updateCustomer } from '#contract/customers/writes.ts'
import { demoFieldRows } from '#server/tools/demo/fields.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { type FormPart as Part, encodeForm } from '#server/tools/testing/service.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 10_000 })
const made = await account.tenant.insert('custom_fields', demoFieldRows(1))
const ids = {
  source: made[0] as number,
  text: made[2] as number,
  files: made[4] as number,
  unknown: made[5] as number,
}
const picture = (background: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
const photo = await picture('#115e59')
let customer: { id: number; version: string; data: Customer }

beforeEach(async () => {
  const answer = await send('POST', '/api/customers', [
    ...form(),
    ['profile_photo_path', file(photo, 'zoë.png')],
  ])
  customer = await show(answer.json().data.id as number)
})

const file = (bytes: Uint8Array | string, name: string) => new File([bytes as string], name)
const form = (changed: Record<string, string | undefined> = {}): Part[] =>
  Object.entries({
    name: 'Zoë',
    last_name: 'Ødegård',
    email: 'zoe@example.com',
    phone: '+47 900 00 000',
    'business_information[company_name]': 'Ødegård AS',
    'business_information[city]': 'Bergen',
    'permissions[invoice][view-invoice]': '1',
    [`custom_fields[${ids.source}][value]`]: 'Search',
    ...changed,
  }).flatMap(([name, value]): Part[] => (value === undefined ? [] : [[name, value]]))

async function send(
  method: 'POST' | 'PUT',
  url: string,
  parts: readonly Part[],
  headers: Record<string, string> = staff,
) {
  const { contentType, payload } = await encodeForm(parts)
  return service.app.inject({ method, url, headers: { 'content-type': contentType, ...headers }, payload })
}
async function show(id: number) {
  const answer = await service.app.inject({ url: `/api/customers/${id}`, headers: staff })
  return { id, version: String(answer.headers.etag), data: answer.json().data as Customer }
}
const update = (parts: readonly Part[], headers: Record<string, string> = {}) =>
  send('PUT', `/api/x/customers/${customer.id}`, parts, {
    ...staff,
    'if-match': customer.version,
    ...headers,
  })
const filesField = (name: 'files' | 'kept') => `custom_fields[${ids.files}][file_upload][${name}][]`
const filesOf = ({ custom_fields }: Customer) =>
  (custom_fields.find(({ id }) => id === ids.files)?.custom_field_values[0]?.value ?? []) as {
    name: string
    path: string
  }[]
const eventsOf = async () => {
  const rows = await service.context.store.db
    .selectFrom('event_log')
    .select(['type', 'body'])
    .where('account_id', '=', account.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  return rows.map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
}
const storedFiles = async () => {
  const entries = await readdir(join(service.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
}
const tempFiles = () => readdir(join(service.dataDir, 'tmp'))

describe('an update', () => {
  test('replaces what the form contains, keeps the photo and increments the version', async () => {
    const answer = await update(
      form({
        last_name: 'Moe',
        'business_information[city]': undefined,
        'permissions[invoice][view-invoice]': undefined,
        'permissions[proposal][view-proposal]': '1',
        [`custom_fields[${ids.source}][value]`]: 'Fair',
      }),
    )
    expect(answer.statusCode).toBe(200)
    expect(updateCustomer.response.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.headers.etag).toBe('"2"')
    const { data, version } = await show(customer.id)
    expect(answer.json().data).toEqual(data)
    expect(version).toBe('"2"')
    expect(data).toMatchObject({
      last_name: 'Moe',
      profile_photo_path: customer.data.profile_photo_path,
      business_information: { company_name: 'Ødegård AS', city: null },
      permissions: { '12': 'view-proposal' },
    })
    expect(data.custom_fields.find(({ id }) => id === ids.source)?.custom_field_values[0]?.value).toBe('Fair')
  })

  test('makes the customer searchable by the new name and not by the old one', async () => {
    await update(form({ last_name: 'Quillfeather' }))
    const search = async (text: string) =>
      (await service.app.inject({ url: `/api/customers?search=${text}`, headers: staff })).json().meta.total
    expect(await search('quillfeather')).toBe(1)
  })

  test('records who changed what, and emits events for the customer and its contact', async () => {
    await update(form({ email: 'new@example.com', 'permissions[invoice][view-invoice]': undefined }))
    const { data } = await show(customer.id)
    expect(data.activity_log[0]).toMatchObject({
      event: 'updated',
      description: 'Customer updated',
      caused_by: 'Robin',
    })
    const entry = await service.context.store.db
      .selectFrom('activity_log')
      .select(['changes', 'actor_id'])
      .where('id', '=', data.activity_log[0]?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(entry.actor_id).toEqual(expect.any(Number))
    expect(JSON.parse(entry.changes ?? '')).toEqual({
      email: { from: 'zoe@example.com', to: 'new@example.com' },
      permissions: { from: ['view-invoice'], to: [] },
    })
    const url = `/api/x/customers/${customer.id}/activity`
    const activity = await service.app.inject({ url, headers: staff })
    expect(listCustomerActivity.response.safeParse(activity.json()).error).toBeUndefined()
    expect(activity.json().data.map(({ id }: { id: number }) => id)).toEqual(
      data.activity_log.map(({ id }) => id),
    )
    expect(activity.json().data[0].changes).toEqual(JSON.parse(entry.changes ?? ''))
    const [contact, updated] = await eventsOf()
    expect(updated).toMatchObject({
      type: 'customer.updated',
      data: { id: customer.id, email: 'new@example.com' },
    })
    expect(contact).toMatchObject({
      type: 'contact.updated',
      data: { customer_id: customer.id, email: 'new@example.com' },
    })
  })

  test('leaves a contact alone that was changed separately', async () => {
    const { db } = service.context.store
    const own = { email: 'desk@example.com' }
    await db.updateTable('contacts').set(own).where('customer_id', '=', customer.id).execute()
    await update(form({ email: 'new@example.com' }))
    const contact = await db
      .selectFrom('contacts')
      .select('email')
      .where('customer_id', '=', customer.id)
      .execute()
    expect(contact).toEqual([own])
  })

  test('without changes writes nothing', async () => {
    const answer = await update(form())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.etag).toBe(customer.version)
    expect((await show(customer.id)).data).toEqual(customer.data)
  })

  test('that sends a multiline text back unchanged writes nothing, although forms encode line breaks differently', async () => {
    const name = `custom_fields[${ids.text}][value]`
    const { db } = service.context.store
    await update(form({ [name]: 'One' }))
    await db
      .updateTable('custom_field_values')
      .set({ value: 'One\nTwo' })
      .where('customer_id', '=', customer.id)
      .where('custom_field_id', '=', ids.text)
      .execute()
    customer = await show(customer.id)
    const answer = await update(form({ [name]: 'One\nTwo' }))
    expect(answer.headers.etag).toBe(customer.version)
    expect((await show(customer.id)).data).toEqual(customer.data)
  })

  test('keeps, adds and removes files, and deletes unused ones from disk', async () => {
    const added = await update([
      ...form(),
      [filesField('files'), file(photo, 'one.png')],
      [filesField('files'), file(photo, 'two.png')],
    ])
    const before = filesOf(added.json().data)
    expect(before.map(({ name }) => name)).toEqual(['one.png', 'two.png'])
    const onDisk = (await storedFiles()).length
    customer = await show(customer.id)
    const replaced = await update([
      ...form(),
      [filesField('kept'), before[1]?.path ?? ''],
      [filesField('files'), file(photo, 'three.png')],
      ['profile_photo_path', file(await picture('#ff0000'), 'red.png')],
    ])
    expect(replaced.statusCode).toBe(200)
    const after = replaced.json().data as Customer
    expect(filesOf(after).map(({ name }) => name)).toEqual(['two.png', 'three.png'])
    expect(filesOf(after)[0]?.path).toBe(before[1]?.path)
    expect(after.profile_photo_path).not.toBe(customer.data.profile_photo_path)
    const statusOf = async (path: string) =>
      (await service.app.inject({ url: new URL(path).pathname, headers: staff })).statusCode
    expect(await statusOf(before[0]?.path ?? '')).toBe(404)
    expect(await statusOf(customer.data.profile_photo_path ?? '')).toBe(404)
    expect(await statusOf(before[1]?.path ?? '')).toBe(200)
    expect((await storedFiles()).length).toBe(onDisk)
    expect(await tempFiles()).toEqual([])

    customer = await show(customer.id)
    const emptied = await update(form())
    expect(filesOf(emptied.json().data)).toEqual([])
  })

  test('keeps a value of a field type that this service doesn’t know', async () => {
    const { tenant } = account
    const time = '2026-01-01T00:00:00.000000Z'
    await tenant.insertOne('custom_field_values', {
      owner_id: 1,
      customer_id: customer.id,
      custom_field_id: ids.unknown,
      value: 'happy',
      created_at: time,
      updated_at: time,
    })
    const { data } = (await update(form({ name: 'Zoé' }))).json() as { data: Customer }
    const field = data.custom_fields.find(({ id }) => id === ids.unknown)
    expect(field?.custom_field_values[0]?.value).toBe('happy')
  })

  test.each([
    ['an email that is none', { email: 'zoe@' }, 'email'],
    ['no company', { 'business_information[company_name]': ' ' }, 'business_information[company_name]'],
    [
      'a permission that doesn’t exist',
      { 'permissions[invoice][burn-invoice]': '1' },
      'permissions[invoice][burn-invoice]',
    ],
  ])('with %s gets an error on that field and changes nothing', async (_title, changed, name) => {
    const answer = await update(form(changed))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
    expect((await show(customer.id)).data).toEqual(customer.data)
  })

  test('rejects keeping a file the customer doesn’t have', async () => {
    const answer = await update([...form(), [filesField('kept'), `${customer.data.profile_photo_path}`]])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toHaveProperty([filesField('kept')])
  })

  test('is rejected for a viewer and for another account’s customer', async () => {
    const other = await service.session((await service.account('Theirs')).id, 'staff')
    expect((await update(form(), viewer)).statusCode).toBe(403)
    expect((await update(form(), other)).statusCode).toBe(404)
  })
})

describe('two people who edit the same customer', () => {
  test('don’t overwrite each other: one of ten succeeds, the others get 412 and leave nothing behind', async () => {
    const onDisk = (await storedFiles()).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update([...form({ name: `Zoë ${index}` }), [filesField('files'), file(photo, 'a.png')]]),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(9)
    const winner = statuses.indexOf(200)
    expect((await show(customer.id)).data.name).toBe(`Zoë ${winner}`)
    expect((await storedFiles()).length).toBe(onDisk + 1)
    expect(await tempFiles()).toEqual([])
  })

  test('must send the version they read', async () => {
    const answer = await send('PUT', `/api/x/customers/${customer.id}`, form())
    expect(answer.statusCode).toBe(428)
  })
})

describe('an update sent twice', () => {
  test('with the same Idempotency-Key runs once and gets the same response', async () => {
    const headers = { 'idempotency-key': `key-${customer.id}` }
    const first = await update(form({ name: 'Once' }), headers)
    const second = await update(form({ name: 'Once' }), headers)
    expect(second.statusCode).toBe(200)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual(first.json())
    expect((await show(customer.id)).version).toBe('"2"')
  })
})
