import { setTimeout as delay } from 'node:timers/promises'

import type { Import, ImportKind } from '#contract/imports.ts'
import { credentialsOn, startProcess } from '#server/tools/testing/process.ts'

import { type Measurement, timeOf, withTempDataDir } from './measurement.ts'

const count = 10_000
const pollEveryMs = 50
const askEveryMs = 10

/**
 * Customers imported from a CSV file over HTTP on SQLite, without and with a webhook that nobody answers, services imported in
 * one transaction, and what others notice meanwhile.
 */
export function measureImport(): Promise<Measurement[]> {
  return withTempDataDir(async (dataDir) => {
    const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
    try {
      const options = [
        '--rate-limit',
        '1000000',
        '--abilities',
        'customers.manage,contacts.manage,services.manage,settings.manage',
      ]
      const { key, token } = await credentialsOn(dataDir, ...options)
      const plain = await measureCustomers(service.url, key, 'plain')
      await fetch(`${service.url}/api/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // Port 9 discards: each delivery fails and is queued again.
        body: JSON.stringify({
          url: 'https://127.0.0.1:9/',
          events: ['customer.created', 'contact.created'],
        }),
      })
      const notified = await measureCustomers(service.url, key, 'notified')
      return [
        ...plain,
        ...notified.map(({ what, value }) => ({ what: `${what}, with a webhook`, value })),
        ...(await measureServices(service.url, key)),
      ]
    } finally {
      await service.end()
    }
  })
}

async function measureCustomers(url: string, key: string, name: string): Promise<Measurement[]> {
  const lines = Array.from(
    { length: count },
    (_, index) => `${name}${index}@example.com,Ada,Lovelace ${index},+44 20 7946 0101,Engines Ltd,London`,
  )
  return measure(url, key, {
    kind: 'customers',
    lines: ['email,name,last_name,phone,company_name,city', ...lines],
    others: {
      'a page of customers meanwhile': (headers) => fetch(`${url}/api/customers?limit=25`, { headers }),
    },
  })
}

/** All in one transaction: others read meanwhile, and what they write waits. */
async function measureServices(url: string, key: string): Promise<Measurement[]> {
  const lines = Array.from(
    { length: count },
    (_, index) => `Lettering ${index},Design,${index % 500}.50,EUR,"hand, gold",hour`,
  )
  const contact = JSON.stringify({ name: 'Ada', last_name: 'King', email: 'ada@example.com', phone: '' })
  return measure(url, key, {
    kind: 'services',
    lines: ['name,category,price,currency,tags,unit', ...lines],
    others: {
      'a page of services meanwhile': (headers) => fetch(`${url}/api/services/?limit=25`, { headers }),
      'a contact saved meanwhile': (headers) =>
        fetch(`${url}/api/x/contacts`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: contact,
        }),
    },
  })
}

type Ask = (headers: { authorization: string }) => Promise<Response>

interface Measured {
  readonly kind: ImportKind
  readonly lines: readonly string[]
  /** Work of others meanwhile. */
  readonly others: Readonly<Record<string, Ask>>
}

async function measure(url: string, key: string, { kind, lines, others }: Measured): Promise<Measurement[]> {
  const authorization = `Bearer ${key}`
  const base = `${url}/api/x/${kind.slice(0, -1)}-imports`
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

  const form = new FormData()
  form.append('file', new File([lines.join('\n')], `${kind}.csv`))

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
  const asking = Object.entries(others).map(([what, send]) => ({
    what,
    ...askMeanwhile(send, authorization),
  }))
  const importMs = await timeOf(async () => {
    await post(`/${id}/start`, { checks: 1 })
    await until(id, 'completed')
  })
  const meanwhile: Measurement[] = []
  for (const { what, stop } of asking) meanwhile.push({ what, value: await stop() })
  const { result } = await ask(`/${id}`)
  if (result.created !== count) throw new Error(`${result.created} of ${count} rows were imported`)
  return [
    { what: `${count} ${kind}: upload · check`, value: `${seconds(uploadMs)} · ${seconds(checkMs)}` },
    {
      what: `${kind} imported`,
      value: `${seconds(importMs)}: ${((count / importMs) * 1000).toFixed(0)} a second`,
    },
    ...meanwhile,
  ]
}

/** Asks again and again, and tells how long the answers took. */
function askMeanwhile(send: Ask, authorization: string) {
  const taken: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      taken.push(
        await timeOf(async () => {
          const answer = await send({ authorization })
          const body = await answer.text()
          if (!answer.ok) throw new Error(`Answered ${answer.status} ${body}`)
        }),
      )
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
