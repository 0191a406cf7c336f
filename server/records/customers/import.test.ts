import { expect, test } from 'vitest'

import { fieldType } from '#contract/customers/custom-fields.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { importsOf } from '#server/tools/testing/import.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { customerParts, encodeForm, type TestAccount } from '#server/tools/testing/service.ts'

import { customerColumns } from './columns.ts'

const { service } = await startWithAccount()

let accounts = 0
async function newAccount() {
  accounts += 1
  const account = await service.account(`Ours ${accounts}`, { rateLimit: 100_000 })
  const { db, dialect } = service.context.store
  return {
    account,
    tenant: new Tenant(db, dialect, account.id, 'Test'),
    imports: importsOf(service, account, 'customers'),
  }
}

const get = async (url: string, { key }: TestAccount) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
const list = async (account: TestAccount) =>
  (await get('/api/customers?limit=100&sort=id', account)).json().data as Record<string, unknown>[]

const header = 'Email,First name,Last name,Phone,Company,Country,Permissions'
const line = (email: string, name = 'Ada') => `${email},${name},Lovelace,+44 20,Engines Ltd,United Kingdom,`

async function addFields(tenant: Tenant) {
  const time = timestamp(Date.now())
  const base = { user_id: 1, description: null, placeholder: null, field_group: '', location: 1 }
  const times = { created_at: time, updated_at: time }
  const field = (name: string, key: string, type: number, fields: object | null, required = 0) => ({
    ...base,
    ...times,
    name,
    key,
    type,
    required,
    fields: JSON.stringify(fields),
    position: 1,
  })
  await tenant.insert('custom_fields', [
    field('VAT number', 'vat', fieldType.text, null, 1),
    field('Tier', 'tier', fieldType.select, { options: ['Gold', 'Silver'] }),
    field('Contract', 'contract', fieldType.file, null, 1),
  ])
}

test('an imported customer is one as creation makes it: contact, activity and events included', async () => {
  const { account, tenant, imports } = await newAccount()
  const { store, sealKey } = service.context
  await addEndpoint({ store, sealKey }, account.id, { url: 'https://example.com/', events: [...eventTypes] })
  const form = await encodeForm(await customerParts())
  const created = await service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': form.contentType },
    payload: form.payload,
  })
  expect(created.statusCode).toBe(201)
  const uploaded = await imports.upload(
    'email,name,last_name,phone,company_name\nzoe2@example.com,Zoë,Ødegård,+47 900 00 000,Ødegård AS\n',
  )
  await imports.start(await imports.check(uploaded))
  const [one, two] = await list(account)
  const same = ({ id: _id, profile_photo_path: _photo, email: _email, ...rest }: Record<string, unknown>) =>
    rest
  expect(same(two ?? {})).toEqual(same(one ?? {}))
  expect(two?.profile_photo_path).toBeNull()
  const events = await tenant.select('event_log').select(['type', 'body']).orderBy('id').execute()
  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'contact.created',
    'customer.created',
    'contact.created',
  ])
  expect(JSON.parse(events[2]?.body ?? '')).toMatchObject({ data: { id: two?.id, activity_log: [] } })
  expect(await tenant.select('deliveries').select('id').execute()).toHaveLength(4)
  const contacts = await tenant.select('contacts').select('customer_id').orderBy('id').execute()
  expect(contacts.map(({ customer_id }) => customer_id)).toEqual([one?.id, two?.id])
  const activity = await tenant
    .select('activity_log')
    .select(['customer_id', 'description', 'event'])
    .orderBy('id')
    .execute()
  expect(activity).toEqual(
    [one, two].map((customer) => ({
      customer_id: customer?.id,
      description: 'Customer created',
      event: 'created',
    })),
  )
})

test('rows are held against the same rules as a form, and against each other', async () => {
  const { account, tenant, imports } = await newAccount()
  await addFields(tenant)
  const uploaded = await imports.upload(
    [
      `${header},VAT number,tier`,
      `${line('ada@example.com')}view-invoice CREATE-invoice,GB1,Gold`,
      `${line('not an address')},GB1,`,
      `${line('eve@example.com', '')},,Bronze`,
      `${line('bob@example.com')}fly,GB1,`,
      `${line('ADA@example.com')},GB1,`,
    ].join('\n'),
  )
  expect(uploaded.columns.map(({ field }) => field)).toEqual([
    'email',
    'name',
    'last_name',
    'phone',
    'company_name',
    'country',
    'permissions',
    'custom_field.vat',
    'custom_field.tier',
  ])
  const checked = await imports.check(uploaded)
  expect(checked.plan).toEqual({ created: 1, updated: 0, skipped: 0, failed: 4 })
  const expected = [
    [3, 'Email', 'not an address', 'Email must be an address like name@example.com'],
    [4, 'First name', '', 'First name is required'],
    [4, 'VAT number', '', 'VAT number is required'],
    [4, 'tier', 'Bronze', 'Tier must be one of the options'],
    [5, 'Permissions', 'fly', 'fly isn’t a permission. Use names like view-invoice.'],
    [6, 'Email', 'ADA@example.com', 'Row 2 has the same email'],
  ]
  const problems = (await imports.rows(checked.id)).flatMap(({ row, problems }) =>
    problems.map(({ column, value, message }) => [row, column, value, message]),
  )
  expect(problems).toEqual(expected)
  expect(await imports.start(checked)).toMatchObject({
    state: 'completed',
    result: { created: 1, updated: 0, skipped: 0, failed: 4 },
  })
  expect(await list(account)).toMatchObject([
    { email: 'ada@example.com', permissions: { 1: 'create-invoice', 4: 'view-invoice' } },
  ])
  expect(await imports.rows(checked.id, 'created')).toMatchObject([{ row: 2, label: 'ada@example.com' }])
  const failed = await imports.send('GET', `/${checked.id}/failed.csv`)
  expect(failed.body.split('\r\n')).toHaveLength(6)
})

test('customers that exist are skipped, or updated with what isn’t empty', async () => {
  const { account, tenant, imports } = await newAccount()
  const person = { name: 'Ada', last_name: 'King', phone: '1', permissions: [4] }
  const business = { company_name: 'Engines', city: 'London' }
  await tenant.insert(
    'customers',
    ['ada@example.com', 'twice@example.com', 'Twice@example.com', 'same@example.com'].map((email) =>
      customerColumns({ ...person, email, business }),
    ),
  )
  const file = [
    'email,phone,city,last_name',
    'ADA@example.com,+44 20,,Lovelace',
    'twice@example.com,2,,',
    'same@example.com,1,London,King',
    'new@example.com,3,,',
  ].join('\n')
  const uploaded = await imports.upload(file)
  // New customers need a first name, so without updating there is nothing to check.
  const answer = await imports.send('POST', `/${uploaded.id}/check`, {
    columns: uploaded.columns.map(({ field }) => field),
    existing: 'skip',
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.details).toEqual({ columns: 'Choose a column for First name, Company name' })
  const checked = await imports.check(uploaded, {}, 'update')
  expect(checked.plan).toEqual({ created: 0, updated: 1, skipped: 1, failed: 2 })
  await imports.start(checked)
  expect((await list(account))[0]).toMatchObject({
    email: 'ADA@example.com',
    name: 'Ada',
    last_name: 'Lovelace',
    phone: '+44 20',
    business_information: { company_name: 'Engines', city: 'London' },
    permissions: { 4: 'view-invoice' },
  })
  const [entry] = await tenant.select('activity_log').select(['event', 'changes']).execute()
  expect(entry?.event).toBe('updated')
  expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ last_name: { from: 'King', to: 'Lovelace' } })
})

test('a field without a column gets the same value in every row, also when customers are updated', async () => {
  const { account, tenant, imports } = await newAccount()
  await addFields(tenant)
  const same = { company_name: 'Engines Ltd', permissions: 'view-invoice', 'custom_field.vat': 'GB 1' }
  const uploaded = await imports.upload('Email,First name,Last name,Phone\nada@example.com,Ada,King,1\n')
  expect(uploaded.same_values).toEqual({})
  await imports.start(await imports.check(uploaded, {}, 'skip', same))
  const fair = await imports.upload('Email,City\nada@example.com,London\nnew@example.com,Paris\n')
  const checked = await imports.check(fair, {}, 'update', { 'custom_field.tier': 'Gold' })
  expect(checked.plan).toEqual({ created: 0, updated: 1, skipped: 0, failed: 1 })
  await imports.start(checked)
  expect(await list(account)).toMatchObject([
    {
      business_information: { company_name: 'Engines Ltd', city: 'London' },
      permissions: { 4: 'view-invoice' },
    },
  ])
  const values = await tenant
    .select('custom_field_values')
    .select('value')
    .orderBy('custom_field_id')
    .execute()
  expect(values.map(({ value }) => value)).toEqual(['GB 1', 'Gold'])

  // Such a file has the same columns and values the next time, as far as the fields are still there.
  await tenant.delete('custom_field_values').execute()
  await tenant.delete('custom_fields').where('key', '=', 'vat').execute()
  const again = await imports.upload('Email,First name,Last name,Phone\nab@example.com,Ab,King,1\n')
  expect(again.is_remembered).toBe(true)
  expect(again.same_values).toEqual({ company_name: 'Engines Ltd', permissions: 'view-invoice' })
})

test('a value for every row is refused if no row could have it', async () => {
  const { tenant, imports } = await newAccount()
  await addFields(tenant)
  const { id, columns } = await imports.upload(
    'Email,First name,Last name,Phone\nada@example.com,Ada,King,1\n',
  )
  const details = async (same_values: object) => {
    const answer = await imports.send('POST', `/${id}/check`, {
      columns: columns.map(({ field }) => field),
      existing: 'skip',
      same_values: { company_name: 'Engines', 'custom_field.vat': 'GB 1', ...same_values },
    })
    return { status: answer.statusCode, details: answer.json().error?.details }
  }
  const refused = (same: object) => ({ status: 422, details: same })
  expect(await details({ phone: '2' })).toEqual(
    refused({ 'same_values.phone': 'Phone is imported from a column' }),
  )
  expect(await details({ photo: '2', company_name: ' ' })).toEqual(
    refused({
      'same_values.photo': 'photo isn’t a field that can be imported',
      'same_values.company_name': 'Enter a value for Company name',
    }),
  )
  expect(await details({ permissions: 'see-invoice', 'custom_field.tier': 'Lead' })).toEqual(
    refused({
      'same_values.permissions': 'see-invoice isn’t a permission. Use names like view-invoice.',
      'same_values.custom_field.tier': 'Tier must be one of the options',
    }),
  )
  const email = await imports.send('POST', `/${id}/check`, {
    columns: [null, 'name', 'last_name', 'phone'],
    existing: 'skip',
    same_values: { email: 'a@example.com', company_name: 'Engines', 'custom_field.vat': 'GB 1' },
  })
  expect(email.json().error.details).toMatchObject({
    'same_values.email': 'Email can’t be the same in every row',
  })
  expect((await imports.show(id)).state).toBe('ready')
})

test('an export imported again changes nothing', async () => {
  const { account, tenant, imports } = await newAccount()
  await addFields(tenant)
  const names = ['=1+1', "'=x", '-2+3', 'Zoë; =Ødegård', '+47 900']
  const ids = await tenant.insert(
    'customers',
    names.map((name, index) =>
      customerColumns({
        name,
        last_name: name,
        email: `n${index}@example.com`,
        phone: '+47 900 00 000',
        business: { company_name: name, address_1: `${name}, "x"` },
        permissions: [1, 4],
      }),
    ),
  )
  const [vat] = await tenant.select('custom_fields').select('id').orderBy('id').execute()
  const times = { created_at: timestamp(0), updated_at: timestamp(0) }
  const value = { owner_id: 1, custom_field_id: vat?.id ?? 0, value: '=VAT', ...times }
  await tenant.insert(
    'custom_field_values',
    ids.map((customer_id) => ({ customer_id, ...value })),
  )
  const before = await list(account)
  const { body } = await get('/api/x/customers.csv?sort=id', account)
  const checked = await imports.check(await imports.upload(body), {}, 'update')
  expect(await imports.rows(checked.id)).toEqual([])
  expect(checked.plan).toEqual({ created: 0, updated: 0, skipped: names.length, failed: 0 })
  await imports.start(checked)
  expect(await list(account)).toEqual(before)
})

test('the customers of an import are listed, counted, searched and exported alone, as long as its results are kept', async () => {
  const { account, tenant, imports } = await newAccount()
  const add = async (...lines: readonly string[]) => {
    const checked = await imports.check(await imports.upload([header, ...lines].join('\n')), {}, 'update')
    return (await imports.start(checked)).id
  }
  await add(line('ada@example.com'), line('grace@example.com', 'Grace'))
  const second = await add(
    line('ada@example.com', 'Augusta'),
    line('alan@example.com', 'Alan'),
    'nobody,,,,,,',
  )
  const names = async (query: string) =>
    ((await get(`/api/customers?${query}`, account)).json().data as { name: string }[]).map(
      ({ name }) => name,
    )
  expect(await names(`sort=name&import=${second}`)).toEqual(['Alan', 'Augusta'])
  expect((await get(`/api/customers?limit=1&import=${second}`, account)).json().meta.total).toBe(2)
  expect(await names(`import=${second}&search=alan`)).toEqual(['Alan'])
  expect(await names(`import=${second}&archived=false&sort=-id&country=United+Kingdom`)).toEqual([
    'Alan',
    'Augusta',
  ])
  expect((await get(`/api/x/customers.csv?import=${second}`, account)).body).not.toContain('grace@')

  const other = await newAccount()
  expect((await get(`/api/customers?import=${second}`, other.account)).json().data).toEqual([])
  await tenant.delete('import_results').execute()
  expect(await names(`import=${second}`)).toEqual([])
})

test('the mapping is remembered for the next file with the same columns, in any order', async () => {
  const { imports } = await newAccount()
  const names = { Mail2: 'email', A: 'name', B: 'last_name', C: 'phone', D: 'company_name', Email: null }
  const first = await imports.upload('Email,Mail2,A,B,C,D\nx,ada@example.com,Ada,Lovelace,1,Engines\n')
  expect(first.is_remembered).toBe(false)
  await imports.start(await imports.check(first, names))
  const next = await imports.upload('D,C,B,A,Mail2,Email\nEngines,1,Lovelace,Ada,eve@example.com,x\n')
  expect(next.is_remembered).toBe(true)
  expect(Object.fromEntries(next.columns.map(({ name, field }) => [name, field]))).toEqual(names)
})

test('rows with problems are fixed before the import, and all of them are checked again', async () => {
  const { account, imports } = await newAccount()
  const rows = [line('ada@example.com'), line('bob.example.com', 'Bob'), line('ADA@example.com', '')]
  const checked = await imports.check(await imports.upload([header, ...rows].join('\n')))
  expect(checked.plan).toMatchObject({ created: 1, failed: 2 })
  const [bob] = await imports.rows(checked.id)
  expect(bob).toMatchObject({ row: 3, problems: [{ column: 'Email', index: 0, value: 'bob.example.com' }] })

  const fix = (checks: number, ...values: (readonly [row: number, column: number, value: string])[]) =>
    imports.send('POST', `/${checked.id}/fix`, {
      checks,
      values: values.map(([row, column, value]) => ({ row, column, value })),
    })
  // Only rows that have a problem, columns that there are, and what was checked last.
  for (const [row, column, field] of [
    [2, 0, 'values.0.row'],
    [3, 7, 'values.0.column'],
    [3, -1, 'values.0.column'],
    [2 ** 40, 0, 'values.0.row'],
  ] as const) {
    const refused = await fix(checked.checks, [row, column, 'x'])
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().error.details)).toEqual([field])
  }
  expect((await fix(checked.checks + 1, [3, 0, 'x'])).statusCode).toBe(412)

  expect((await fix(checked.checks, [3, 0, 'ada@example.com'], [4, 1, 'Ann'])).statusCode).toBe(200)
  await service.context.imports.settled()
  const again = await imports.show(checked.id)
  expect([again.state, again.plan.failed]).toEqual(['checked', 2])
  // Two rows of the file are the same customer now, and another one still is.
  expect((await imports.rows(checked.id)).map(({ row, problems }) => [row, problems[0]?.message])).toEqual([
    [3, 'Row 2 has the same email'],
    [4, 'Row 2 has the same email'],
  ])
  expect((await fix(again.checks, [3, 0, 'bob@example.com'], [4, 0, 'ann@example.com'])).statusCode).toBe(200)
  await service.context.imports.settled()
  const done = await imports.start(await imports.show(checked.id))
  expect(done.result).toMatchObject({ created: 3, failed: 0 })
  expect((await list(account)).map(({ name, email }) => [name, email])).toEqual([
    ['Ada', 'ada@example.com'],
    ['Bob', 'bob@example.com'],
    ['Ann', 'ann@example.com'],
  ])
  expect((await fix(done.checks, [3, 0, 'x'])).statusCode).toBe(409)
})

test('a stopped import keeps what it has and continues where it was; a canceled one forgets its rows', async () => {
  const { account, tenant, imports } = await newAccount()
  const lines = Array.from({ length: 680 }, (_, index) => line(`c${index}@example.com`))
  const checked = await imports.check(await imports.upload([header, ...lines].join('\n')))
  await imports.send('POST', `/${checked.id}/start`, { checks: checked.checks })
  await imports.send('POST', `/${checked.id}/stop`)
  await service.context.imports.settled()
  const stopped = await imports.show(checked.id)
  expect(stopped.state).toBe('stopped')
  expect(stopped.result.created).toBeLessThan(680)
  expect(await imports.start(stopped)).toMatchObject({ state: 'completed', result: { created: 680 } })
  const { total } = (await get('/api/customers?limit=1', account)).json().meta
  expect(total).toBe(680)

  const second = await imports.check(await imports.upload([header, line('last@example.com')].join('\n')))
  const canceled = (await imports.send('POST', `/${second.id}/cancel`)).json().data
  expect(canceled.state).toBe('canceled')
  expect(await tenant.select('import_batches').select('id').execute()).toEqual([])
  expect((await imports.send('POST', `/${second.id}/start`, { checks: 1 })).statusCode).toBe(409)
  const listed = (await imports.send('GET')).json().data as { id: number }[]
  expect(listed.map(({ id }) => id)).toEqual([checked.id])
})

test('uploaded rows are deleted after a day, and the results after a week', async () => {
  const { tenant, imports } = await newAccount()
  const waiting = await imports.upload([header, line('a@example.com')].join('\n'))
  const done = await imports.start(
    await imports.check(await imports.upload([header, line('b@example.com')].join('\n'))),
  )
  const daysAgo = (days: number) => timestamp(Date.now() - days * 24 * 60 * 60_000 - 1000)
  const age = (id: number, days: number) =>
    tenant
      .update('imports')
      .set({ updated_at: daysAgo(days) })
      .where('id', '=', id)
      .execute()
  await age(waiting.id, 1)
  await age(done.id, 6)
  await service.context.imports.sweep()
  expect((await imports.show(waiting.id)).state).toBe('canceled')
  expect(await tenant.select('import_batches').select('id').execute()).toEqual([])
  expect((await imports.show(done.id)).state).toBe('completed')
  await age(done.id, 7)
  await service.context.imports.sweep()
  expect((await imports.send('GET', `/${done.id}`)).statusCode).toBe(404)
  expect(await tenant.select('import_results').select('id').execute()).toEqual([])
})

test('an import belongs to its account and its kind', async () => {
  const { imports, account } = await newAccount()
  const { id } = await imports.upload([header, line('a@example.com')].join('\n'))
  expect((await importsOf(service, account, 'services').send('GET', `/${id}`)).statusCode).toBe(404)
  const other = await newAccount()
  expect((await other.imports.send('GET', `/${id}`)).statusCode).toBe(404)
  expect((await other.imports.send('POST', `/${id}/cancel`)).statusCode).toBe(404)
})

test('billing details are imported as they are exported, and an empty cell keeps what there is', async () => {
  const { account, imports } = await newAccount()
  const names = 'email,name,last_name,phone,company_name'
  const billing =
    'tax_number,billing_email,billing_reference,electronic_address,billing_currency,payment_days'
  const full = 'DE123456789,books@example.com,PO-7,9930:DE123456789,CHF,10'
  const person = (email: string) => `${email},Zoë,Ødegård,+47 900 00 000,Ødegård AS`
  const run = async (lines: readonly string[]) => {
    const checked = await imports.check(
      await imports.upload([`${names},${billing}`, ...lines].join('\n')),
      {},
      'update',
    )
    await imports.start(checked)
    return checked.plan
  }
  const exported = async () => {
    const [header = '', ...rows] = (await get('/api/x/customers.csv?sort=id', account)).body
      .trim()
      .split('\r\n')
    const from = header.split(',').indexOf('tax_number')
    return rows.map((row) =>
      row
        .split(',')
        .slice(from, from + 6)
        .join(','),
    )
  }
  const lines = [`${person('a@example.com')},${full}`, `${person('b@example.com')},,,,,,`]
  expect(await run(lines)).toMatchObject({ created: 2, failed: 0 })
  expect(await exported()).toEqual([full, ',,,,,'])
  expect(await run(lines)).toMatchObject({ skipped: 2 })
  expect(await run([`${person('a@example.com')},,,PO-8,,eur,0`])).toMatchObject({ updated: 1 })
  expect(await exported()).toEqual(['DE123456789,books@example.com,PO-8,9930:DE123456789,EUR,0', ',,,,,'])
})

test('billing details that no form would take are refused in the file', async () => {
  const { imports } = await newAccount()
  const uploaded = await imports.upload(
    [
      'email,name,last_name,phone,company_name,VAT ID,billing_email,peppol id,currency,payment terms',
      'a@example.com,Zoë,Ødegård,+47 900 00 000,Ødegård AS,X,nobody,DE123,XYZ,soon',
    ].join('\n'),
  )
  const checked = await imports.check(uploaded)
  expect(checked.plan.failed).toBe(1)
  const [row] = await imports.rows(checked.id)
  expect(row?.problems.map(({ column, message }) => [column, message])).toEqual([
    ['billing_email', 'Enter an email address, like name@example.com'],
    ['peppol id', 'Enter a scheme of four digits and an address, like 9930:DE123456789'],
    ['currency', 'Choose a currency that is in use'],
    ['payment terms', 'Choose payment terms from 0 to 365 days'],
  ])
})
