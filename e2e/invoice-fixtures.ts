import type { Page } from '@playwright/test'

import type { InvoiceDetails } from '#contract/invoices/invoices.ts'

import { expect } from './fixtures.ts'

/** Creates a draft of €121.00, as the person who is signed in; returns its id. */
export async function makeDraft(page: Page, more: object = {}): Promise<number> {
  const known = await page.request.get('/api/customers?page=1&limit=1&search=wanjiru')
  const { data } = (await known.json()) as { data: { id: number }[] }
  return page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/x/invoices', { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { data: { id: number } }).data.id
    },
    {
      customer_id: data[0]?.id,
      currency: 'EUR',
      payment_days: 14,
      due_date: null,
      notes: '',
      line_items: [{ description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 21 }],
      ...more,
    },
  )
}

/** Creates a draft and opens its page; returns its id. */
export async function openDraft(page: Page, more: object = {}): Promise<number> {
  const id = await makeDraft(page, more)
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('heading', { name: `Invoice DRAFT-${id}`, level: 1 })).toBeVisible()
  return id
}

/** Reads the invoice as its page shows it. */
export const readInvoice = async (page: Page, id: number): Promise<InvoiceDetails> =>
  ((await (await page.request.get(`/api/x/invoices/${id}`)).json()) as { data: InvoiceDetails }).data
