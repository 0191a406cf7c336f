import { setTimeout as delay } from 'node:timers/promises'

import type { Import } from '#contract/imports.ts'
import { credentialsOn, startProcess } from '#server/testing/process.ts'

import { type Measurement, timeOf, withTempDataDir } from './measurement.ts'

const count = 10_000
const pollEveryMs = 50
const askEveryMs = 10

/** Customers imported from a CSV file over HTTP on SQLite, without and with a webhook that nobody answers, and what others notice. */
export function measureImport(): Promise<Measurement[]> {
  return withTempDataDir(async (dataDir) => {
    const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
    try {
      const options = ['--rate-limit', '1000000', '--abilities', 'customers.manage,settings.manage']
      const { key, token } = await credentialsOn(dataDir, ...options)
      const plain = await measure(service.url, key, 'plain')
      await fetch(`${service.url}/api/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // Port 9 discards: each delivery fails and is queued again.
        body: JSON.stringify({
          url: 'https://127.0.0.1:9/',
          events: ['customer.created', 'contact.created'],
        }),
      })
      const notified = await measure(service.url, key, 'notified')
      return [...plain, ...notified.map(({ what, value }) => ({ what: `${what}, with a webhook`, value }))]
    } finally {
      await service.end()
    }
  })
}

async function measure(url: string, key: string, name: string): Promise<Measurement[]> {
  const authorization = `Bearer ${key}`
  const base = `${url}/api/x/customer-imports`
  const ask = async (path: string, init: RequestInit = {}): Promise<Import> => {
    const headers = { authorization, ...init.headers }
    const answer = await fetch(base + path, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: Import }).data
  }
  const post = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const until = async (id: number, state: Import['state']) => {
    while ((await ask(`/${id}`)).state !== state) await delay(pollEveryMs)
  }

  const lines = Array.from(
    { length: count },
    (_, index) => `${name}${index}@example.com,Ada,Lovelace ${index},+44 20 7946 0101,Engines Ltd,London`,
  )
  const form = new FormData()
  const text = ['email,name,last_name,phone,company_name,city', ...lines].join('\n')
  form.append('file', new File([text], `${name}.csv`))

  let one: Import | undefined
  const uploadMs = await timeOf(async () => {
    one = await ask('', { method: 'POST', body: form })
  })
  if (!one) throw new Error('The upload failed')
  const { id, columns } = one
  const checkMs = await timeOf(async () => {
    await post(`/${id}/check`, { columns: columns.map(({ field }) => field), existing: 'skip' })
    await until(id, 'checked')
  })
  const others = askMeanwhile(`${url}/api/customers?limit=25`, authorization)
  const importMs = await timeOf(async () => {
    await post(`/${id}/start`, { checks: 1 })
    await until(id, 'completed')
  })
  const meanwhile = await others.stop()
  const { result } = await ask(`/${id}`)
  if (result.created !== count) throw new Error(`${result.created} of ${count} rows were imported`)
  return [
    { what: `${count} rows: upload · check`, value: `${seconds(uploadMs)} · ${seconds(checkMs)}` },
    {
      what: 'rows imported',
      value: `${seconds(importMs)}: ${((count / importMs) * 1000).toFixed(0)} a second`,
    },
    { what: 'a page of customers meanwhile', value: meanwhile },
  ]
}

/** Asks again and again, and tells how long the answers took. */
function askMeanwhile(url: string, authorization: string) {
  const taken: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      taken.push(await timeOf(async () => (await fetch(url, { headers: { authorization } })).arrayBuffer()))
      await delay(askEveryMs)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await asking
      taken.sort((a, b) => a - b)
      const percentile = (share: number) => (taken[Math.ceil(taken.length * share) - 1] ?? 0).toFixed(1)
      return `p50 ${percentile(0.5)} ms · p99 ${percentile(0.99)} ms · at most ${percentile(1)} ms`
    },
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
