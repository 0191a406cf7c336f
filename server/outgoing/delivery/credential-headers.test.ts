import { describe, expect } from 'vitest'

import { type Dispatch, test } from '#server/tools/testing/dispatch.ts'

describe('a header that holds a credential', () => {
  const value = 'Bearer s3cr3t'
  const attemptsText = async ({ tenant }: Dispatch) =>
    JSON.stringify(await tenant.select('delivery_attempts').selectAll().execute())
  const make = async ({ service, receiver, account }: Dispatch) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${account.token}` },
      payload: {
        url: receiver.url(),
        events: ['contact.created'],
        config: { headers: { Authorization: value, 'X-Team': 'billing' } },
      },
    })
    return (answer.json() as { data: { id: number } }).data.id
  }

  test('arrives in full, and is hidden in the history', async ({ dispatch }) => {
    const { receiver, happen, ended } = dispatch
    await make(dispatch)
    await happen()
    await ended('delivered')
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: value, 'x-team': 'billing' })
    expect(await attemptsText(dispatch)).not.toContain('s3cr3t')
    expect(await attemptsText(dispatch)).toContain('billing')
  })

  test('stored in the clear by an earlier version is encrypted by the next start and still arrives', async ({
    dispatch,
  }) => {
    const { service, tenant, receiver, happen, afterRestart, webhook, arrived, ended } = dispatch
    const id = await make(dispatch)
    await happen()
    await ended('delivered')
    const headers = JSON.stringify({ authorization: value, 'x-team': 'billing' })
    await tenant.update('delivery_attempts').set({ request_headers: headers }).execute()
    const config = JSON.stringify({ headers: { Authorization: value, 'X-Team': 'billing' } })
    await tenant.update('webhooks').set({ config, headers_sealed: null }).where('id', '=', id).execute()
    await service.context.dispatcher.stop()
    await happen()
    await afterRestart(async () => {
      await arrived(2)
      expect(receiver.received[1]?.headers).toMatchObject({ authorization: value, 'x-team': 'billing' })
    })
    expect(JSON.stringify(await webhook(id))).not.toContain('s3cr3t')
    expect(await attemptsText(dispatch)).not.toContain('s3cr3t')
  })
})
