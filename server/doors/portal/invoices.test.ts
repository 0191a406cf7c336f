import { expect, test } from 'vitest'

import { now } from '#server/platform/lib/clock.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { customerOf, portalSession } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account } = await startWithAccount()

const add = (record: 'invoices' | 'credit_notes' | 'customers' | 'subscriptions', path = '/api/x/portal/') =>
  addRecord(service.context, account.id, { record, path })

/** An invoice with these columns that the customer was sent. */
async function addInvoice(customer_id: number, columns: object = {}): Promise<number> {
  const id = await add('invoices')
  await account.tenant
    .update('invoices')
    .set({ customer_id, ...columns })
    .where('id', '=', id)
    .execute()
  return id
}

/** A customer with an invoice, and the headers of their requests. */
async function customerWithInvoice() {
  const id = await add('invoices')
  const headers = await portalSession(service.context, account.id, { name: 'invoices', id })
  const customer = (await customerOf(account.tenant, { name: 'invoices', id })) ?? 0
  return { id, customer, headers }
}

async function read(path: string, headers: Record<string, string>) {
  const answer = await service.send('GET', `/api/x/portal/${path}`, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('an invoice shows its lines and what is due, and nothing internal', async () => {
  const { id, headers } = await customerWithInvoice()
  const { data } = await read(`invoices/${id}`, headers)
  expect(data).toMatchObject({ status: 'sent', total_amount: 170, amount_due: 170, credit_notes: [] })
  expect(data.line_items).toMatchObject([{ description: 'Lettering', quantity: 2, unit_price: 85 }])
  expect(Object.keys(data)).not.toContain('payments')
  const pdf = await service.send('GET', `/api/x/portal/invoices/${id}/pdf`, headers)
  expect(pdf.headers['content-disposition']).toContain('INV-1.pdf')
})

test('that a customer opens an invoice is noted once, and told', async () => {
  const { id, headers } = await customerWithInvoice()
  const staff = await service.session(account.id, 'staff')
  const viewedAt = async () =>
    (await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data.viewed_at as string | null
  await read(`invoices/${id}`, headers)
  expect(await viewedAt()).toBeNull()
  const open = () => service.send('POST', `/api/x/portal/invoices/${id}/view`, headers, {})
  const [first, second] = await Promise.all([open(), open()])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(first.json()).toEqual((await read(`invoices/${id}`, headers)) as object)
  const at = await viewedAt()
  expect(at).not.toBeNull()
  await open()
  expect(await viewedAt()).toBe(at)
  const entries = await account.tenant
    .select('activity_log')
    .select(['description', 'caused_by'])
    .where('event', '=', 'viewed')
    .where('subject_id', '=', id)
    .execute()
  expect(entries).toEqual([{ description: 'Invoice viewed', caused_by: 'Zoë Ødegård' }])
  const { data } = (await service.send('GET', '/api/x/notifications', staff)).json()
  expect(data).toMatchObject([
    { kind: 'document.viewed', customer_act: { record: 'invoice', id, what: 'viewed' } },
  ])
})

test('invoices to pay come first, by their due date, with what is due by currency', async () => {
  const { id: later, customer, headers } = await customerWithInvoice()
  const sooner = await addInvoice(customer, {
    due_date: '2026-01-01',
    status: 'overdue',
    settled_amount: 2_000,
  })
  const foreign = await addInvoice(customer, { due_date: '2099-03-01', currency: 'GBP' })
  const paid = await addInvoice(customer, { due_date: '2025-01-01', status: 'paid', settled_amount: 17_000 })
  const { data, due, meta } = await read('invoices', headers)
  expect(data.map(({ id }: { id: number }) => id)).toEqual([sooner, later, foreign, paid])
  expect(due).toEqual([
    { currency: 'EUR', amount: 320 },
    { currency: 'GBP', amount: 170 },
  ])
  expect(meta.total).toBe(4)
})

test('a credit note is listed, on its own and with its invoice, and shows its lines and the reason', async () => {
  const { id, headers } = await customerWithInvoice()
  await add('credit_notes')
  const staff = { ...(await service.session(account.id, 'staff')), 'if-match': '"1"' }
  const [line] = (await read(`invoices/${id}`, headers)).data.line_items
  const lines = await account.tenant
    .select('invoice_line_items')
    .select('id')
    .where('invoice_id', '=', id)
    .execute()
  const issued = await service.send('POST', `/api/x/invoices/${id}/credit-notes`, staff, {
    reason: 'One letter was missing',
    line_items: lines.map((one) => ({ id: one.id, quantity: 1 })),
  })
  expect(issued.statusCode, issued.body).toBe(201)
  const note = issued.json().data
  const row = {
    id: note.id,
    credit_number: note.credit_number,
    invoice_id: id,
    invoice_number: 'INV-1',
    currency: 'EUR',
    total_amount: 85,
    issued_on: note.issued_on,
  }
  expect(await read('credit-notes', headers)).toMatchObject({ data: [row], meta: { total: 1 } })
  expect((await read(`invoices/${id}`, headers)).data.credit_notes).toEqual([row])
  const { data } = await read(`credit-notes/${note.id}`, headers)
  expect(data).toMatchObject({ ...row, reason: 'One letter was missing', customer_name: 'Zoë Ødegård' })
  expect(data.line_items).toEqual([{ ...line, quantity: 1, total: 85 }])
  const pdf = await service.send('GET', `/api/x/portal/credit-notes/${note.id}/pdf`, headers)
  expect(pdf.headers['content-disposition']).toContain(`${note.credit_number}.pdf`)
})

test('subscriptions are listed with what a period costs and when the next invoice comes', async () => {
  const { customer, headers } = await customerWithInvoice()
  await add('subscriptions')
  const id = await add('subscriptions')
  const { schedule_id } = await account.tenant
    .select('subscriptions')
    .select('schedule_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await account.tenant
    .update('invoice_schedules')
    .set({ customer_id: customer, updated_at: now() })
    .where('id', '=', schedule_id)
    .execute()
  const { data, meta } = await read('subscriptions', headers)
  expect(meta.total).toBe(1)
  expect(data).toMatchObject([{ id, status: 'active', frequency: 'monthly', quantity: 2 }])
  expect(Object.keys(data[0])).not.toContain('customer_id')
})

test('a subscription shows what it bills with its taxes, and the invoices that the customer was sent', async () => {
  const id = await add('subscriptions')
  const headers = await portalSession(service.context, account.id, { name: 'subscriptions', id })
  const customer = (await customerOf(account.tenant, { name: 'subscriptions', id })) ?? 0
  const { schedule_id } = await account.tenant
    .select('subscriptions')
    .select('schedule_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const line = { description: 'Care', quantity: 2, unit_price: 85, discount: 0, tax_rate: 21 }
  await account.tenant
    .update('invoice_schedules')
    .set({ lines: JSON.stringify([line]), total_amount: 20_570 })
    .where('id', '=', schedule_id)
    .execute()
  const sent = await addInvoice(customer, { invoice_number: 'INV-7' })
  const draft = await addInvoice(customer, { status: 'draft' })
  const runs = [
    { schedule_id, period_on: '2026-01-31', invoice_id: sent, created_at: now() },
    { schedule_id, period_on: '2026-02-28', invoice_id: draft, created_at: now() },
  ]
  await account.tenant.insert('invoice_schedule_runs', runs)
  const { data } = await read(`subscriptions/${id}`, headers)
  expect(data).toMatchObject({ id, plan_name: 'Care plan', total_amount: 205.7, frequency: 'monthly' })
  expect(data.line_items).toMatchObject([
    { ...line, kind: 'item', total: 170 },
    { kind: 'tax', tax_rate: 21, total: 35.7 },
  ])
  expect(data.invoices).toMatchObject([{ id: sent, invoice_number: 'INV-7', amount_due: 170 }])
  expect(data.invoices).toHaveLength(1)
  expect(Object.keys(data)).not.toContain('adjustments')
})

test('a subscription of somebody else isn’t there', async () => {
  const { headers } = await customerWithInvoice()
  const answer = await service.send(
    'GET',
    `/api/x/portal/subscriptions/${await add('subscriptions')}`,
    headers,
  )
  expect(answer.statusCode).toBe(404)
})
