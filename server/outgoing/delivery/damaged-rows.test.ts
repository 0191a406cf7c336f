import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type Dispatch, test, within } from '#server/tools/testing/dispatch.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'

import { emit, emitTest } from './emit.ts'

describe('damage in the database', () => {
  const damage = (
    { tenant }: Dispatch,
    id: number,
    columns: { config?: string; events?: string; secret_sealed?: string; url?: string },
  ) => tenant.update('webhooks').set(columns).where('id', '=', id).execute()

  test.for([
    ['its settings', { config: '{damaged' }],
    ['its settings, though they are JSON,', { config: '{"conditions":{}}' }],
    ['its events', { events: '{damaged' }],
  ] as const)(
    'while %s can’t be read, an endpoint gets nothing, and everything else works',
    async ([, columns], { dispatch }) => {
      const { service, account, receiver, endpoint, happen, arrived } = dispatch
      const { id } = await endpoint(undefined, '/damaged')
      await endpoint(undefined, '/fine')
      await damage(dispatch, id, columns)
      await happen()
      await arrived(1)
      expect(receiver.received.map(({ path }) => path)).toEqual(['/fine'])
      const answer = await service.app.inject({
        url: '/api/v1/webhooks',
        headers: { authorization: `Bearer ${account.token}` },
      })
      expect([answer.statusCode, answer.json().data.length]).toEqual([200, 2])
    },
  )

  test.for([
    ['config', { config: '{damaged' }],
    ['signing secret', { secret_sealed: 'sealed under another key' }],
    ['url', { url: 'damaged' }],
  ] as const)(
    'an unreadable %s keeps its deliveries queued, and isn’t a failure of the endpoint',
    async ([, columns], { dispatch }) => {
      const { service, tenant, receiver, endpoint, delivery, webhook, arrived, leased } = dispatch
      const { id } = await endpoint(undefined, '/damaged')
      const others = await service.account('Theirs')
      await addEndpoint(service.context, others.id, { url: receiver.url('/theirs') })
      const { db, dialect } = service.context.store
      const theirs = new Tenant(db, dialect, others.id, 'a test')
      await tenant.transaction(async (trx) => {
        await emit(trx, [{ type: 'contact.created', data: { id: 7 } }])
        await trx.update('webhooks').set(columns).where('id', '=', id).execute()
      })
      await theirs.transaction((trx) => emit(trx, [{ type: 'contact.created', data: { id: 8 } }]))
      await arrived(1)
      await vi.waitFor(async () => expect(await leased()).toBe(0), within(30_000))
      expect(receiver.received[0]?.path).toBe('/theirs')
      expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0 })
      expect(await webhook(id)).toMatchObject({ failure_count: 0, failing_since: null, status: 'active' })
    },
  )

  test('a test of an endpoint whose secret can’t be read fails and says why', async ({ dispatch }) => {
    const { tenant, endpoint, delivery, ended } = dispatch
    const { id } = await endpoint()
    await damage(dispatch, id, { secret_sealed: 'sealed under another key' })
    await tenant.transaction((trx) => emitTest(trx, id, { type: 'invoice.paid', data: {} }))
    await ended('failed')
    expect(await delivery()).toMatchObject({ error: 'the settings of this webhook can’t be read' })
  })

  test('a delivery whose event is lost is abandoned, and the endpoint’s others arrive', async ({
    dispatch,
  }) => {
    const { tenant, endpoint, deliveries } = dispatch
    await endpoint()
    await tenant.transaction(async (trx) => {
      await emit(trx, [{ type: 'contact.created', data: { id: 1 } }])
      await trx.update('deliveries').set({ event_log_id: null }).execute()
      await emit(trx, [{ type: 'contact.created', data: { id: 2 } }])
    })
    await vi.waitFor(
      async () =>
        expect((await deliveries()).map(({ status, error }) => [status, error])).toEqual([
          ['failed', 'the event of this delivery is lost'],
          ['delivered', null],
        ]),
      within(30_000),
    )
  })

  test('a result that can’t be stored costs its own delivery and no other', async ({ dispatch }) => {
    const { tenant, receiver, endpoint, deliveries } = dispatch
    await endpoint({ max_retries: 0 })
    // Stands for anything that makes one row impossible to write.
    await refuseAttempts(dispatch, 'unstorable')
    receiver.answer = (response, { body }) =>
      response.writeHead(200).end(body.includes('<13>') ? 'unstorable' : 'ok')
    await tenant.transaction((trx) =>
      emit(
        trx,
        Array.from(
          { length: 30 },
          (_, id) => ({ type: 'contact.created', data: { id: `<${id}>` } }) as const,
        ),
      ),
    )
    await vi.waitFor(
      async () => {
        const rows = await deliveries()
        expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(29)
        expect(rows.filter(({ status }) => status === 'failed')).toMatchObject([
          { error: 'the result could not be stored', due_at: null },
        ])
      },
      { timeout: 30_000, interval: 100 },
    )
  }, 300_000)
})

async function refuseAttempts({ service }: Dispatch, reply: string) {
  const { db } = service.context.store
  const isIt = sql`new.response_body = ${sql.lit(reply)}`
  if (!onPostgres) {
    await sql`create trigger refuse before insert on delivery_attempts when ${isIt}
      begin select raise(abort, 'refused'); end`.execute(db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refuse before insert on delivery_attempts
    for each row when (${isIt}) execute function refuse()`.execute(db)
}
