import { beforeEach, describe, expect, test } from 'vitest'

import { type CustomerChange, countPermissions } from '#contract/customers/changes.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'

import { customerColumns } from '../columns.ts'
import { customersAtOnce } from '../job-runner.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 100_000 })
const { tenant } = account
await addEndpoint(service.context, account.id, { url: 'https://example.com/', events: [...eventTypes] })
let country = ''
let ids: number[]

/** Ids of permissions: 3 is delete-invoice, 4 view-invoice, 8 view-contract. */
const add = (permissions: readonly (readonly number[])[]) =>
  tenant.insert(
    'customers',
    permissions.map((own, index) =>
      customerColumns({
        name: 'Ada',
        last_name: `Lovelace ${index}`,
        email: `ada${index}@example.com`,
        phone: '',
        business: { country },
        permissions: own,
      }),
    ),
  )

beforeEach(async () => {
  country = `Land ${crypto.randomUUID()}`
  ids = await add([[], [4], [3, 4, 8]])
})

const send = (payload: object, url = '/api/x/customer-changes', headers = staff) =>
  service.app.inject({ method: 'POST', url, headers, payload })
const change = async (payload: object) =>
  (await send({ kind: 'permissions', ...payload })).json().data as CustomerChange
const permissionsOf = async () => {
  const answers = await Promise.all(
    ids.map((id) => service.app.inject({ url: `/api/customers/${id}`, headers: staff })),
  )
  return answers.map((answer) => Object.values((answer.json().data as Customer).permissions))
}
const logOf = (id: number) =>
  tenant.select('activity_log').select(['event', 'changes']).where('customer_id', '=', id).execute()
const eventsOf = async (id: number) => {
  const rows = await tenant.select('event_log').select(['type', 'body']).orderBy('id').execute()
  return rows
    .map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
    .filter(({ data }) => data.id === id)
}

describe('changing permissions', () => {
  test('grants and revokes what was chosen, leaves the rest, and touches only who changes', async () => {
    const done = await change({ customers: ids, grant: ['view-invoice'], revoke: ['delete-invoice'] })
    expect(done).toMatchObject({
      kind: 'permissions',
      state: 'completed',
      total: 3,
      changed: 2,
      unchanged: 1,
    })
    expect(await permissionsOf()).toEqual([
      ['view-invoice'],
      ['view-invoice'],
      ['view-invoice', 'view-contract'],
    ])
    const [first = 0, second = 0, third = 0] = ids
    expect(await logOf(second)).toEqual([])
    expect(await eventsOf(second)).toEqual([])
    const [entry] = await logOf(third)
    expect(JSON.parse(entry?.changes ?? '')).toEqual({
      permissions: {
        from: ['delete-invoice', 'view-invoice', 'view-contract'],
        to: ['view-invoice', 'view-contract'],
      },
    })
    expect(await eventsOf(first)).toMatchObject([
      { type: 'customer.updated', data: { permissions: { 4: 'view-invoice' } } },
    ])
    const versions = await tenant
      .select('customers')
      .select('version')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    expect(versions.map(({ version }) => version)).toEqual([2, 1, 2])
  })

  test('is carried out for all that match, in the background', async () => {
    ids = [...ids, ...(await add(Array.from({ length: 2 * customersAtOnce }, () => [])))]
    const begun = await change({ country, count: ids.length, grant: ['view-meeting'] })
    expect(begun).toMatchObject({ state: 'running', total: ids.length })
    await service.context.customerChanges.settled()
    expect((await permissionsOf()).every((names) => names.includes('view-meeting'))).toBe(true)
  })

  test('can’t be undone, as customers may have had different ones before', async () => {
    const { id } = await change({ customers: ids, grant: ['view-invoice'] })
    expect((await send({}, `/api/x/customer-changes/${id}/undo`)).statusCode).toBe(409)
  })

  test('twenty at once lose nothing', async () => {
    const names = ['view-invoice', 'view-contract', 'view-proposal', 'view-meeting']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ kind: 'permissions', customers: ids, grant: [names[index % 4]] }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201))
    for (const own of await permissionsOf()) expect(own).toEqual(expect.arrayContaining(names))
  })

  test.each([
    [{ kind: 'permissions' }, 'grant'],
    [{ kind: 'permissions', grant: [], revoke: [] }, 'grant'],
    [{ kind: 'permissions', grant: ['fly-plane'] }, 'grant'],
    [{ kind: 'permissions', grant: ['view-invoice'], revoke: ['view-invoice'] }, 'revoke'],
    [{ kind: 'archive', grant: ['view-invoice'] }, 'grant'],
  ])('rejects %j', async (payload, name) => {
    const answer = await send({ customers: ids, ...payload })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)[0]).toMatch(new RegExp(`^${name}`))
  })

  test('requires the permission to manage customers', async () => {
    const payload = { kind: 'permissions', customers: ids, grant: ['view-invoice'] }
    expect((await send(payload, undefined, viewer)).statusCode).toBe(403)
  })
})

describe('the preview', () => {
  const preview = async (payload: object) => {
    const answer = await send(payload, '/api/x/customer-permissions')
    const { data } = countPermissions.response.parse(answer.json())
    return {
      total: data.total,
      ...Object.fromEntries(data.permissions.map(({ name, count }) => [name, count])),
    }
  }

  test('counts who has each permission, of those that are named or that match', async () => {
    const expected = {
      total: 3,
      'view-invoice': 2,
      'delete-invoice': 1,
      'view-contract': 1,
      'view-meeting': 0,
    }
    expect(await preview({ customers: [...ids, 999_999_999] })).toMatchObject(expected)
    expect(await preview({ country })).toMatchObject(expected)
    expect(await preview({ country, search: 'lovelace 2' })).toMatchObject({ total: 1, 'delete-invoice': 1 })
  })
})
