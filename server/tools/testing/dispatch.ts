import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { Webhook as Verifier } from 'standardwebhooks'
import { test as base, expect, vi } from 'vitest'

import type { WebhookConfig } from '#contract/webhooks/config.ts'
import { createContext } from '#server/context.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { Tenant } from '#server/platform/access/tenant.ts'

import { makeCertificate } from './certificate.ts'
import { type Received, Receiver, addEndpoint } from './receiver.ts'
import { startService } from './service.ts'

const certificate = await makeCertificate()
setDefaultCACertificates([...getCACertificates('default'), certificate.cert])

/** Options of `vi.waitFor`: tries every 20 ms, for at most that many milliseconds. */
export const within = (ms: number) => ({ timeout: ms, interval: 20 })

/** A test with a service whose dispatcher runs, and a receiver of what it sends. */
export const test = base.extend<{ dispatch: Dispatch }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it that no other fixture is needed.
  dispatch: async ({}, provide) => {
    const dispatch = await startDispatch()
    await provide(dispatch)
    await dispatch.service.close()
    await dispatch.receiver.close()
  },
})

/** A service, one account and the receiver of its deliveries. */
export type Dispatch = Awaited<ReturnType<typeof startDispatch>>

async function startDispatch() {
  const service = await startService({
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '1s,1s',
  })
  const account = await service.account('Ours')
  const { db, dialect } = service.context.store
  const tenant = new Tenant(db, dialect, account.id, 'a test')
  const receiver = await new Receiver(certificate).listen()
  await service.context.dispatcher.start()

  const deliveries = () => tenant.select('deliveries').selectAll().orderBy('id').execute()
  const delivery = async () => (await deliveries()).at(-1)
  return {
    service,
    account,
    tenant,
    receiver,
    deliveries,
    /** The newest one. */
    delivery,
    endpoint: (config?: WebhookConfig, path = '/hook') =>
      addEndpoint(service.context, account.id, { url: receiver.url(path), ...(config && { config }) }),
    webhook: (id: number) =>
      tenant.select('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Emits an event that endpoints subscribe to unless they say otherwise. */
    happen: (data: unknown = { id: 7, email: 'ada@example.com' }) =>
      tenant.transaction((trx) => emit(trx, [{ type: 'contact.created', data }])),
    happenOften: (times: number) =>
      tenant.transaction((trx) =>
        emit(
          trx,
          Array.from({ length: times }, (_, data) => ({ type: 'contact.created', data }) as const),
        ),
      ),
    /** Lets every request wait until the test answers it. */
    holdAnswers() {
      const held: (() => void)[] = []
      receiver.answer = (response) => held.push(() => response.writeHead(204).end())
      return held
    },
    /** Runs `check` while another process on the same data has taken over. */
    async afterRestart(check: () => Promise<void>) {
      const next = await createContext(service.context.config)
      await next.dispatcher.start()
      await check()
      await next.dispatcher.stop()
      await next.store.close()
    },
    arrived: (requests: number, ms = 5000) =>
      vi.waitFor(() => expect(receiver.received).toHaveLength(requests), within(ms)),
    ended: (status: 'delivered' | 'failed', ms = 5000) =>
      vi.waitFor(async () => expect((await delivery())?.status).toBe(status), within(ms)),
    async count(status: 'pending' | 'delivered') {
      const rows = await tenant.select('deliveries').select('id').where('status', '=', status).execute()
      return rows.length
    },
    /** How many deliveries are leased. */
    async leased() {
      const rows = await tenant
        .select('deliveries')
        .select('id')
        .where('leased_until', 'is not', null)
        .execute()
      return rows.length
    },
  }
}

/** Verifies the signature with the reference library; returns the payload. */
export const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)
