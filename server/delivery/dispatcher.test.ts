import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { WebhookConfig } from '#contract/webhooks.ts'

import { type TestAccount, type TestService, startService } from '../testing.ts'
import { Tenant } from '../tenant.ts'
import { makeCertificate } from './certificate.ts'
import { emit } from './emit.ts'
import { type Received, Receiver, addEndpoint } from './receiver.ts'

const certificate = makeCertificate()
const allowed = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SCHEDULE: '1s,1s' }

let service: TestService
let account: TestAccount
let tenant: Tenant
let receiver: Receiver

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), certificate.cert]))
beforeEach(async () => {
  service = await startService(allowed)
  account = await service.account('Ours')
  const { db, dialect } = service.services.store
  tenant = new Tenant(db, dialect, account.id, 'a test')
  receiver = await new Receiver(certificate).listen()
  await service.services.dispatcher.start()
})
afterEach(async () => {
  await service.close()
  await receiver.close()
})

const endpoint = (config?: WebhookConfig, path = '/hook') =>
  addEndpoint(service.services, account.id, { url: receiver.url(path), ...(config && { config }) })
const happen = (data: unknown = { id: 7, email: 'ada@example.com' }) =>
  tenant.transaction((on) => emit(on, [{ type: 'contact.created', data }]))
const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)
const deliveries = () => tenant.select('deliveries').selectAll().orderBy('id').execute()
const delivery = async () => (await deliveries()).at(-1)
const webhook = (id: number) =>
  tenant.select('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const within = (ms: number) => ({ timeout: ms, interval: 20 })

test('what happened arrives, signed so that the reference library agrees', async () => {
  const { id, secret } = await endpoint()
  await happen()
  await vi.waitFor(async () => expect((await delivery())?.status).toBe('delivered'), within(5000))
  const [request] = receiver.received as [Received]
  expect(verified(secret, request)).toMatchObject({
    type: 'contact.created',
    data: { id: 7, email: 'ada@example.com' },
  })
  expect(request.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'accept-encoding': 'identity',
    'webhook-id': (await delivery())?.event_id,
  })
  expect(await webhook(id)).toMatchObject({ failure_count: 0, last_delivery_at: expect.any(String) })
  expect(await delivery()).toMatchObject({ attempts: 1, response_status: 204, error: null, due_at: null })
})
