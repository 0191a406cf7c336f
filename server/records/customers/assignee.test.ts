import { beforeEach, expect, test } from 'vitest'

import type { Colleague } from '#contract/access/colleagues.ts'
import type { Assignee, CustomerById } from '#contract/customers/customers.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account } = await startWithAccount()
const other = await service.account('Theirs')
const owner = await service.session(account.id, 'owner')
const colleague = await service.session(account.id, 'staff')
await service.session(other.id, 'owner')

let customer: number
beforeEach(async () => {
  customer = await addRecord(service.context, account.id, { record: 'customers', path: '' })
})

const people = async (headers = owner) =>
  (await service.send('GET', '/api/x/people', headers)).json().data as Colleague[]
const assign = (person: unknown, id = customer) =>
  service.send('PUT', `/api/x/customers/${id}/assignee`, owner, { person })
const assigned = async (person: unknown) => {
  const answer = await assign(person)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data.assignee as Assignee | null
}
const byId = async () =>
  (
    (await service.send('GET', `/api/x/customers-by-id?ids=${customer}`, owner)).json().data as CustomerById[]
  )[0]
const listed = async (query: string) =>
  ((await service.send('GET', `/api/customers?${query}`, owner)).json().data as { id: number }[]).map(
    ({ id }) => id,
  )

test('a customer is assigned to a person, who finds it by that, and the activity says so', async () => {
  const [person] = await people()
  if (!person) throw new Error('Nobody works here')
  const { id, name } = person
  expect(await assigned(id)).toEqual({ id, name })
  expect(await assigned(id)).toEqual({ id, name })
  expect((await byId())?.assignee).toEqual({ id, name })
  expect(await listed(`assigned_to=${id}`)).toEqual([customer])
  expect(await listed(`assigned_to=${id}&archived=false&sort=name`)).toEqual([customer])
  expect(await assigned(null)).toBeNull()
  expect(await listed(`assigned_to=${id}`)).toEqual([])
  const entries = await account.tenant
    .select('activity_log')
    .select('description')
    .where('customer_id', '=', customer)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries.map(({ description }) => description)).toEqual(['Assigned to nobody', `Assigned to ${name}`])
})

test('nobody but the people of the account can be assigned to, and only by those who may', async () => {
  const [stranger] = await people(await service.session(other.id, 'owner'))
  for (const wrong of [stranger?.id, 999_999, -1]) {
    const answer = await assign(wrong)
    expect([answer.statusCode, answer.json().error.details]).toEqual([
      422,
      { person: 'Choose a person who works in this account' },
    ])
  }
  for (const wrong of ['1', 1.5, {}, undefined]) expect((await assign(wrong)).statusCode).toBe(422)
  expect((await assign(null, 999_999)).statusCode).toBe(404)
  const viewer = await service.session(account.id, 'viewer')
  const path = `/api/x/customers/${customer}/assignee`
  expect((await service.send('PUT', path, viewer, { person: null })).statusCode).toBe(403)
  expect((await service.send('GET', '/api/x/people', viewer)).statusCode).toBe(403)
})

test('somebody who has left looks after nobody', async () => {
  const all = await people(colleague)
  const leaver = all.at(-1)
  await assigned(leaver?.id)
  expect(await listed('assigned_to=none')).not.toContain(customer)
  await account.tenant
    .delete('memberships')
    .where('user_id', '=', leaver?.id ?? 0)
    .execute()
  expect((await byId())?.assignee).toBeNull()
  expect(await listed('assigned_to=none')).toContain(customer)
  expect(await assigned(null)).toBeNull()
  expect(await listed('assigned_to=none&search=Zoë')).toContain(customer)
})

test('a customer keeps who looks after it in the trash', async () => {
  const [person] = await people()
  await assigned(person?.id)
  await service.send('DELETE', '/api/customers', owner, { customers: [customer] })
  const body = { customers: [customer] }
  expect((await service.send('POST', '/api/x/deleted-customers/restore', owner, body)).statusCode).toBe(200)
  expect((await byId())?.assignee?.id).toBe(person?.id)
})

test('merging keeps the assignee of the survivor, and takes the other’s where it has none', async () => {
  const [first, second] = await people()
  const add = () => addRecord(service.context, account.id, { record: 'customers', path: '' })
  const [unassigned, another, theirs] = [customer, await add(), await add()]
  await assign(first?.id, another)
  await assign(second?.id, theirs)
  const merge = async (into: number, from: number, version: number) => {
    const headers = { ...owner, 'if-match': `"${version}"` }
    const body = { other: from, other_version: '"1"', take: [], take_custom_fields: [] }
    const answer = await service.send('POST', `/api/x/customers/${into}/merge`, headers, body)
    expect(answer.json().error).toBeUndefined()
    return (await byId())?.assignee?.id
  }
  expect(await merge(unassigned, another, 1)).toBe(first?.id)
  expect(await merge(unassigned, theirs, 2)).toBe(first?.id)
})

test('many customers are assigned in one change, which can’t be taken back and counts no version', async () => {
  const [person] = await people()
  const another = await addRecord(service.context, account.id, { record: 'customers', path: '' })
  const change = (body: object) => service.send('POST', '/api/x/customer-changes', owner, body)
  const versions = () =>
    account.tenant.select('customers').select('version').where('id', 'in', [customer, another]).execute()
  const before = await versions()
  await assigned(person?.id)
  const answer = await change({ kind: 'assign', customers: [customer, another], person: person?.id })
  expect(answer.json().data).toMatchObject({ kind: 'assign', state: 'completed', changed: 1, unchanged: 1 })
  expect(await listed(`assigned_to=${person?.id}`)).toEqual(expect.arrayContaining([customer, another]))
  expect(await versions()).toEqual(before)
  const undo = `/api/x/customer-changes/${answer.json().data.id}/undo`
  expect((await service.send('POST', undo, owner)).statusCode).toBe(409)
  for (const body of [{ person: 999_999 }, {}, { kind: 'archive', person: null }]) {
    const wrong = await change({ kind: 'assign', customers: [customer], ...body })
    expect([wrong.statusCode, Object.keys(wrong.json().error.details)]).toEqual([422, ['person']])
  }
  // Those that match, such as all of somebody who leaves.
  const count = (await listed(`assigned_to=${person?.id}`)).length
  const matching = { kind: 'assign', person: null, assigned_to: String(person?.id), count }
  expect((await change(matching)).json().data).toMatchObject({ changed: count })
  expect(await listed(`assigned_to=${person?.id}`)).toEqual([])
})
