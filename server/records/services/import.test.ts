import { expect, test } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { importsOf } from '#server/tools/testing/import.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { sampleService } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { addServices } from './insert.ts'

const { service } = await startWithAccount({ rateLimit: 100_000 })

let accounts = 0
/** An account of its own, so that tests don't see each other's services. */
async function newAccount() {
  accounts += 1
  const account = await service.account(`Ours ${accounts}`, { rateLimit: 100_000 })
  const { db, dialect } = service.context.store
  return {
    account,
    tenant: new Tenant(db, dialect, account.id, 'Test'),
    imports: importsOf(service, account, 'services'),
  }
}

const read = async (url: string, { key }: TestAccount) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${key}` } })

const catalog = async (account: TestAccount) =>
  (await read('/api/services/?limit=100', account)).json().data as Record<string, unknown>[]

const header = 'Name;Category;Price;Currency;Tags;Tax rate;Active;Unit'

test('a file of services becomes services, each with its activity entry', async () => {
  const { account, tenant, imports } = await newAccount()
  const uploaded = await imports.upload(
    `${header}\nLettering;Design;85.50;EUR;"hand, gold";21;yes;hour\nSign;Goods;1200;JPY;;8.875;no;\n`,
  )
  expect(uploaded).toMatchObject({ state: 'ready', rows: 2, file_name: 'ours.csv' })
  expect(uploaded.columns[0]).toEqual({ name: 'Name', samples: ['Lettering', 'Sign'], field: 'name' })
  const checked = await imports.check(uploaded)
  expect(checked).toMatchObject({
    state: 'checked',
    plan: { created: 2, updated: 0, skipped: 0, failed: 0 },
  })
  expect(await catalog(account)).toEqual([])
  expect(await imports.start(checked)).toMatchObject({
    state: 'completed',
    result: { created: 2, failed: 0 },
  })
  expect(await catalog(account)).toMatchObject([
    { name: 'Lettering', price: 85.5, currency: 'EUR', tags: ['gold', 'hand'], tax_rate: 21, unit: 'hour' },
    { name: 'Sign', price: 1200, currency: 'JPY', tags: [], tax_rate: 8.875, is_active: false },
  ])
  const stored = await tenant.select('services').select('price').orderBy('id').execute()
  expect(stored.map(({ price }) => price)).toEqual([8550, 1200])
  const activity = await tenant
    .select('activity_log')
    .select(['event', 'subject_title'])
    .orderBy('id')
    .execute()
  expect(activity).toEqual([
    { event: 'created', subject_title: 'Lettering' },
    { event: 'created', subject_title: 'Sign' },
  ])
  expect(await tenant.select('import_batches').select('id').execute()).toEqual([])
})

test('services get one currency and category where the file has no column for them', async () => {
  const { account, imports } = await newAccount()
  const uploaded = await imports.upload('Name,Price\nLettering,85.50\nGilding,120\n')
  const same = { category: 'Design', currency: 'eur', billing_type: 'hourly' }
  await imports.start(await imports.check(uploaded, {}, 'skip', same))
  const named = Map.groupBy(await catalog(account), ({ name }) => name)
  expect(['Gilding', 'Lettering'].map((name) => named.get(name)?.[0])).toMatchObject(
    ['Gilding', 'Lettering'].map((name) => ({
      name,
      category: 'Design',
      currency: 'EUR',
      billing_type: 'hourly',
    })),
  )
  // Until somebody chooses another one, that of the company; a file with a column needs none.
  expect(uploaded.same_values).toEqual({ currency: 'EUR' })
  expect((await imports.upload('Name,Price,Currency\nEmbossing,1,JPY\n')).same_values).toEqual({})
  const other = await imports.upload('Name,Price\nEmbossing,1\n')
  const answer = await imports.send('POST', `/${other.id}/check`, {
    columns: other.columns.map(({ field }) => field),
    existing: 'skip',
    same_values: { category: 'Design', currency: 'euro', name: 'All' },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.details).toEqual({
    'same_values.name': 'Name can’t be the same in every row',
  })
})

test('the check lists every bad row with its column, value and reason, and nothing is imported', async () => {
  const { account, imports } = await newAccount()
  const uploaded = await imports.upload(
    [
      'name,category,price,currency,tax_rate,type,is_active,lead time',
      'Good,Design,85,EUR,21,service,true,3',
      ',Design,85,EUR,21,service,true,3',
      'Comma,Design,"85,50",EUR,21,service,true,3',
      'Fine,Design,85.555,EUR,21.1234,service,true,3',
      'Odd,Design,85,EUX,21,thing,maybe,soon',
      'good,Design,85,EUR,21,service,true,3',
      'Long,Design,85,EUR,21,service,true,3,more',
    ].join('\n'),
  )
  expect(uploaded.columns.at(-1)).toMatchObject({ name: 'lead time', field: null })
  const checked = await imports.check(uploaded, { 'lead time': 'custom_number' })
  expect(checked.plan).toEqual({ created: 1, updated: 0, skipped: 0, failed: 6 })
  expect((await imports.rows(checked.id)).map(({ row, problems }) => [row, ...problems])).toEqual([
    [3, { column: 'name', index: 0, value: '', message: 'Enter a name' }],
    [4, { column: 'price', index: 2, value: '85,50', message: 'Enter a price, like 85 or 85.50' }],
    [
      5,
      { column: 'price', index: 2, value: '85.555', message: 'Use at most 2 decimals' },
      { column: 'tax_rate', index: 4, value: '21.1234', message: 'Use at most 3 decimals' },
    ],
    [
      6,
      { column: 'type', index: 5, value: 'thing', message: 'type must be service or product' },
      { column: 'is_active', index: 6, value: 'maybe', message: 'is_active must be true or false' },
    ],
    [7, { column: 'name', index: 0, value: 'good', message: 'Row 2 has the same name' }],
    [
      8,
      {
        column: null,
        index: null,
        value: '',
        message: 'This row has more values than the header has columns (8)',
      },
    ],
  ])
  const started = await imports.send('POST', `/${checked.id}/start`, { checks: checked.checks })
  expect(started.statusCode).toBe(422)
  expect(await catalog(account)).toEqual([])
  const file = await imports.send('GET', `/${checked.id}/failed.csv`)
  expect(file.headers['content-type']).toContain('text/csv')
  const lines = file.body.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFname,category,price,currency,tax_rate,type,is_active,lead time,import_row,import_problem',
  )
  expect(lines[2]).toBe(
    'Comma,Design,"85,50",EUR,21,service,true,3,4,"price: Enter a price, like 85 or 85.50"',
  )
})

test('an export imported again changes nothing, whatever the texts look like', async () => {
  const { account, tenant, imports } = await newAccount()
  const tricky = ['=1+1', "'=1", '-2+3', 'a;=b', 'plain', '+49 30', "'quoted'", 'ends with "']
  await tenant.transaction((trx) =>
    addServices(
      trx,
      tricky.map((name, index) => ({
        ...sampleService,
        name,
        description: `${name}\n=two lines`,
        currency: index % 2 === 0 ? 'EUR' : 'JPY',
        tags: ['b', 'a'],
        price: index % 2 === 0 ? 85.5 : 1200,
        custom_fields: [{ id: 1, name: 'Lead', key: 'lead', type: 'text', value: '3 days' }],
      })),
    ),
  )
  const before = await catalog(account)
  const { body } = await read('/api/x/services.csv', account)
  const checked = await imports.check(await imports.upload(body), {}, 'update')
  expect(checked.plan).toEqual({ created: 0, updated: 0, skipped: tricky.length, failed: 0 })
  expect(await imports.start(checked)).toMatchObject({
    state: 'completed',
    result: { skipped: tricky.length },
  })
  expect(await catalog(account)).toEqual(before)
})

test('rows update the service with their id or their name, and empty cells keep what it has', async () => {
  const { account, tenant, imports } = await newAccount()
  const [first = 0, second = 0] = await tenant.transaction((trx) =>
    addServices(trx, [
      { ...sampleService, description: 'By hand', tags: ['hand'] },
      { ...sampleService, name: 'Sign' },
    ]),
  )
  const file = `id,name,category,price,currency,description\n${first},Gold lettering,,90,,\n,sign,,,USD,Painted\n`
  const checked = await imports.check(await imports.upload(file), {}, 'update')
  expect(checked.plan).toEqual({ created: 0, updated: 2, skipped: 0, failed: 0 })
  await imports.start(checked)
  expect(await catalog(account)).toMatchObject([
    { id: first, name: 'Gold lettering', price: 90, currency: 'EUR', description: 'By hand', tags: ['hand'] },
    { id: second, name: 'sign', price: 85, currency: 'USD', description: 'Painted' },
  ])
  const skipped = await imports.check(await imports.upload(file))
  expect(skipped.plan).toMatchObject({ skipped: 2 })
})

test('an export of another account becomes services of this one, or updates those with the same name', async () => {
  const { account, tenant, imports } = await newAccount()
  await tenant.transaction((trx) => addServices(trx, [{ ...sampleService, name: 'Sign' }]))
  const other = await newAccount()
  await other.tenant.transaction((trx) =>
    addServices(trx, [
      { ...sampleService, name: 'Sign', description: 'Theirs' },
      { ...sampleService, name: 'Letters' },
    ]),
  )
  const { body } = await read('/api/x/services.csv', other.account)
  const checked = await imports.check(await imports.upload(body), {}, 'update')
  expect(checked.plan).toEqual({ created: 1, updated: 1, skipped: 0, failed: 0 })
  await imports.start(checked)
  expect(await catalog(account)).toMatchObject([{ name: 'Sign', description: 'Theirs' }, { name: 'Letters' }])
  const odd = await imports.check(await imports.upload('id,name\nS-1,Sign\n'), {}, 'update')
  expect((await imports.rows(odd.id)).flatMap(({ problems }) => problems)).toEqual([
    { column: 'id', index: 0, value: 'S-1', message: 'Enter the id of a service, or leave it empty' },
  ])
})

test('a row that became bad after the check imports nothing, and all rows are checked again', async () => {
  const { account, tenant, imports } = await newAccount()
  const file = `${header}\nLettering;Design;85;EUR;;;;\nSign;Design;85;EUR;;;;\n`
  const checked = await imports.check(await imports.upload(file), {}, 'update')
  await tenant.transaction((trx) =>
    addServices(trx, [
      { ...sampleService, name: 'Sign' },
      { ...sampleService, name: 'Sign' },
    ]),
  )
  expect(await imports.start(checked)).toMatchObject({
    state: 'checked',
    plan: { created: 1, failed: 1 },
    result: { created: 0 },
  })
  expect(await catalog(account)).toHaveLength(2)
})

test('starting twice at once, or again after a lost response, imports once', async () => {
  const { account, imports } = await newAccount()
  const checked = await imports.check(await imports.upload(`${header}\nLettering;Design;85;EUR;;;;\n`))
  const start = () => imports.send('POST', `/${checked.id}/start`, { checks: checked.checks })
  const answers = await Promise.all([start(), start(), start()])
  await service.context.imports.settled()
  answers.push(await start())
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await catalog(account)).toHaveLength(1)
})

test('a check that others have replaced can’t be started', async () => {
  const { imports } = await newAccount()
  const first = await imports.check(await imports.upload(`${header}\nLettering;Design;85;EUR;;;;\n`))
  const second = await imports.check(first, {}, 'update')
  const start = (checks: number) => imports.send('POST', `/${first.id}/start`, { checks })
  expect((await start(first.checks)).statusCode).toBe(412)
  expect((await start(second.checks)).statusCode).toBe(200)
})
