import { expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { meetingInput } from '#server/tools/testing/samples.ts'

const { service, account } = await startWithAccount()

test('the subscriptions and meetings of a customer are counted, without canceled meetings and those of others', async () => {
  const staff = await service.session(account.id, 'staff')
  const add = (record: 'customers' | 'subscriptions', path: string) =>
    addRecord(service.context, account.id, { record, path })
  const customer = await add('customers', '/api/customers')
  const counts = async (id: number) => service.send('GET', `/api/x/customers/${id}/counts`, staff)
  expect((await counts(customer)).json().data).toEqual({ subscriptions: 0, meetings: 0 })

  const schedule = async (customer_id: number) =>
    (await service.send('POST', '/api/x/meetings', staff, meetingInput({ customer_id }))).json().data as {
      id: number
      version: number
    }
  await schedule(customer)
  await schedule(await add('customers', '/api/customers'))
  const { id, version } = await schedule(customer)
  const canceled = await service.send(
    'POST',
    `/api/x/meetings/${id}/cancel`,
    { ...staff, 'if-match': `"${version}"` },
    { notify: false },
  )
  expect(canceled.statusCode).toBe(200)
  const subscription = await add('subscriptions', '/api/x/subscriptions')
  const subscribed = await service.send('GET', `/api/x/subscriptions/${subscription}`, staff)
  const { customer_id } = subscribed.json().data as { customer_id: number }
  expect((await counts(customer)).json().data.meetings).toBe(1)
  expect((await counts(customer_id)).json().data.subscriptions).toBe(1)

  expect((await counts(999_999)).statusCode).toBe(404)
  const other = await service.account('Other')
  const theirs = await service.session(other.id, 'staff')
  expect((await service.send('GET', `/api/x/customers/${customer}/counts`, theirs)).statusCode).toBe(404)
})
