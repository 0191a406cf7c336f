import { parseArgs } from 'node:util'

import { UsageError, wholeNumber } from '#server/tools/command.ts'
import { type ServiceProcess, credentialsOn, startProcess } from '#server/tools/testing/process.ts'

import { type Filled, bytesOnDisk, withFilled } from './filled.ts'
import { type Measurement, mebibytes, median, memoryOf } from './measurement.ts'

const rounds = 15
// A question that takes longer is asked a few times only.
const longMs = 500

/** `half` is a page in the middle, `last` the last one. */
const questions: readonly (readonly [
  name: string,
  path: (point: { readonly half: number; readonly last: number }) => string,
])[] = [
  ['customers, first page', () => '/api/customers?limit=25'],
  ['customers, deep page', ({ half }) => `/api/customers?limit=25&page=${half}`],
  ['customers, last page', ({ last }) => `/api/customers?limit=25&page=${last}`],
  ['customers by name', () => '/api/customers?limit=25&sort=name'],
  ['customers by name, deep page', ({ half }) => `/api/customers?limit=25&sort=name&page=${half}`],
  ['customers, search with one match', () => '/api/customers?limit=25&search=bulk7777%40'],
  ['customers, search with many matches', () => '/api/customers?limit=25&search=amelia'],
  ['customers, search that matches all', () => '/api/customers?limit=25&search=rows.example'],
  ['customers, search that matches none', () => '/api/customers?limit=25&search=qqqqq'],
  ['customers, search by one letter', () => '/api/customers?limit=25&search=a'],
  ['customers, search by two letters', () => '/api/customers?limit=25&search=am'],
  ['customers, search by two words', () => '/api/customers?limit=25&search=amelia%20example'],
  ['customers, search sorted by name', () => '/api/customers?limit=25&search=amelia&sort=name'],
  ['customers, one filter', () => '/api/customers?limit=25&country=Germany'],
  ['customers, one filter by name', () => '/api/customers?limit=25&country=Germany&sort=name'],
  ['customers, one filter, deep page', ({ half }) => `/api/customers?limit=25&linked=false&page=${half}`],
  [
    'customers, one filter by name, deep page',
    ({ half }) => `/api/customers?limit=25&linked=false&sort=name&page=${half}`,
  ],
  ['customers, two filters by name', () => '/api/customers?limit=25&country=Germany&linked=false&sort=name'],
  ['customers, overdue by name', () => '/api/customers?limit=25&has_overdue=true&sort=name'],
  [
    'customers, overdue by name, deep page',
    () => '/api/customers?limit=25&has_overdue=true&sort=name&page=60',
  ],
  ['customers, a range of days by name', () => '/api/customers?limit=25&created_from=2026-01-01&sort=name'],
  [
    'customers, search and filter by name',
    () => '/api/customers?limit=25&search=amelia&linked=false&sort=name',
  ],
  ['contacts, first page', () => '/api/v1/contacts'],
  ['contacts, deep page', ({ half }) => `/api/v1/contacts?page=${half}`],
  ['contacts, last page', ({ last }) => `/api/v1/contacts?page=${last}`],
  ['contacts by name, deep page', ({ half }) => `/api/v1/contacts?sort=name&page=${half}`],
  ['contacts, search with one match', () => '/api/v1/contacts?search=bulk7777%40'],
  ['contacts, search with many matches', () => '/api/v1/contacts?search=amelia'],
  ['contacts, one filter', () => '/api/v1/contacts?linked=false&sort=name'],
  ['services, first page', () => '/api/services/'],
  ['services, deep page', ({ half }) => `/api/services/?page=${half}`],
  ['services, last page', ({ last }) => `/api/services/?page=${last}`],
  ['services, one filter, deep page', ({ half }) => `/api/services/?is_active=true&page=${half}`],
  ['services, three filters', () => '/api/services/?category=Print&type=product&is_active=true'],
  ['services by name, deep page', ({ half }) => `/api/services/?sort=name&page=${half}`],
  ['services, one filter by name', () => '/api/services/?category=Print&sort=name'],
  ['services, search by name', () => '/api/services/?search=design&sort=name'],
  [
    'services, search that matches all by name, deep page',
    ({ half }) => `/api/services/?search=number&sort=name&page=${half}`,
  ],
  ['services, any of two tags', () => '/api/services/?tags=print,web'],
  ['services, search with one match', () => '/api/services/?search=number%207777.'],
  ['services, search with many matches', () => '/api/services/?search=design'],
  ['services, search that matches all', () => '/api/services/?search=number'],
  ['services, search that matches all, deep page', ({ half }) => `/api/services/?search=number&page=${half}`],
  ['services, search that matches none', () => '/api/services/?search=zzzz'],
  ['services, search by one letter', () => '/api/services/?search=e'],
  ['services, search by two words', () => '/api/services/?search=design%20number'],
  [
    'services, search and three filters',
    () => '/api/services/?search=design&type=service&category=Design&is_active=true',
  ],
  ['service facets', () => '/api/x/service-facets'],
  ['invoices, first page', () => '/api/invoices'],
  ['invoices, deep page', ({ half }) => `/api/invoices?page=${half}`],
  ['invoices, last page', ({ last }) => `/api/invoices?page=${last}`],
  ['invoices by customer', () => '/api/invoices?sort=customer_name'],
  ['invoices by customer, deep page', ({ half }) => `/api/invoices?sort=customer_name&page=${half}`],
  ['invoices by amount, one status', () => '/api/invoices?sort=-total_amount&status=paid'],
  ['invoices, one status, deep page', ({ half }) => `/api/invoices?status=paid&page=${Math.ceil(half / 2)}`],
  ['invoices, search with one match', () => '/api/invoices?search=B-0007777'],
  ['invoices, search with many matches', () => '/api/invoices?search=amelia'],
  ['invoices, search that matches all', () => '/api/invoices?search=B-'],
  ['invoices, search that matches all, deep page', ({ half }) => `/api/invoices?search=B-&page=${half}`],
  ['invoices, search by one letter', () => '/api/invoices?search=a'],
  ['invoices, search by two words', () => '/api/invoices?search=amelia%20B-'],
  ['invoice totals', () => '/api/x/invoice-totals'],
  ['invoice totals, one status', () => '/api/x/invoice-totals?status=paid'],
  ['invoices, a range of days', () => '/api/invoices?created_from=2026-01-01&sort=-total_amount'],
  ['invoices, outstanding by amount', () => '/api/invoices?status=outstanding&sort=-total_amount'],
  [
    'invoices, outstanding, deep page',
    ({ half }) => `/api/invoices?status=outstanding&page=${Math.ceil(half / 3)}`,
  ],
  ['invoice totals, a range', () => '/api/x/invoice-totals?created_from=2026-01-01'],
  ['invoice totals, a search', () => '/api/x/invoice-totals?search=amelia'],
  ['overview', () => '/api/x/overview'],
]

/**
 * `npm run bench -- growth`: every list, search, total and the overview on 10,000 and 1,000,000 rows of each kind, in
 * alternation, or on `--rows SMALL,LARGE`. `--only TEXT` narrows the questions. `--data FOLDER` keeps the data in there for
 * the next run. With TEST_DATABASE_URL: on PostgreSQL.
 */
export async function measureGrowth(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '10000,1000000' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
    },
  })
  const sizes = values.rows.split(',').map((text) => wholeNumber('--rows', text, 25))
  if (sizes.length !== 2) throw new UsageError('--rows takes two numbers to compare')
  return withFilled(sizes, values.data, async (filled) => [
    ...(await Promise.all(filled.map(describe))),
    ...(await compare(filled, values.only)),
  ])
}

async function describe({ dataDir, rows, filledInMs }: Filled): Promise<Measurement> {
  const took = filledInMs === undefined ? 'filled before' : `filled in ${(filledInMs / 1000).toFixed(0)} s`
  return { what: `${rows} rows of each kind`, value: `${mebibytes(await bytesOnDisk(dataDir))}, ${took}` }
}

async function compare(filled: readonly Filled[], only: string): Promise<Measurement[]> {
  const services: ServiceProcess[] = []
  try {
    const sides: Side[] = []
    for (const { dataDir, rows } of filled) {
      const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
      services.push(service)
      const credentials = await credentialsOn(dataDir, '--rate-limit', '999999999')
      sides.push({ origin: service.url, last: Math.ceil(rows / 25), ...credentials })
    }
    const measurements: Measurement[] = []
    // The first requests of a process compile its code.
    for (const side of sides)
      for (let round = 0; round < rounds; round += 1) await timeOfAnswer(side, '/api/customers/1')
    for (const [name, path] of questions.filter(([title]) => title.includes(only))) {
      const times: number[][] = sides.map(() => [])
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, side] of sides.entries()) {
          const taken = times[index] ?? []
          if (taken.length >= 3 && (taken[0] ?? 0) > longMs) continue
          taken.push(await timeOfAnswer(side, path({ half: Math.ceil(side.last / 2), last: side.last })))
        }
      }
      // The first answer finds nothing cached.
      const [few = 0, many = 0] = times.map((taken) => median(taken.slice(1)))
      const firsts = times.map(([first = 0]) => first.toFixed(0)).join(' and ')
      measurements.push({
        what: name,
        value: `${few.toFixed(1)} ms, ${many.toFixed(1)} ms: ${(many / few).toFixed(1)} times; the first time ${firsts} ms`,
      })
    }
    const memory = await Promise.all(services.map(({ pid }) => memoryOf(pid, 'VmRSS')))
    return [...measurements, { what: 'memory afterwards', value: memory.map(mebibytes).join(', ') }]
  } finally {
    for (const service of services) await service.end()
  }
}

interface Side {
  readonly origin: string
  readonly last: number
  readonly key: string
  readonly token: string
}

async function timeOfAnswer({ origin, key, token }: Side, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${path.startsWith('/api/v1/') ? token : key}` }
  const beganMs = performance.now()
  const answer = await fetch(origin + path, { headers })
  await answer.arrayBuffer()
  const tookMs = performance.now() - beganMs
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return tookMs
}
