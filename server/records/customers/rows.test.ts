import { afterAll, beforeAll, expect, test } from 'vitest'

import { businessKeys, listCustomers, showCustomer } from '#contract/customers/customers.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { trickyTexts } from '#server/tools/testing/tricky-texts.ts'

import { customerColumns, permissionsOf } from './columns.ts'

const publicUrl = 'https://bureau.example.com'
const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-02-01T00:00:00.000000Z' }

let service: TestService
let account: TestAccount
let tenant: Tenant

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: publicUrl })
  account = await service.account('Ours')
  tenant = account.tenant
})
afterAll(() => service.close())

const get = async (path: string, key = account.key) =>
  (await service.app.inject({ url: path, headers: { authorization: `Bearer ${key}` } })).body

/** A field for each text, and a customer for each as well, with a photo, files, values, or without. */
async function fill() {
  const fields = await tenant.insert(
    'custom_fields',
    trickyTexts.map((text, index) => ({
      ...times,
      user_id: 7,
      location: 1,
      type: index % 3 === 0 ? 9 : 1,
      name: text,
      key: `key${index}`,
      description: index % 2 === 0 ? text : null,
      placeholder: index % 2 === 0 ? null : text,
      fields: JSON.stringify({ options: [null, text], fileConfig: null }),
      field_group: text,
      required: 0,
      position: 100 - index,
    })),
  )
  for (const [index, text] of trickyTexts.entries()) {
    const columns = customerColumns({
      name: text,
      last_name: text,
      phone: text,
      email: text,
      processor_linked: index % 2 === 0,
      business: index % 3 === 0 ? {} : { company_name: text, city: text, fax: '' },
      permissions: index === 0 ? [] : [index, 16],
    })
    const customer_id = await tenant.insertOne('customers', columns)
    const values = fields
      .map((custom_field_id, field) => ({ custom_field_id, field }))
      .filter(({ field }) => index > 2 && (field + index) % 2 === 0)
    const valueIds = await tenant.insert(
      'custom_field_values',
      values.map(({ custom_field_id, field }) => ({
        owner_id: 7,
        customer_id,
        custom_field_id,
        value: field % 3 === 0 ? null : text,
        ...times,
      })),
    )
    const file = (custom_field_value_id: number | null, name: string) => ({
      customer_id,
      custom_field_value_id,
      token: crypto.randomUUID(),
      name,
      media_type: 'image/png',
      inline: 1,
      bytes: 1,
      created_at: times.created_at,
    })
    const [photo] = await tenant.insert('files', [
      ...(index % 2 === 0 ? [file(null, `${text}.png`)] : []),
      ...values.flatMap(({ field }, which) =>
        field % 6 === 0
          ? [file(valueIds[which] ?? null, text), file(valueIds[which] ?? null, 'b?#%.pdf')]
          : [],
      ),
    ])
    if (index % 2 === 0)
      await tenant
        .update('customers')
        .set({ photo_file_id: photo ?? null })
        .where('id', '=', customer_id)
        .execute()
  }
}

/** The rows of the list as objects, made one by one from whole tables. */
async function expectedRows() {
  const [customers, definitions, values, files] = await Promise.all([
    tenant.select('customers').selectAll().orderBy('id').execute(),
    tenant.select('custom_fields').selectAll().orderBy('position').orderBy('id').execute(),
    tenant.select('custom_field_values').selectAll().execute(),
    tenant.select('files').selectAll().orderBy('id').execute(),
  ])
  const url = ({ token, name }: { token: string; name: string }) => fileUrl(publicUrl, token, name)
  return customers.map((row) => {
    const photo = files.find(({ id }) => id === row.photo_file_id)
    return {
      id: row.id,
      name: row.name,
      last_name: row.last_name,
      phone: row.phone,
      profile_photo_path: photo ? url(photo) : null,
      email: row.email,
      stripe_customer_flag: row.processor_linked === 1,
      business_information: Object.fromEntries(businessKeys.map((key) => [key, row[key]])),
      custom_fields: definitions.map((definition) => ({
        id: definition.id,
        user_id: definition.user_id,
        location: definition.location,
        type: definition.type,
        name: definition.name,
        key: definition.key,
        description: definition.description,
        placeholder: definition.placeholder,
        fields: JSON.parse(definition.fields),
        group: definition.field_group,
        created_at: definition.created_at,
        updated_at: definition.updated_at,
        custom_field_values: values
          .filter((value) => value.custom_field_id === definition.id && value.customer_id === row.id)
          .map((value) => ({
            id: value.id,
            owner_id: value.owner_id,
            user_id: value.customer_id,
            custom_field_id: value.custom_field_id,
            value:
              value.value ??
              files
                .filter(({ custom_field_value_id }) => custom_field_value_id === value.id)
                .map((file) => ({ name: file.name, path: url(file) })),
            created_at: value.created_at,
            updated_at: value.updated_at,
          })),
      })),
      permissions: permissionsOf(row.permissions),
    }
  })
}

test('customers are serialized byte for byte like JSON.stringify', async () => {
  expect(await get('/api/customers?limit=5')).toBe('{"data":[],"meta":{"total":0,"page":1,"limit":5}}')
  expect(await get('/api/customers')).toBe('{"data":[]}')
  await fill()
  const rows = await expectedRows()
  const whole = await get('/api/customers')
  expect(whole).toBe(JSON.stringify({ data: rows }))
  expect(listCustomers.response.safeParse(JSON.parse(whole)).error).toBeUndefined()
  const meta = { total: rows.length, page: 2, limit: 4 }
  expect(await get('/api/customers?sort=id&page=2&limit=4')).toBe(
    JSON.stringify({ data: rows.slice(4, 8), meta }),
  )
  for (const row of rows) {
    const shown = await get(`/api/customers/${row.id}`)
    expect(shown).toBe(JSON.stringify({ data: { ...row, notes: [], activity_log: [] } }))
    expect(showCustomer.response.safeParse(JSON.parse(shown)).error).toBeUndefined()
  }
})

test('a changed custom field appears in the next response, in its account only', async () => {
  const theirs = await service.account('Theirs')
  const named = async () =>
    JSON.parse(await get('/api/customers?limit=1')).data[0].custom_fields.map(
      ({ name }: { name: string }) => name,
    )
  await tenant.update('custom_fields').set({ name: 'Renamed' }).where('key', '=', 'key0').execute()
  expect(await named()).toContain('Renamed')
  await tenant.update('custom_fields').set({ name: 'Renamed again' }).where('key', '=', 'key0').execute()
  expect(await named()).toContain('Renamed again')
  expect(await get('/api/customers?limit=1', theirs.key)).toBe(
    '{"data":[],"meta":{"total":0,"page":1,"limit":1}}',
  )
})

test('other requests are served while the whole list is streamed', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    customerColumns({
      name: String(index),
      last_name: '',
      phone: '',
      email: '',
      business: {},
      permissions: [],
    }),
  )
  for (let from = 0; from < many.length; from += 500)
    await tenant.insert('customers', many.slice(from, from + 500))
  const ended: string[] = []
  const list = get('/api/customers').then(() => ended.push('list'))
  for (let page = 1; page <= 5; page += 1) {
    await get(`/api/customers?limit=1&page=${page}`)
    ended.push(`page ${page}`)
  }
  await list
  // How many more fit in depends on the machine; none would if the list kept the thread to itself.
  expect(ended.slice(0, 3)).toEqual(['page 1', 'page 2', 'page 3'])
})
