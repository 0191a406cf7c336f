import { expect, test } from 'vitest'

import { type EventType, eventTypes } from '#contract/webhooks/events.ts'
import { markOverdue } from '#server/records/invoices/overdue.ts'
import { DocumentedSchemas } from '#server/tools/testing/documented.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { invoiceInput, meetingInput, sampleLine } from '#server/tools/testing/samples.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { writeApiDocument } from './document.ts'

const { service, account } = await startWithAccount()
const key = { authorization: `Bearer ${account.key}` }
const schemas = new DocumentedSchemas({ api: writeApiDocument('https://bureau.example') })

/** Sends a request that must succeed; returns its data and its version. */
async function ask(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, version?: string) {
  const headers = { ...key, ...(version !== undefined && { 'if-match': version }) }
  const answer = await service.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body])
  return {
    data: (answer.body === '' ? {} : answer.json().data) as { id: number; line_items: { id: number }[] },
    version: String(answer.headers.etag),
  }
}

/** Does everything that sends an event. */
async function work() {
  const form = await encodeForm(await customerParts())
  const send = (method: 'POST' | 'PUT', url: string, more: Record<string, string> = {}) =>
    service.app.inject({
      method,
      url,
      headers: { ...key, 'content-type': form.contentType, ...more },
      payload: form.payload,
    })
  const customer = (await send('POST', '/api/customers')).json().data.id as number
  await ask('PUT', `/api/x/customers/${customer}/archive`, { is_archived: true }, '"1"')

  const contact = await ask('POST', '/api/x/contacts', { name: 'Åse' })
  await ask('PUT', `/api/x/contacts/${contact.data.id}`, { name: 'Åse', phone: '1' }, contact.version)
  await ask('DELETE', `/api/x/contacts/${contact.data.id}`)

  const draft = await ask('POST', '/api/x/invoices', invoiceInput(customer))
  const url = `/api/x/invoices/${draft.data.id}`
  const sent = await ask('POST', `${url}/send`, {}, draft.version)
  const inTwoMonths = Date.now() + 60 * 24 * 60 * 60_000
  await markOverdue(service.context, inTwoMonths)
  const note = { reason: 'Damaged', line_items: [{ id: sent.data.line_items[0]?.id, quantity: 1 }] }
  const read = await service.app.inject({ url, headers: key })
  await ask('POST', `${url}/credit-notes`, note, String(read.headers.etag))
  const again = await service.app.inject({ url, headers: key })
  const payment = { amount: again.json().data.amount_due, paid_on: '2026-01-05', method: 'card' }
  await ask('POST', `${url}/payments`, payment, String(again.headers.etag))

  const texts = {
    customer_id: customer,
    title: 'Sign',
    currency: 'EUR',
    sections: [],
    line_items: [sampleLine],
  }
  const days = { valid_until: null, starts_on: null, ends_on: null }
  for (const [kind, answer] of [
    ['proposals', 'accept'],
    ['proposals', 'decline'],
    ['contracts', 'sign'],
  ] as const) {
    const written = await ask('POST', `/api/x/${kind}`, { ...texts, ...days })
    const at = `/api/x/${kind}/${written.data.id}`
    const { version } = await ask('POST', `${at}/send`, {}, written.version)
    await ask('POST', `${at}/${answer}`, { name: 'Zoë', note: '' }, version)
  }
  const meeting = meetingInput({ customer_id: customer })
  const scheduled = await ask('POST', '/api/x/meetings', meeting)
  const at = `/api/x/meetings/${scheduled.data.id}`
  const moved = await ask('PUT', at, { ...meeting, place: 'Upstairs' }, scheduled.version)
  await ask('POST', `${at}/cancel`, { notify: false }, moved.version)
  await ask('DELETE', '/api/customers', { customers: [customer] })
}

test('every event that is sent is as described', async () => {
  await work()
  const rows = await account.tenant.select('event_log').select(['type', 'body']).execute()
  expect(new Set(rows.map(({ type }) => type as EventType))).toEqual(new Set(eventTypes))
  for (const { type, body } of rows) {
    const at = `/webhooks/${type}/post/requestBody/content/application~1json/schema`
    expect([type, schemas.problem('api', at, JSON.parse(body))]).toEqual([type, undefined])
  }
})
