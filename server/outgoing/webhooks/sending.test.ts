import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { showWebhookActivity, showWebhookDetails } from '#contract/webhooks/details.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { makeCertificate } from '#server/tools/testing/certificate.ts'
import { Receiver, addEndpoint } from '#server/tools/testing/receiver.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

const certificate = await makeCertificate()
const within = { timeout: 30_000, interval: 20 }

let service: TestService
let account: TestAccount
let tenant: Tenant
let receiver: Receiver
let id: number

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  service = await startService({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SCHEDULE: '5h,5h' })
  receiver = await new Receiver(certificate).listen()
  await service.context.dispatcher.start()
})
beforeEach(async () => {
  account = await service.account(`Ours ${Math.random()}`)
  const { db, dialect } = service.context.store
  tenant = new Tenant(db, dialect, account.id, 'a test')
  id = (await addEndpoint(service.context, account.id, { url: receiver.url('/hook') })).id
  receiver.received.length = 0
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

const request = (method: 'GET' | 'POST', url: string, payload?: object) =>
  service.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${account.key}` },
    ...(payload && { payload }),
  })
const happen = () => tenant.transaction((trx) => emit(trx, [{ type: 'contact.created', data: { id: 7 } }]))
const delivery = () => tenant.select('deliveries').selectAll().orderBy('id', 'desc').executeTakeFirst()
const attempted = (attempts: number) =>
  vi.waitFor(async () => expect(await delivery()).toMatchObject({ attempts, leased_by: null }), within)

test('a retry that is hours away can be made now, and counts as the next attempt', async () => {
  receiver.answer = (response) => response.writeHead(500).end()
  await happen()
  await attempted(1)
  const { id: waiting } = (await delivery()) ?? { id: 0 }
  const retry = () => request('POST', `/api/x/deliveries/${waiting}/retry`)
  expect((await retry()).statusCode).toBe(202)
  await attempted(2)
  expect(await delivery()).toMatchObject({ status: 'pending', due_at: expect.any(String) })
  receiver.answer = (response) => response.writeHead(204).end()
  expect((await retry()).statusCode).toBe(202)
  await attempted(3)
  expect(await delivery()).toMatchObject({ status: 'delivered' })
  expect((await retry()).statusCode).toBe(409)
  expect(receiver.received).toHaveLength(3)
})

test('a delivery that is being sent isn’t sent a second time by retries', async () => {
  const answers: (() => void)[] = []
  receiver.answer = (response) => answers.push(() => response.writeHead(204).end())
  await happen()
  await vi.waitFor(() => expect(answers).toHaveLength(1), within)
  const { id: sending } = (await delivery()) ?? { id: 0 }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => request('POST', `/api/x/deliveries/${sending}/retry`)),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 409))
  for (const answer of answers) answer()
  await attempted(1)
  expect(receiver.received).toHaveLength(1)
})

test('consecutive failures, recent attempts and the chart count the same attempts, without tests', async () => {
  const details = async () =>
    showWebhookDetails.response.parse((await request('GET', `/api/x/webhooks/${id}`)).json()).data
  const activity = async () => {
    const { data } = showWebhookActivity.response.parse(
      (await request('GET', `/api/x/webhooks/${id}/activity`)).json(),
    )
    const sum = (key: 'delivered' | 'failed') => data.hours.reduce((total, hour) => total + hour[key], 0)
    return [sum('delivered'), sum('failed'), data.success_rate]
  }
  receiver.answer = (response) => response.writeHead(204).end()
  await happen()
  await attempted(1)
  receiver.answer = (response) => response.writeHead(500).end()
  await request('POST', `/api/x/webhooks/${id}/test`, { event: 'contact.created' })
  await attempted(1)
  expect(await details()).toMatchObject({ is_failing: false, failure_count: 0, waiting: 0 })
  expect(await activity()).toEqual([1, 0, 1])

  await happen()
  await attempted(1)
  const { recent_attempts, ...rest } = await details()
  expect(rest).toMatchObject({ is_failing: false, failure_count: 1, waiting: 1 })
  expect(recent_attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
    ['failed', 1],
    ['delivered', 1],
  ])
  expect(await activity()).toEqual([1, 1, 0.5])
})
