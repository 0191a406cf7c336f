import { credentialsOn, runOn, startProcess } from '#server/tools/testing/process.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { type Measurement, withTempDataDir, percentilesOf, timeOf } from './measurement.ts'

const count = 100_000
const created = 300
const sideBySide = 8

/** Lists, details, searches and creations on 100,000 customers in SQLite, over HTTP on one connection each. */
export function measureCustomers(): Promise<Measurement[]> {
  return withTempDataDir(async (dataDir) => {
    const args = ['--account', 'Ours', '--customers', String(count)]
    const filledMs = await timeOf(async () => {
      const { code, stderr } = await runOn(dataDir, 'demo', args)
      if (code !== 0) throw new Error(stderr)
    })
    const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
    try {
      const { key } = await credentialsOn(dataDir, '--rate-limit', '1000000')
      return [
        { what: `demo: ${count} customers made`, value: `${(filledMs / 1000).toFixed(1)} s` },
        ...(await measureReads(service.url, key)),
        { what: 'create with photo, one by one', value: await rateOf(service.url, key, 1) },
        {
          what: `create with photo, ${sideBySide} at once`,
          value: await rateOf(service.url, key, sideBySide),
        },
      ]
    } finally {
      await service.end()
    }
  })
}

async function measureReads(url: string, key: string): Promise<Measurement[]> {
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  const searched = (words: readonly string[]) => (round: number) =>
    get(`/api/customers?limit=25&search=${encodeURIComponent(words[round % words.length] ?? '')}`)
  const pages = count / 25
  await get('/api/customers?limit=25')
  return [
    {
      what: 'list, a page of 25, newest first',
      value: await percentilesOf(500, () => get('/api/customers?limit=25')),
    },
    {
      what: 'list, a page of 25 by name, any page',
      value: await percentilesOf(200, (index) =>
        get(`/api/customers?limit=25&sort=name&page=${1 + ((index * 997) % pages)}`),
      ),
    },
    {
      what: 'detail',
      value: await percentilesOf(500, (index) => get(`/api/customers/${1 + ((index * 997) % count)}`)),
    },
    {
      what: 'search, one match',
      value: await percentilesOf(200, (index) => get(`/api/customers?limit=25&search=bulk${90_000 + index}`)),
    },
    {
      what: 'search, thousands of matches',
      value: await percentilesOf(60, searched(['amelia', 'noah', 'priya', 'ingrid'])),
    },
    {
      what: 'search, every customer matches',
      value: await percentilesOf(60, searched(['bulk', 'rows.example'])),
    },
    { what: 'search, one or two letters', value: await percentilesOf(60, searched(['a', 'ha', '佐', '김'])) },
    {
      what: 'search, first and last name',
      value: await percentilesOf(
        60,
        searched(['amelia okonkwo', 'ليلى deshmukh', 'noah hartmann', 'rows 777']),
      ),
    },
    {
      what: 'search, no match',
      value: await percentilesOf(200, searched(['nobody at all', 'qqqqq', '%%%'])),
    },
    { what: 'list, all of them streamed', value: await percentilesOf(3, () => get('/api/customers')) },
  ]
}

async function rateOf(url: string, key: string, atOnce: number): Promise<string> {
  const parts = await customerParts()
  let left = created
  const work = async () => {
    while (left > 0) {
      left -= 1
      const { contentType, payload } = await encodeForm(parts)
      const answer = await fetch(`${url}/api/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
        body: new Uint8Array(payload),
      })
      if (answer.status !== 201) throw new Error(`A creation was answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  const ms = await timeOf(() => Promise.all(Array.from({ length: atOnce }, work)))
  return `${((created / ms) * 1000).toFixed(0)} a second`
}
