import { parseArgs } from 'node:util'

import { Tenant } from '#server/platform/access/tenant.ts'
import { wholeNumber } from '#server/tools/command.ts'
import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { startService } from '#server/tools/testing/service.ts'

import type { Measurement } from './measurement.ts'

const rowsAtOnce = 500
const rounds = 30

const questions = [
  ['services, first page', '/api/services/'],
  ['services, last page', '/api/services/?page=LAST'],
  ['services, three filters', '/api/services/?category=Print&type=product&is_active=true'],
  ['services, any of two tags', '/api/services/?tags=print,web'],
  ['search that one row has', '/api/services/?search=77777.'],
  ['search that none has', '/api/services/?search=zzzz'],
  ['search that every eighth row has', '/api/services/?search=design'],
  ['the same, page 400', '/api/services/?search=design&page=400'],
  ['search that all rows have', '/api/services/?search=number'],
  ['search by one letter', '/api/services/?search=e'],
  ['search and three filters', '/api/services/?search=design&type=service&category=Design&is_active=true'],
  ['facets', '/api/x/service-facets'],
  ['invoices, first page', '/api/invoices'],
  ['invoices by amount, one status', '/api/invoices?sort=-total_amount&status=paid'],
  ['invoices, search that one has', '/api/invoices?search=B-0007777'],
  ['invoice totals', '/api/x/invoice-totals'],
  ['overview', '/api/x/overview'],
] as const

/** Times of reads of a full catalog: the first, the median and the slowest of 30. */
export async function measureCatalogue(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '1000000' },
      invoices: { type: 'string', default: '100000' },
    },
  })
  const services = wholeNumber('--services', values.services, 1)
  const invoices = wholeNumber('--invoices', values.invoices, 1)

  const service = await startService()
  try {
    const account = await service.account('Bench', { rateLimit: 1_000_000 })
    const { db, dialect } = service.context.store
    const tenant = new Tenant(db, dialect, account.id, 'Bench')
    const startedMs = performance.now()
    await inBatches(services, (from, to) => addBulkServices(tenant, from, to))
    const payers = await bulkPayers(tenant)
    await inBatches(invoices, (from, to) => addBulkInvoices(tenant, payers, Date.now(), from, to))
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    const measurements = [
      { what: `${services} services and ${invoices} invoices made`, value: `${seconds} s` },
    ]
    for (const [name, path] of questions) {
      const url = path.replace('LAST', String(Math.ceil(services / 25)))
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const beganMs = performance.now()
        const answer = await service.app.inject({ url, headers: { authorization: `Bearer ${account.key}` } })
        times.push(performance.now() - beganMs)
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
      }
      const [first = 0, ...later] = times
      const sorted = later.toSorted((left, right) => left - right)
      const cells = [first, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
      const [once, middle, slowest] = cells.map((ms) => ms.toFixed(1))
      measurements.push({ what: name, value: `p50 ${middle} ms · first ${once} ms · slowest ${slowest} ms` })
    }
    return measurements
  } finally {
    await service.close()
  }
}

async function inBatches(count: number, add: (from: number, to: number) => Promise<void>) {
  for (let from = 0; from < count; from += rowsAtOnce) await add(from, Math.min(count, from + rowsAtOnce))
}
