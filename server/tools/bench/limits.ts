import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { wholeNumber } from '#server/tools/command.ts'
import { environmentOf } from '#server/tools/testing/data-dir.ts'
import { credentialsOn, startProcess } from '#server/tools/testing/process.ts'

import { type Filled, withFilled } from './filled.ts'
import { requestsPerSecond } from './load.ts'
import { type Measurement, median } from './measurement.ts'

const rounds = 5
const seconds = 0.4
const concurrencies = [1, 8]

/** A question asked of both: `ours` of the service, `bare` of the minimal server. `half` is a page in the middle. */
interface Case {
  readonly name: string
  readonly ours: (point: { readonly half: number; readonly n: number; readonly rows: number }) => string
  readonly bare: (point: { readonly half: number; readonly n: number; readonly rows: number }) => string
}

const deep = (half: number) => half * 25

const cases: readonly Case[] = [
  {
    name: 'customers, first page',
    ours: () => '/api/customers?limit=25',
    bare: () => '/customers?sort=-id&offset=0',
  },
  {
    name: 'customers, deep page',
    ours: ({ half }) => `/api/customers?limit=25&page=${half + 1}`,
    bare: ({ half }) => `/customers?sort=-id&offset=${deep(half)}`,
  },
  {
    name: 'customers by name, first page',
    ours: () => '/api/customers?limit=25&sort=name',
    bare: () => '/customers?sort=name_key&offset=0',
  },
  {
    name: 'customers by name, deep page',
    ours: ({ half }) => `/api/customers?limit=25&sort=name&page=${half + 1}`,
    bare: ({ half }) => `/customers?sort=name_key&offset=${deep(half)}`,
  },
  {
    name: 'one customer',
    ours: ({ n, rows }) => `/api/customers/${1 + ((n * 997) % rows)}`,
    bare: ({ n, rows }) => `/customers/${1 + ((n * 997) % rows)}`,
  },
  { name: 'services, first page', ours: () => '/api/services/', bare: () => '/services?offset=0' },
  {
    name: 'services, deep page',
    ours: ({ half }) => `/api/services/?page=${half + 1}`,
    bare: ({ half }) => `/services?offset=${deep(half)}`,
  },
  {
    name: 'invoices, first page',
    ours: () => '/api/invoices',
    bare: () => '/invoices?sort=-id&offset=0',
  },
  {
    name: 'invoices, deep page',
    ours: ({ half }) => `/api/invoices?page=${half + 1}`,
    bare: ({ half }) => `/invoices?sort=-id&offset=${deep(half)}`,
  },
  {
    name: 'invoices by customer, first page',
    ours: () => '/api/invoices?sort=customer_name',
    bare: () => '/invoices?sort=customer_name_key&offset=0',
  },
  {
    name: 'invoices by customer, deep page',
    ours: ({ half }) => `/api/invoices?sort=customer_name&page=${half + 1}`,
    bare: ({ half }) => `/invoices?sort=customer_name_key&offset=${deep(half)}`,
  },
  {
    name: 'contacts, first page',
    ours: () => '/api/v1/contacts',
    bare: () => '/contacts?sort=-id&offset=0',
  },
  {
    name: 'contacts, deep page',
    ours: ({ half }) => `/api/v1/contacts?page=${half + 1}`,
    bare: ({ half }) => `/contacts?sort=-id&offset=${deep(half)}`,
  },
]

/**
 * `npm run bench -- limits`: how near the service comes to the least a server can do for the same bytes, on 100,000 rows of
 * each kind, or `--rows N`. `--only TEXT` narrows the cases. `--data FOLDER` keeps the data in there for the next run. With
 * TEST_DATABASE_URL: on PostgreSQL.
 */
export async function measureLimits(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
    },
  })
  const rows = wholeNumber('--rows', values.rows, 25)
  return withFilled([rows], values.data, ([filled]) => besideMinimal(filled as Filled, values.only))
}

async function besideMinimal({ dataDir, rows }: Filled, only: string): Promise<Measurement[]> {
  const service = await startProcess(dataDir, { LOG_LEVEL: 'info' })
  const minimal = await startMinimal(dataDir)
  try {
    const { key, token } = await credentialsOn(dataDir, '--rate-limit', '999999999')
    const pages = { half: Math.floor(rows / 50), rows }
    const measurements: Measurement[] = []
    const before = { cpu: process.cpuUsage(), ms: performance.now() }
    for (const testCase of cases.filter(({ name }) => name.includes(only))) {
      const isV1 = testCase.ours({ ...pages, n: 0 }).startsWith('/api/v1/')
      const sides = {
        ours: { origin: service.url, headers: { authorization: `Bearer ${isV1 ? token : key}` } },
        bare: { origin: minimal.origin, headers: {} },
      }
      await compareBodies(testCase, pages, sides)
      const cells: string[] = []
      for (const connections of concurrencies) {
        const rates = { ours: [] as number[], bare: [] as number[] }
        const ask = (side: 'ours' | 'bare', forSeconds: number) =>
          requestsPerSecond({
            ...sides[side],
            path: (n) => testCase[side]({ ...pages, n }),
            connections,
            seconds: forSeconds,
          })
        await ask('ours', seconds)
        await ask('bare', seconds)
        for (let round = 0; round < rounds; round += 1) {
          for (const side of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const))
            rates[side].push(await ask(side, seconds))
        }
        const [ours, bare] = [median(rates.ours), median(rates.bare)]
        cells.push(`${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s = ${(ours / bare).toFixed(2)}`)
      }
      measurements.push({ what: testCase.name, value: cells.map((cell) => cell.padEnd(26)).join(' · ') })
    }
    const { user, system } = process.cpuUsage(before.cpu)
    const busy = (user + system) / 1000 / (performance.now() - before.ms)
    return [
      {
        what: `of ${rows} rows, beside a minimal server`,
        value: '1 connection               · 8 connections',
      },
      ...measurements,
      { what: 'share of one processor the load itself takes', value: busy.toFixed(2) },
    ]
  } finally {
    await minimal.end()
    await service.end()
  }
}

async function startMinimal(dataDir: string) {
  const { DATABASE_URL } = environmentOf(dataDir)
  const script = join(import.meta.dirname, 'minimal-server.ts')
  const child = spawn(process.execPath, [script, '1', DATABASE_URL ?? join(dataDir, 'bureau.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    origin: String(line).trim(),
    async end() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Side {
  readonly origin: string
  readonly headers: Record<string, string>
}

/** Throws unless both answer with the same `data`, to the byte. */
async function compareBodies(
  { name, ours, bare }: Case,
  pages: { half: number; rows: number },
  sides: Record<'ours' | 'bare', Side>,
): Promise<void> {
  const bodyOf = async ({ origin, headers }: Side, path: string) => {
    const answer = await fetch(origin + path, { headers })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`)
    return body
  }
  const point = { ...pages, n: 7 }
  const [full, least] = [await bodyOf(sides.ours, ours(point)), await bodyOf(sides.bare, bare(point))]
  // What follows the data is meta, links and timestamp, which the minimal server does without.
  if (least.length < 200 || !full.startsWith(least.slice(0, -1)))
    throw new Error(`${name}: the answers differ\n${full.slice(0, 1000)}\n${least.slice(0, 1000)}`)
}
