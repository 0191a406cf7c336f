import { expect, test } from 'vitest'

import { listCustomerBalances, listInvoiceBalances } from '#contract/invoices/balances.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

import { type NewInvoice, addInvoices } from './insert.ts'

const { service, account } = await startWithAccount()
const other = await service.account('Another')

const invoice = (more: Partial<NewInvoice>): NewInvoice => ({
  invoice_number: 'INV-7',
  customer_id: 1,
  customer_name: 'Zoë Ødegård',
  customer_email: 'zoe@example.com',
  status: 'sent',
  currency: 'EUR',
  due_date: '2026-03-31',
  lines: [{ description: 'Lettering', quantity: 2, unit_price: 50 }],
  ...more,
})
const payment = { amount: 30.5, paid_on: '2026-03-15', method: null }

const ask = (ids: string, key = account.key) =>
  service.app.inject({
    url: `/api/x/invoice-balances?ids=${ids}`,
    headers: { authorization: `Bearer ${key}` },
  })

test('says what is due of the invoices that have to be paid, and nothing of the others', async () => {
  const ids = await account.tenant.transaction((trx) =>
    addInvoices(trx, [
      invoice({}),
      invoice({ status: 'overdue', payments: [payment] }),
      invoice({ status: 'paid', payments: [{ ...payment, amount: 100 }] }),
      invoice({ status: 'draft' }),
      invoice({ status: 'void' }),
    ]),
  )
  const answer = await ask([...ids, 999_999].join(','))
  expect(answer.statusCode).toBe(200)
  expect(listInvoiceBalances.response.parse(answer.json()).data).toEqual([
    { id: ids[0], amount_due: 100 },
    { id: ids[1], amount_due: 69.5 },
  ])
  expect((await ask(String(ids[1]), other.key)).json()).toEqual({ data: [] })
})

test('says what customers owe by currency, less what they paid, and nothing of those who owe nothing', async () => {
  const [indebted, settled] = [77, 78]
  await account.tenant.transaction((trx) =>
    addInvoices(trx, [
      invoice({ customer_id: indebted }),
      invoice({ customer_id: indebted, status: 'overdue', payments: [payment] }),
      invoice({ customer_id: indebted, currency: 'USD' }),
      invoice({ customer_id: indebted, status: 'draft', currency: 'GBP' }),
      invoice({ customer_id: settled, status: 'paid', payments: [{ ...payment, amount: 100 }] }),
    ]),
  )
  const askFor = (key?: string) =>
    service.app.inject({
      url: `/api/x/customer-balances?ids=${indebted},${settled}`,
      headers: { authorization: `Bearer ${key ?? account.key}` },
    })
  expect(listCustomerBalances.response.parse((await askFor()).json()).data).toEqual([
    { customer_id: indebted, currency: 'EUR', amount_due: 169.5 },
    { customer_id: indebted, currency: 'USD', amount_due: 100 },
  ])
  expect((await askFor(other.key)).json()).toEqual({ data: [] })
})

test('refuses anything but up to 500 ids joined by commas', async () => {
  const many = Array.from({ length: 501 }, (_, index) => index + 1).join(',')
  for (const ids of ['', '0', '1,', 'x', many]) {
    const answer = await ask(ids)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().error.details)).toEqual(['ids'])
  }
})
