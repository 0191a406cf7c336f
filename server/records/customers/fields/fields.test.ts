import { beforeEach, describe, expect, test } from 'vitest'

import { type CustomFieldConfig, listCustomFields } from '#contract/customers/custom-fields.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { type FieldDefinition, listFieldDefinitions } from '#contract/customers/field-definition.ts'
import type { FieldInput, FieldUsage } from '#contract/customers/field-definitions.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { type FormPart, customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { customerColumns } from '../columns.ts'
import { customersAtOnce } from '../job-runner.ts'
import { updateField } from './writes.ts'

const { service, account, staff: clerk } = await startOffice({ rateLimit: 100_000 })
const { tenant } = account
const owner = await service.session(account.id, 'owner')
await addEndpoint(service.context, account.id, { url: 'https://example.com/', events: [...eventTypes] })
const person = await customerParts()

const field = (more: Partial<FieldInput> = {}): FieldInput => ({
  type: 1,
  name: `Field ${crypto.randomUUID()}`,
  group: 'Sales',
  description: 'Ask on the phone.',
  placeholder: 'A-0000',
  required: false,
  options: [],
  retired_options: [],
  file_config: null,
  ...more,
})
const select = (names: readonly string[], more: Partial<FieldInput> = {}) =>
  field({ type: 5, options: names.map((name) => ({ name })), ...more })

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (method: Method, url: string, payload?: object, headers: object = {}) =>
  service.app.inject({ method, url, headers: { ...owner, ...headers }, ...(payload && { payload }) })
const create = async (input: FieldInput) =>
  (await send('POST', '/api/x/custom-fields', input)).json().data as FieldDefinition
const put = (id: number, version: number, input: FieldInput) =>
  send('PUT', `/api/x/custom-fields/${id}`, input, { 'if-match': `"${version}"` })
const retire = (id: number, version: number, is_retired = true) =>
  send('PUT', `/api/x/custom-fields/${id}/retired`, { is_retired }, { 'if-match': `"${version}"` })
const remove = (id: number, version: number) =>
  send('DELETE', `/api/x/custom-fields/${id}`, undefined, { 'if-match': `"${version}"` })
const list = async () => {
  const answer = await send('GET', '/api/x/custom-fields')
  const { data } = listFieldDefinitions.response.parse(answer.json())
  return { version: Number(String(answer.headers.etag).replaceAll('"', '')), data }
}
const show = async (id: number) => (await send('GET', `/api/x/custom-fields/${id}`)).json().data as FieldUsage
const wizardFields = async () => (await send('GET', '/api/custom-fields')).json().data as CustomFieldConfig[]

const valuePart = (id: number, value: string): FormPart => [`custom_fields[${id}][value]`, value]
async function sendForm(
  method: 'POST' | 'PUT',
  url: string,
  parts: readonly FormPart[],
  headers: object = {},
) {
  const { contentType, payload } = await encodeForm(parts)
  return service.app.inject({
    method,
    url,
    payload,
    headers: { ...owner, 'content-type': contentType, ...headers },
  })
}
const addCustomer = (parts: readonly FormPart[] = []) =>
  sendForm('POST', '/api/customers', [...person, ...parts])
const updateCustomer = async (id: number, parts: readonly FormPart[] = []) => {
  const { version } = await customerOf(id)
  const texts = person.filter(([name]) => name !== 'profile_photo_path')
  return sendForm('PUT', `/api/x/customers/${id}`, [...texts, ...parts], { 'if-match': version })
}
async function customerOf(id: number) {
  const answer = await send('GET', `/api/customers/${id}`)
  const data = answer.json().data as Customer
  const definitionOf = (fieldId: number) => data.custom_fields.find((one) => one.id === fieldId)
  return {
    data,
    version: String(answer.headers.etag),
    definitionOf,
    valueOf: (fieldId: number) => definitionOf(fieldId)?.custom_field_values[0]?.value,
  }
}
/** Adds customers who have that value, without forms. */
async function addWithValue(fieldId: number, value: string, count: number) {
  const ids = await tenant.insert(
    'customers',
    Array.from({ length: count }, (_, index) =>
      customerColumns({
        name: 'Ada',
        last_name: `Lovelace ${index}`,
        email: `ada${index}@example.com`,
        phone: '',
        business: {},
        permissions: [],
      }),
    ),
  )
  const at = new Date().toISOString()
  await tenant.insert(
    'custom_field_values',
    ids.map((customer_id) => ({
      owner_id: 1,
      customer_id,
      custom_field_id: fieldId,
      value,
      created_at: at,
      updated_at: at,
    })),
  )
  return ids
}
const activityOf = (type: string, id: number) =>
  tenant
    .select('activity_log')
    .select(['event', 'changes', 'caused_by', 'actor_id'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const renamesDone = () => service.context.optionRenames.settled()

// Each test has the account's fields to itself.
beforeEach(async () => {
  await renamesDone()
  await tenant.delete('custom_field_values').execute()
  await tenant.delete('custom_field_renames').execute()
  await tenant.delete('custom_fields').execute()
})

describe('defining a field', () => {
  test('gives it a key, a place after the others and a version, and says who did it', async () => {
    const first = await create(field({ name: 'Numéro de client' }))
    const second = await create(field({ name: 'Numero de client' }))
    expect([first.key, second.key]).toEqual(['numero_de_client', 'numero_de_client_2'])
    expect(first).toMatchObject({ version: 1, has_values: false, retired_at: null, renames: [] })
    expect((await list()).data.map(({ id }) => id)).toEqual([first.id, second.id])
    const [entry] = await activityOf('custom_field', first.id)
    expect(entry).toMatchObject({ event: 'created', caused_by: 'Robin' })
    expect(entry?.actor_id).not.toBeNull()
  })

  test('shows integrators exactly what the specification lists', async () => {
    await create(select(['A', 'B'], { name: 'Size', required: true }))
    const files = await create(
      field({ type: 9, name: 'Contract', file_config: { accept: ['pdf', 'docx'], max_files: 3 } }),
    )
    const answer = await send('GET', '/api/custom-fields')
    expect(listCustomFields.response.safeParse(answer.json()).success).toBe(true)
    expect(answer.json().data).toEqual([
      {
        id: files.id - 1,
        type: 5,
        name: 'Size',
        key: 'size',
        required: true,
        fields: { options: ['A', 'B'], fileConfig: null },
      },
      {
        id: files.id,
        type: 9,
        name: 'Contract',
        key: 'contract',
        required: false,
        fields: {
          options: [],
          fileConfig: { acceptFile: ['pdf', 'docx'], allowMultiple: true, maxFiles: 3 },
        },
      },
    ])
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ type: 3 }, 'type'],
    [{ type: 5, options: [] }, 'options'],
    [{ type: 5, options: [{ name: 'A' }, { name: 'A' }] }, 'options.1.name'],
    [{ type: 5, options: [{ name: 'A', was: 'B' }] }, 'options.0.name'],
    [{ type: 5, options: [{ name: 'A' }], retired_options: ['B'] }, 'retired_options'],
    [{ type: 9, file_config: { accept: ['.pdf'], max_files: 1 } }, 'file_config.accept.0'],
    [{ type: 9, file_config: { accept: [], max_files: 21 } }, 'file_config.max_files'],
  ])('rejects %j', async (more, name) => {
    const answer = await send('POST', '/api/x/custom-fields', field(more))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toContain(name)
  })

  test('requires the permission to manage settings, which reading doesn’t', async () => {
    expect((await send('POST', '/api/x/custom-fields', field(), clerk)).statusCode).toBe(403)
    expect((await send('GET', '/api/x/custom-fields', undefined, clerk)).statusCode).toBe(200)
  })

  test('is one field, however often the request is repeated', async () => {
    const [input, headers] = [field(), { 'idempotency-key': crypto.randomUUID() }]
    const [first, second] = [
      await send('POST', '/api/x/custom-fields', input, headers),
      await send('POST', '/api/x/custom-fields', input, headers),
    ]
    expect(second.json()).toEqual(first.json())
    expect((await list()).data).toHaveLength(1)
  })
})

describe('changing a field', () => {
  test('is refused with another version, and writes nothing where nothing changes', async () => {
    const { id, key } = await create(field())
    const input = field({ name: 'Renamed' })
    expect((await put(id, 1, input)).json().data).toMatchObject({ version: 2, name: 'Renamed', key })
    expect((await put(id, 1, input)).statusCode).toBe(412)
    expect((await put(id, 2, input)).json().data.version).toBe(2)
    expect((await send('PUT', `/api/x/custom-fields/${id}`, input)).statusCode).toBe(428)
    const events = (await activityOf('custom_field', id)).map(({ event }) => event)
    expect(events).toEqual(['created', 'updated'])
  })

  test('ten at once: one wins, nine are told', async () => {
    const { id } = await create(field())
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => put(id, 1, field({ name: `Name ${index}` }))),
    )
    const codes = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  })

  test('can’t change the type once a customer has a value', async () => {
    const { id } = await create(field({ name: 'Code' }))
    expect((await put(id, 1, field({ name: 'Code', type: 7 }))).statusCode).toBe(200)
    expect((await addCustomer([valuePart(id, 'A-1')])).statusCode).toBe(201)
    const refused = await put(id, 2, field({ name: 'Code', type: 1 }))
    expect(refused.statusCode).toBe(422)
    expect(refused.json().error.details).toHaveProperty('type')
    expect((await put(id, 2, field({ name: 'Codes', type: 7 }))).statusCode).toBe(200)
  })

  test('keeps a type that the specification doesn’t name', async () => {
    const { id } = await create(field({ name: 'Tier' }))
    await tenant.update('custom_fields').set({ type: 3 }).where('id', '=', id).execute()
    const renamed = await put(id, 1, field({ name: 'Loyalty tier', type: 3 }))
    expect(renamed.json().data).toMatchObject({ type: 3, name: 'Loyalty tier' })
  })
})

describe('the order', () => {
  test('is that of the wizard and of every customer', async () => {
    const made = [await create(field()), await create(field()), await create(field())]
    const ids = made.map(({ id }) => id).toReversed()
    const { version } = await list()
    const ordered = await send(
      'PUT',
      '/api/x/custom-field-order',
      { fields: ids },
      { 'if-match': `"${version}"` },
    )
    expect(ordered.json().data.map(({ id }: FieldDefinition) => id)).toEqual(ids)
    expect((await wizardFields()).map(({ id }) => id)).toEqual(ids)
    const { id } = (await addCustomer()).json().data
    expect((await customerOf(id)).data.custom_fields.map((one) => one.id)).toEqual(ids)
    // A field that is being edited meanwhile keeps its version.
    expect((await list()).data.map((one) => one.version)).toEqual([1, 1, 1])
  })

  test('two people at once lose nothing: the second is told and sees the first one’s order', async () => {
    const made = [await create(field()), await create(field()), await create(field())]
    const [a = 0, b = 0, c = 0] = made.map(({ id }) => id)
    const { version } = await list()
    const order = (fields: readonly number[]) =>
      send('PUT', '/api/x/custom-field-order', { fields }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([order([b, a, c]), order([a, c, b])])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  })

  test('moves a field into another group with the order, which an open form of that field notices', async () => {
    const [a, b, c] = [
      await create(field()),
      await create(field()),
      await create(field({ group: 'Billing' })),
    ]
    const { version } = await list()
    const fields = [b.id, a.id, c.id]
    const groups = [
      { id: a.id, group: ' Billing ' },
      { id: c.id, group: 'Billing' },
    ]
    const moved = await send(
      'PUT',
      '/api/x/custom-field-order',
      { fields, groups },
      { 'if-match': `"${version}"` },
    )
    const definitions = moved.json().data as FieldDefinition[]
    expect(definitions.map((one) => [one.id, one.group, one.version])).toEqual([
      [b.id, 'Sales', 1],
      [a.id, 'Billing', 2],
      [c.id, 'Billing', 1],
    ])
    expect((await activityOf('custom_field', a.id)).at(-1)).toMatchObject({
      event: 'updated',
      changes: JSON.stringify({ group: { from: 'Sales', to: 'Billing' } }),
    })
    expect((await put(a.id, 1, field({ name: a.name }))).statusCode).toBe(412)
  })

  test('changes no group at all if one of the groups can’t be changed', async () => {
    const [a, b] = [await create(field()), await create(field())]
    const { version } = await list()
    const order = (groups: unknown) =>
      send(
        'PUT',
        '/api/x/custom-field-order',
        { fields: [b.id, a.id], groups },
        { 'if-match': `"${version}"` },
      )
    const other = { id: a.id, group: 'Billing' }
    for (const groups of [
      [other, { id: 999_999, group: 'Billing' }],
      [other, other],
      [other, { id: b.id, group: 'x'.repeat(101) }],
      [other, { id: b.id }],
      'Billing',
    ])
      expect((await order(groups)).statusCode).toBe(422)
    expect((await list()).data.map((one) => [one.id, one.group])).toEqual([
      [a.id, 'Sales'],
      [b.id, 'Sales'],
    ])
  })

  test('must name every field once, and is refused after a field was added', async () => {
    const { id } = await create(field())
    const { version } = await list()
    const order = (fields: readonly number[]) =>
      send('PUT', '/api/x/custom-field-order', { fields }, { 'if-match': `"${version}"` })
    for (const fields of [[], [id, id], [id, 999_999]]) expect((await order(fields)).statusCode).toBe(422)
    await create(field())
    expect((await order([id])).statusCode).toBe(412)
  })
})

describe('retiring', () => {
  test('keeps values readable, asks for no new ones, and can be taken back', async () => {
    const { id } = await create(field({ name: 'Code', required: true }))
    const { id: customer } = (await addCustomer([valuePart(id, 'A-1')])).json().data
    expect((await retire(id, 1)).json().data.retired_at).not.toBeNull()

    expect(await wizardFields()).toEqual([])
    expect((await customerOf(customer)).valueOf(id)).toBe('A-1')
    const without = (await addCustomer()).json().data as Customer
    expect((await customerOf(without.id)).data.custom_fields).toEqual([])
    const refused = await addCustomer([valuePart(id, 'A-2')])
    expect(refused.json().error.details[`custom_fields[${id}][value]`]).toBe(
      'Code is retired and takes no values',
    )
    // Neither an edit nor a CSV file loses the value.
    expect((await updateCustomer(customer, [['business_information[city]', 'Oslo']])).statusCode).toBe(200)
    expect((await customerOf(customer)).valueOf(id)).toBe('A-1')
    const csv = await send('GET', '/api/x/customers.csv')
    expect(csv.body).toContain('A-1')
    // A link that filters by it still finds the customer.
    const found = await send('GET', `/api/customers?page=1&field=${id}&field_value=A-1`)
    expect(found.json().meta.total).toBe(1)

    expect((await retire(id, 2, false)).json().data).toMatchObject({ retired_at: null, version: 3 })
    expect(await wizardFields()).toHaveLength(1)
    const events = (await activityOf('custom_field', id)).map(({ event }) => event)
    expect(events).toEqual(['created', 'retired', 'restored'])
  })

  test('keeps the files of a customer that is edited', async () => {
    const { id } = await create(field({ type: 9, file_config: { accept: ['txt'], max_files: 2 } }))
    const file: FormPart = [`custom_fields[${id}][file_upload][files][]`, new File(['hello'], 'a.txt')]
    const { id: customer } = (await addCustomer([file])).json().data
    await retire(id, 1)
    expect((await updateCustomer(customer, [['business_information[city]', 'Oslo']])).statusCode).toBe(200)
    expect((await customerOf(customer)).valueOf(id)).toMatchObject([{ name: 'a.txt' }])
  })

  test('only a field without values can be deleted', async () => {
    const { id } = await create(field())
    const { id: customer } = (await addCustomer([valuePart(id, 'A-1')])).json().data
    expect((await remove(id, 1)).statusCode).toBe(409)
    await updateCustomer(customer)
    expect((await remove(id, 2)).statusCode).toBe(412)
    expect((await remove(id, 1)).statusCode).toBe(204)
    expect((await list()).data).toEqual([])
    expect((await remove(id, 1)).statusCode).toBe(404)
  })

  test('a customer restored from the trash comes without values of a deleted field', async () => {
    const [gone, left] = [await create(field()), await create(field())]
    const parts = [valuePart(gone.id, 'old'), valuePart(left.id, 'kept')]
    const { id } = (await addCustomer(parts)).json().data
    await send('DELETE', '/api/customers', { customers: [id] })
    expect((await remove(gone.id, 1)).statusCode).toBe(204)
    const restored = await send('POST', '/api/x/deleted-customers/restore', { customers: [id] })
    expect(restored.statusCode).toBe(200)
    const { data, valueOf } = await customerOf(id)
    expect(data.custom_fields).toHaveLength(1)
    expect(valueOf(left.id)).toBe('kept')
  })
})

describe('a field that becomes required', () => {
  test('is asked of new customers; one from before can be edited without, but a value can’t be cleared', async () => {
    const { id, name } = await create(field())
    const { id: before } = (await addCustomer()).json().data
    const { id: filled } = (await addCustomer([valuePart(id, 'A-1')])).json().data
    await put(id, 1, field({ name, required: true }))

    expect((await addCustomer()).statusCode).toBe(422)
    expect((await updateCustomer(before, [['business_information[city]', 'Oslo']])).statusCode).toBe(200)
    expect((await updateCustomer(before, [valuePart(id, 'A-2')])).statusCode).toBe(200)
    expect((await updateCustomer(before)).statusCode).toBe(422)
    expect((await updateCustomer(filled)).statusCode).toBe(422)
  })

  test('may take files: they are asked of new customers, and the last one can’t be removed', async () => {
    const config = { type: 9, name: 'Agreement', file_config: { accept: ['txt'], max_files: 2 } }
    const { id } = await create(field(config))
    const { id: before } = (await addCustomer()).json().data
    await put(id, 1, field({ ...config, required: true }))
    const name = `custom_fields[${id}][file_upload][files][]`
    const file: FormPart = [name, new File(['hello'], 'a.txt')]

    const refused = await addCustomer()
    expect(refused.statusCode).toBe(422)
    expect(refused.json().error.details[name]).toBe('Agreement is required')
    const { id: filled } = (await addCustomer([file])).json().data
    expect((await updateCustomer(filled)).statusCode).toBe(422)
    expect((await updateCustomer(before)).statusCode).toBe(200)
  })
})

describe('options', () => {
  test('one that customers have can be retired but not removed', async () => {
    const { id, name } = await create(select(['Fair', 'Web', 'Radio']))
    const { id: customer } = (await addCustomer([valuePart(id, 'Fair')])).json().data
    const refused = await put(id, 1, select(['Web', 'Radio'], { name }))
    expect(refused.json().error.details.options).toBe('Customers have the option “Fair”. Retire it instead.')
    const retired = await put(id, 1, select(['Web'], { name, retired_options: ['Fair'] }))
    expect(retired.json().data).toMatchObject({ fields: { options: ['Web'] }, retired_options: ['Fair'] })
    expect((await wizardFields())[0]?.fields?.options).toEqual(['Web'])
    expect((await addCustomer([valuePart(id, 'Fair')])).statusCode).toBe(422)
    const edited = await updateCustomer(customer, [
      valuePart(id, 'Fair'),
      ['business_information[city]', 'Oslo'],
    ])
    expect(edited.statusCode).toBe(200)
    expect((await put(id, 2, select(['Web', 'Fair'], { name }))).statusCode).toBe(200)
    expect(await show(id)).toMatchObject({ values: 1, option_values: [{ option: 'Fair', count: 1 }] })
  })

  test('a rename rewrites stored values in the background, with version, activity and event', async () => {
    const { id, name, key } = await create(select(['Fair', 'Web']))
    const count = 2 * customersAtOnce + 7
    const ids = await addWithValue(id, 'Fair', count)
    const [other = 0] = await addWithValue(id, 'Web', 1)
    const input = select([], { name, options: [{ name: 'Trade fair', was: 'Fair' }, { name: 'Web' }] })
    const renamed = (await put(id, 1, input)).json().data as FieldDefinition
    expect(renamed.renames).toEqual([{ from: 'Fair', to: 'Trade fair', total: count, changed: 0 }])
    await renamesDone()

    expect(await show(id)).toMatchObject({
      renames: [],
      option_values: [
        { option: 'Trade fair', count },
        { option: 'Web', count: 1 },
      ],
    })
    const [customer = 0] = ids
    expect((await customerOf(customer)).version).toBe('"2"')
    expect((await customerOf(other)).version).toBe('"1"')
    const [entry] = await activityOf('customer', customer)
    expect(entry).toMatchObject({ event: 'updated', caused_by: 'Robin' })
    expect(JSON.parse(entry?.changes ?? '')).toEqual({
      [`custom_fields.${key}`]: { from: 'Fair', to: 'Trade fair' },
    })
    const events = await tenant.select('event_log').select(['type', 'body']).execute()
    const own = events.filter(
      ({ type, body }) => type === 'customer.updated' && ids.includes(JSON.parse(body).data.id),
    )
    expect(own).toHaveLength(count)
    const filtered = async (value: string) =>
      (await send('GET', `/api/customers?page=1&field=${id}&field_value=${value}`)).json().meta.total
    expect([await filtered('Fair'), await filtered('Trade%20fair')]).toEqual([0, count])
  })

  test('a rename leaves out a value that can’t be rewritten, and ends', async () => {
    const { id, name } = await create(select(['Fair']))
    const ids = await addWithValue(id, 'Fair', 3)
    const repair = await breakRow(service.context.store, 'customers', ids[1]!)
    const input = select([], { name, options: [{ name: 'Trade fair', was: 'Fair' }] })
    expect((await put(id, 1, input)).statusCode).toBe(200)
    await renamesDone()
    expect(await show(id)).toMatchObject({
      renames: [],
      option_values: expect.arrayContaining([
        { option: 'Trade fair', count: 2 },
        { option: 'Fair', count: 1 },
      ]),
    })
    await repair()
  })

  test('a rename continues after a crash', async () => {
    const { id, name } = await create(select(['Fair']))
    await addWithValue(id, 'Fair', customersAtOnce + 1)
    const input = select([], { name, options: [{ name: 'Trade fair', was: 'Fair' }] })
    // As a process that ends right then leaves it.
    await tenant.transaction((trx) => updateField(trx, { kind: 'key' } as never, { id, version: 1, input }))
    expect((await list()).data[0]?.renames).toHaveLength(1)
    const more = select(['Trade fair', 'Web'], { name })
    expect((await put(id, 2, more)).statusCode).toBe(409)
    await service.context.optionRenames.start()
    await renamesDone()
    expect((await show(id)).option_values).toEqual([{ option: 'Trade fair', count: customersAtOnce + 1 }])
    expect((await put(id, 2, more)).statusCode).toBe(200)
  })

  test('customers created and edited during a rename end up with the new name', async () => {
    const { id, name } = await create(select(['Fair', 'Web']))
    const ids = await addWithValue(id, 'Fair', 30)
    const input = select([], { name, options: [{ name: 'Trade fair', was: 'Fair' }, { name: 'Web' }] })
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => addCustomer([valuePart(id, 'Fair')])),
      put(id, 1, input),
      ...Array.from({ length: 6 }, () => addCustomer([valuePart(id, 'Fair')])),
      ...ids.slice(0, 3).map((customer) => updateCustomer(customer, [valuePart(id, 'Fair')])),
    ])
    await renamesDone()
    // A form that arrives after the rename is told that the option is gone; none of the others is lost.
    for (const { statusCode } of answers) expect([200, 201, 412, 422]).toContain(statusCode)
    const created = answers.filter(({ statusCode }) => statusCode === 201).length
    expect((await show(id)).option_values).toEqual([{ option: 'Trade fair', count: 30 + created }])
  })

  test('a customer restored from the trash has the new name', async () => {
    const { id, name } = await create(select(['Fair']))
    const { id: customer } = (await addCustomer([valuePart(id, 'Fair')])).json().data
    await send('DELETE', '/api/customers', { customers: [customer] })
    await put(id, 1, select([], { name, options: [{ name: 'Trade fair', was: 'Fair' }] }))
    await send('POST', '/api/x/deleted-customers/restore', { customers: [customer] })
    expect((await customerOf(customer)).valueOf(id)).toBe('Trade fair')
  })

  test('two can’t exchange their names, as customers of both would be mixed up', async () => {
    const { id, name } = await create(select(['A', 'B']))
    const options = [
      { name: 'B', was: 'A' },
      { name: 'A', was: 'B' },
    ]
    const refused = await put(id, 1, select([], { name, options }))
    expect(refused.statusCode).toBe(422)
    expect(refused.json().error.details).toHaveProperty('options.0.name')
  })
})
