import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, expect, test, vi } from 'vitest'

import { now, timestamp } from '#server/platform/lib/clock.ts'
import { makeCertificate } from '#server/tools/testing/certificate.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addDelivery } from '#server/tools/testing/delivery.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { Receiver, addEndpoint } from '#server/tools/testing/receiver.ts'

import { Metrics } from './metrics.ts'
import { serveMetrics } from './serve.ts'

const { service, account, staff } = await startOffice({
  env: {
    METRICS_PORT: '0',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    // Nothing is sent before the outbox is started.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'billing@example.com',
  },
})
const { context } = service
const metrics = context.metrics ?? expect.fail('Nothing is measured')
const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, context.log)
const receiver = await new Receiver(await makeCertificate()).listen()
afterAll(async () => {
  server.close()
  await receiver.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Returns the value of each series, by its name and labels. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

test('a page whose name points at this machine can’t read them', async () => {
  const request = get(`${origin}/metrics`, { headers: { host: 'rebound.example:9464' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(421)
  expect(await text(response)).not.toContain('bureau_')
})

test('requests are counted by the pattern of their path and their status, never by ids or queries', async () => {
  await service.send('GET', '/api/customers?search=a-secret-name&limit=25', staff)
  await service.send('GET', '/api/customers/987654', staff)
  await service.send('GET', '/api/customers/987655', staff)
  await service.send('GET', '/nowhere/a-secret-path', {})
  const values = await scrape()
  const requests = (labels: string) => values.get(`bureau_http_requests_total{${labels}}`)
  expect(requests('surface="b",method="GET",route="/api/customers",status="200"')).toBe(1)
  expect(requests('surface="b",method="GET",route="/api/customers/:id",status="404"')).toBe(2)
  expect(
    values.get(
      'bureau_http_request_duration_seconds_count{surface="b",method="GET",route="/api/customers/:id"}',
    ),
  ).toBe(2)
  const names = [...values.keys()].join('\n')
  expect(names).not.toMatch(/secret|98765/)
})

test('attempts are measured by what followed, and the age of the queue is that of its oldest due delivery', async () => {
  const waiting = async () => (await scrape()).get('bureau_delivery_queue_age_seconds') ?? NaN
  expect(await waiting()).toBe(0)
  const { id } = await addEndpoint(context, account.id, { url: receiver.url('/hook') })
  const anHourAgo = timestamp(Date.now() - 3_600_000)
  await addDelivery(account.tenant, id, { due_at: anHourAgo })
  await addDelivery(account.tenant, id, { due_at: now() })
  expect(await waiting()).toBeGreaterThanOrEqual(3_600)
  const become = (status: 'active' | 'paused') =>
    account.tenant.update('webhooks').set({ status }).where('id', '=', id).execute()
  await become('paused')
  expect(await waiting()).toBe(0)
  await become('active')
  // The certificate of this receiver isn't trusted.
  await context.dispatcher.start()
  await vi.waitFor(async () => {
    const values = await scrape()
    expect(values.get('bureau_delivery_attempt_duration_seconds_count{decision="retry"}')).toBe(2)
    expect(values.get('bureau_delivery_queue_age_seconds')).toBe(0)
  })
})

test('process, event loop and database are measured, too', async () => {
  const values = await scrape()
  expect(values.get('bureau_database_up')).toBe(1)
  expect(values.get('bureau_database_statements_total')).toBeGreaterThan(10)
  const states = [...values.keys()].filter((name) => name.startsWith('bureau_database_connections'))
  expect(states).toHaveLength(onPostgres ? 3 : 0)
  expect(values.get('bureau_email_queue_age_seconds')).toBe(0)
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect([...values.keys()]).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('who sweeps for all says so', async () => {
  await context.store.peers.join()
  await context.lifecycle.sweep()
  expect((await scrape()).get('bureau_leader')).toBe(1)
  await context.store.peers.leave()
  expect((await scrape()).get('bureau_leader')).toBe(onPostgres ? 0 : 1)
})

test('nothing else is served there, and metrics nowhere else', async () => {
  for (const path of ['/', '/api/customers', '/metrics/x']) {
    expect((await fetch(origin + path)).status).toBe(404)
  }
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await service.send('GET', '/metrics', {})).statusCode).toBe(404)
})

test('while the database is down, what it would say is unknown, and the rest is still measured', async () => {
  const { store } = context
  const broken = new Metrics(
    {
      ...store,
      isReady: async () => false,
      get db(): never {
        throw new Error('The database is down')
      },
    },
    true,
  )
  const { text } = await broken.read()
  expect(text).toContain('bureau_database_up 0')
  expect(text).toContain('bureau_delivery_queue_age_seconds Nan')
  expect(text).toContain('process_start_time_seconds')
})

test('alerts and the Grafana dashboard use only metrics that exist', async () => {
  const { text } = await metrics.read()
  const measured = new Set(Array.from(text.matchAll(/^# HELP (\w+)/gm), ([, name]) => name))
  for (const file of ['alerts.yml', 'grafana.json']) {
    const content = await readFile(`docs/operations/${file}`, 'utf8')
    const used = new Set(content.match(/\b(bureau|nodejs|process)_\w+/g))
    expect(used.size).toBeGreaterThan(5)
    const unknown = [...used].filter((name) => !measured.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown).toEqual([])
  }
})
