import type { InvoiceInput } from '#contract/invoices/drafts.ts'
import { credentialsOn, runOn, startProcess } from '#server/tools/testing/process.ts'

import { type Measurement, percentilesOf, timeOf, withTempDataDir } from './measurement.ts'

const count = 200
const sideBySide = 8

const line = { description: 'Lettering', quantity: 2, unit_price: 85, discount: 10, tax_rate: 21 }
const linesOfLong = 100

/** Drafts saved and invoices sent, each with its stored PDF, over HTTP on SQLite; and a PDF alone. */
export function measureInvoices(): Promise<Measurement[]> {
  return withTempDataDir(async (dataDir) => {
    const { code, stderr } = await runOn(dataDir, 'demo', ['--account', 'Ours', '--customers', '1'])
    if (code !== 0) throw new Error(stderr)
    const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
    try {
      const abilities = ['--abilities', 'invoices.manage']
      const { key } = await credentialsOn(dataDir, '--rate-limit', '1000000', ...abilities)
      return await measure(service.url, key)
    } finally {
      await service.end()
    }
  })
}

async function measure(url: string, key: string): Promise<Measurement[]> {
  const ask = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const authorization = `Bearer ${key}`
    const answer = await fetch(url + path, { ...init, headers: { authorization, ...headers } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }
  const listed = (await (await ask('/api/customers?limit=1')).json()) as { data: { id: number }[] }
  const customer_id = listed.data[0]?.id ?? 0
  const draft = async (lines = 5): Promise<number> => {
    const line_items = Array.from({ length: lines }, () => line)
    const terms = { payment_days: 14, due_date: null, notes: 'Thank you' }
    const body: InvoiceInput = { customer_id, currency: 'EUR', ...terms, line_items }
    const headers = { 'content-type': 'application/json' }
    const answer = await ask('/api/x/invoices', { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: { id: number } }).data.id
  }
  const send = async (id: number) => {
    const headers = { 'if-match': '"1"' }
    await (await ask(`/api/x/invoices/${id}/send`, { method: 'POST', headers })).arrayBuffer()
  }
  const pdf = async (id: number) => (await ask(`/api/x/invoices/${id}/pdf`)).arrayBuffer()

  const drafts: number[] = []
  const savedMs = await timeOf(async () => {
    for (let index = 0; index < 2 * count; index += 1) drafts.push(await draft())
  })
  // The first one starts the process that makes PDFs.
  const firstMs = await timeOf(async () => pdf(drafts[0] ?? 0))
  const oneByOneMs = await timeOf(async () => {
    for (const id of drafts.slice(0, count)) await send(id)
  })
  const rest = drafts.slice(count)
  const atOnceMs = await timeOf(() =>
    Promise.all(
      Array.from({ length: sideBySide }, async () => {
        for (let id = rest.pop(); id !== undefined; id = rest.pop()) await send(id)
      }),
    ),
  )
  const long = await draft(linesOfLong)
  return [
    { what: 'drafts of 5 lines saved, one by one', value: perSecond(2 * count, savedMs) },
    { what: 'sent with a stored PDF, one by one', value: perSecond(count, oneByOneMs) },
    { what: `sent with a stored PDF, ${sideBySide} at once`, value: perSecond(count, atOnceMs) },
    { what: 'the first PDF, which starts its process', value: `${firstMs.toFixed(0)} ms` },
    { what: `a PDF of ${linesOfLong} lines`, value: await percentilesOf(30, () => pdf(long)) },
  ]
}

const perSecond = (times: number, ms: number) => `${((times / ms) * 1000).toFixed(0)} a second`
