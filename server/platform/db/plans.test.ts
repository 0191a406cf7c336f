import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hourOf } from '#server/outgoing/delivery/hours.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { findDeliveries } from '#server/records/search/find-webhooks.ts'
import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { planProblems } from '#server/tools/testing/plans.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { isDeep } from '#server/tools/testing/runs.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

const rows = 2_000
const pages = rows / 25
/** PostgreSQL carries out what it explains, which takes minutes for all of them; usually a part has to do. */
const takesAll = !onPostgres || isDeep

/** Short and long, one match and none, every row and few. */
const searches = takesAll
  ? [
      'e',
      '1',
      'er',
      '77',
      '~',
      '~~',
      'design',
      'number',
      'rows.example',
      '0000077',
      'zzzz',
      'a b',
      'amelia 77',
      'large shops',
      'b-00 rows',
      'zzzz yyyy',
    ]
  : ['e', '0000077', 'zzzz', 'large shops']

/** What lists, details, totals and the overview ask the database; add a request, and its plans are checked. */
const requests: readonly string[] = [
  ...sorted('/api/customers', ['id', 'name', 'last_name', 'email', 'company_name']),
  ...sorted('/api/customers', ['id', 'name', 'last_name', 'email', 'company_name'], '&archived=false'),
  ...searched('/api/customers?limit=25'),
  ...searched('/api/customers?sort=name'),
  ...[
    'linked=true',
    'linked=false',
    'permission=invoice',
    'permission=meeting',
    'created_from=2026-01-10&created_to=2026-01-11',
    'created_from=2020-01-01',
    'country=Norway',
    'country=Latvia',
    'has_overdue=true',
    'has_overdue=false',
    'field={custom_fields}&field_value=often',
    'field={custom_fields}&field_value=rare',
    'linked=true&country=Norway&search=design',
    'archived=true',
    'assigned_to=7',
    'assigned_to=7&archived=false',
    'assigned_to=none',
    'archived=false&country=Latvia',
    'archived=false&permission=meeting',
    'archived=true&country=Norway',
    'archived=false&search=design',
    'archived=true&search=77',
    'country=Latvia&search=e',
  ].flatMap((filter) => [
    `/api/customers?${filter}`,
    `/api/customers?${filter}&sort=-name&page=3`,
    `/api/customers?${filter}&sort=id&page=30`,
  ]),
  '/api/x/services/{services}/activity',
  '/api/x/customer-facets',
  '/api/x/customer-facets?archived=true',
  '/api/x/customer-facets?archived=false',
  '/api/x/customers.csv',
  '/api/x/customers.csv?archived=false&sort=name',
  '/api/x/customers-by-id?ids={customers},1,2,3',
  '/api/x/customer-balances?ids={customers},1,2,3',
  '/api/x/customers/{customers}/archive',
  '/api/x/customers.csv?sort=-name&country=Latvia&has_overdue=true',
  '/api/x/customers.csv?field={custom_fields}&field_value=rare&search=design',
  '/api/x/invoices.csv?sort=-total_amount&status=paid',
  '/api/x/services.csv?sort=price&category=Print&search=number',
  '/api/x/contacts.csv',
  '/api/x/contacts.csv?sort=-name&has_email=false&search=design',
  '/api/customers/{customers}',
  ...paged('/api/v1/contacts?per_page=25'),
  ...sorted('/api/v1/contacts', ['name', 'last_name', 'email', 'company_name', 'updated_at']),
  ...searched('/api/v1/contacts?per_page=25'),
  ...searched('/api/v1/contacts?sort=name'),
  ...[
    'linked=true',
    'linked=false',
    'has_email=false',
    'has_phone=false',
    'linked=true&has_email=true&has_phone=true',
    'customer_id={customers}',
    'customer_id={customers}&has_phone=true',
    'has_phone=true&search=design',
    'has_email=false&search=e',
  ].flatMap((filter) => [
    `/api/v1/contacts?${filter}`,
    `/api/v1/contacts?${filter}&sort=-name&page=3`,
    `/api/v1/contacts?${filter}&sort=id&page=30`,
  ]),
  '/api/x/contacts/{contacts}',
  ...paged('/api/services/?limit=25'),
  `/api/services/?page=${pages + 9}`,
  ...sorted('/api/services/', ['name', 'price', 'updated_at']),
  ...searched('/api/services/?sort=name'),
  ...searched('/api/services/?is_active=true&sort=-price'),
  '/api/services/?category=Print&sort=price&page=2',
  '/api/services/?type=service&sort=-updated_at',
  '/api/services/?type=service',
  '/api/services/?category=Print&type=product&is_active=true',
  '/api/services/?tags=print,web',
  '/api/services/?tags=nothing',
  '/api/services/?is_active=true&page=20',
  ...searched('/api/services/?limit=25'),
  ...searched('/api/services/?is_active=true'),
  ...searched('/api/services/?category=Print&type=product'),
  '/api/services/?search=number&page=40',
  '/api/x/services/{services}',
  '/api/x/service-facets',
  ...sorted('/api/invoices', [
    'id',
    'due_date',
    'created_at',
    'total_amount',
    'invoice_number',
    'customer_name',
  ]),
  ...[
    'status=paid',
    'customer_id={customers}',
    'due_from=2025-01-01',
    'status=overdue&due_to=2026-01-01',
    'status=outstanding',
    'status=refundable',
    'currency=JPY',
    'currency=JPY&status=paid',
    'currency=EUR&status=overdue&due_from=2025-01-01&due_to=2025-06-30',
    'created_from=2026-03-01&created_to=2026-03-31',
    'status=paid&created_from=2026-03-01&created_to=2026-03-31&currency=EUR',
    'paid_from=2026-03-01&paid_to=2026-03-31&currency=EUR',
    'amount_from=100&amount_to=300',
    'amount_from=3000&currency=USD',
  ].flatMap((filter) => [
    `/api/invoices?${filter}`,
    `/api/invoices?${filter}&sort=due_date&page=3`,
    `/api/invoices?${filter}&sort=-total_amount`,
    `/api/x/invoice-totals?${filter}`,
  ]),
  ...searched('/api/invoices?limit=25'),
  ...searched('/api/invoices?sort=-total_amount'),
  ...searched('/api/invoices?status=paid'),
  '/api/x/invoices/{invoices}',

  ...searched('/api/x/invoice-totals?due_from=2020-01-01'),
  ...searches.map((text) => `/api/x/search?q=${encodeURIComponent(text)}`),
  '/api/x/search?q=evt_0123456789',
  '/api/x/counts',
  '/api/v1/webhooks',
  '/api/x/webhooks',
  '/api/x/webhooks?state=failing',
  '/api/x/webhooks/{webhooks}',
  '/api/x/webhooks/{webhooks}/activity',
]

/** Where large tables are still read from end to end. This list only ever gets shorter. */
const pending: readonly string[] = []

function paged(path: string): string[] {
  const some = takesAll ? [1, 2, pages / 2, pages - 1, pages] : [1, pages / 2]
  return some.map((page) => `${path}&page=${page}`)
}

function sorted(path: string, sorts: readonly string[], more = ''): string[] {
  return sorts.flatMap((sort) => [
    ...paged(`${path}?sort=${sort}${more}`),
    ...paged(`${path}?sort=-${sort}${more}`),
  ])
}

function searched(path: string): string[] {
  return searches.map((text) => `${path}&search=${encodeURIComponent(text)}`)
}

let service: TestService
let account: TestAccount
let heard: CompiledQuery[] = []
const ids = { customers: 0, contacts: 0, services: 0, invoices: 0, webhooks: 0, custom_fields: 0 }

beforeAll(async () => {
  service = await startService()
  account = await service.account('Plans', { rateLimit: 1_000_000 })
  const { store } = service.context
  await fill(account.tenant)
  if (onPostgres) await store.dialect.learnSizes(store.db)
  store.onStatement((statement) => heard.push(statement))
}, 240_000)
afterAll(() => service.close())

const isPending = (path: string) => pending.some((start) => path.startsWith(start))

test.each(requests.filter((path) => !isPending(path)))(
  'GET %s reads large tables through an index',
  { timeout: 60_000 },
  async (path) => {
    expect(await problemsOf(path)).toEqual([])
  },
)

test.each(pending)(
  '%s is on the list of statements that scan tables for a reason',
  { timeout: 240_000 },
  async (start) => {
    const problems: string[] = []
    for (const path of requests.filter((one) => one.startsWith(start)))
      problems.push(...(await problemsOf(path)))
    expect(problems).not.toEqual([])
  },
)

test('deliveries are found by event id through an index', async () => {
  const { tenant } = account
  heard = []
  expect(await findDeliveries(tenant, 'evt_000077')).toHaveLength(1)
  expect(await problemsIn(heard, true)).toEqual([])
})

/** The first search for a text may count its matches, each through an index; after that their number is known. */
async function problemsOf(path: string): Promise<string[]> {
  return [...(await problemsOnce(path, false)), ...(await problemsOnce(path, true))]
}

async function problemsOnce(path: string, isBounded: boolean): Promise<string[]> {
  heard = []
  const url = path.replace(/\{(\w+)\}/, (_, table: keyof typeof ids) => String(ids[table]))
  const authorization = `Bearer ${url.startsWith('/api/v1/') ? account.token : account.key}`
  const answer = await service.app.inject({ url, headers: { authorization } })
  expect(answer.statusCode).toBe(200)
  return problemsIn(heard, isBounded)
}

async function problemsIn(statements: readonly CompiledQuery[], isBounded: boolean): Promise<string[]> {
  heard = [] // so that what is asked below is not asked about
  const problems: string[] = []
  for (const statement of statements) {
    problems.push(...(await planProblems(service.context.store, statement, { rows, isBounded })))
  }
  return problems
}

async function fill(tenant: Tenant) {
  const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
  const text = { location: 1, type: 1, name: 'Visits', key: 'visits', fields: '{}', field_group: '' }
  const field = { ...text, ...times, user_id: 1, required: 0, position: 1 }
  ids.custom_fields = await tenant.insertOne('custom_fields', { ...field, description: '', placeholder: '' })
  for (let from = 0; from < rows; from += 500) {
    const numbers = Array.from({ length: 500 }, (_, index) => from + index)
    const customers = numbers.map((index) => ({
      name: ['Amelia', 'Noah', 'Priya'][index % 3] ?? '',
      last_name: `Design ${index}`,
      email: `bulk${index}@rows.example`,
      phone: '1',
    }))
    const created_at = (index: number) =>
      `2026-01-${String((index % 28) + 1).padStart(2, '0')}T00:00:00.000000Z`
    const [id = 0] = await tenant.insert(
      'customers',
      customers.map((row, index) =>
        customerColumns({
          ...row,
          business: {
            company_name: `Number ${row.last_name}`,
            country: index % 100 === 7 ? 'Latvia' : 'Norway',
          },
          permissions: [...(index % 2 === 0 ? [4] : []), ...(index % 50 === 0 ? [13] : [])],
          processor_linked: index % 3 === 0,
          created_at: created_at(index),
        }),
      ),
    )
    ids.customers = id
    const archived = customers.flatMap((_, index) => (index % 20 === 3 ? [id + index] : []))
    const archived_at = times.created_at
    await tenant.update('customers').set({ archived_at }).where('id', 'in', archived).execute()
    const assigned = customers.flatMap((_, index) => (index % 25 === 4 ? [id + index] : []))
    await tenant.update('customers').set({ assigned_to: 7 }).where('id', 'in', assigned).execute()
    await tenant.insert(
      'custom_field_values',
      customers.map((_, index) => ({
        ...times,
        owner_id: 1,
        customer_id: id + index,
        custom_field_id: ids.custom_fields,
        value: index % 40 === 0 ? 'rare' : 'often',
      })),
    )
    await tenant.insert(
      'contacts',
      customers.map((row, index) => ({
        ...contactColumns({
          ...row,
          phone: index % 4 === 0 ? '' : row.phone,
          email: index % 100 === 7 ? '' : row.email,
          customer_id: index % 3 === 0 ? id + (index % 50) : null,
          company_name: `Number ${row.last_name}`,
        }),
        ...times,
      })),
    )
    await addBulkServices(tenant, from, from + 500)
  }
  const payers = await bulkPayers(tenant)
  for (let from = 0; from < rows; from += 500)
    await addBulkInvoices(tenant, payers, Date.parse('2026-06-01'), from, from + 500)
  await fillDeliveries(tenant)
  for (const table of ['contacts', 'services', 'invoices', 'webhooks'] as const) {
    const { id } = await tenant.select(table).select('id').limit(1).executeTakeFirstOrThrow()
    ids[table] = id
  }
}

/** Half of them wait, as at an endpoint that is down. */
async function fillDeliveries(tenant: Tenant) {
  const { id: webhook_id } = await addEndpoint(service.context, account.id, { url: 'https://hooks.example' })
  const time = now()
  const numbers = Array.from({ length: rows }, (_, index) => index)
  const events = numbers.map((index) => ({
    event_id: `evt_${String(index).padStart(6, '0')}`,
    type: 'contact.created',
    body: '{}',
    created_at: time,
  }))
  const ids = await tenant.insert('event_log', events)
  await tenant.insert(
    'deliveries',
    events.map(({ event_id, type }, index) => ({
      webhook_id,
      event: type,
      event_id,
      event_log_id: ids[index] ?? null,
      is_test: 0,
      status: index % 2 === 0 ? ('pending' as const) : ('delivered' as const),
      due_at: index % 2 === 0 ? '2099-01-01T00:00:00.000000Z' : null,
      response_status: index % 2 === 0 ? null : 200,
      duration_ms: 20,
      created_at: time,
    })),
  )
  const hours = numbers.map((index) => hourOf(Date.now() - index * 60 * 60_000))
  await tenant.insert(
    'webhook_hours',
    hours.map((hour) => ({ webhook_id, hour, delivered: 1, failed: 0 })),
  )
}
