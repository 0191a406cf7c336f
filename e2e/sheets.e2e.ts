import type { Page } from '@playwright/test'

import { readPdfText } from '#server/tools/testing/pdf-text.ts'

import { expect, signIn, test } from './fixtures.ts'
import { openDraft, readInvoice } from './invoice-fixtures.ts'
import { send } from './portal-fixtures.ts'

const line = (description: string, tax_rate: number, discount = 0) => ({
  description,
  quantity: 1.5,
  unit_price: 1_234.5,
  discount,
  tax_rate,
})

/** What the sheet on screen says of days, lines and taxes, without spaces, and the text of its PDF. */
async function bothOf(page: Page, path: string, pdf: string) {
  await page.goto(path)
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('table')).toBeVisible()
  const texts = await sheet.locator('dt, dd, th, td, p').allInnerTexts()
  const file = await page.request.get(pdf)
  expect(file.status()).toBe(200)
  return {
    screen: texts.flatMap((text) => text.split('\n')).map((text) => text.replaceAll(/\s/g, '')),
    pdf: readPdfText(await file.body()).text,
  }
}

test('an invoice and its credit note say on screen what their PDFs say, with the rate of each line and what each tax is on', async ({
  page,
}) => {
  await signIn(page)
  const id = await openDraft(page, {
    payment_days: 14,
    due_date: null,
    line_items: [line('Design', 21, 12.5), line('Books', 9), line('Prints', 21), line('Postage', 0)],
  })
  await send(page, `/api/x/invoices/${id}/send`, {}, (await readInvoice(page, id)).version)
  const invoice = await bothOf(page, `/invoices/${id}`, `/api/x/invoices/${id}/pdf`)
  // Its PDF reads the same for ever.
  const internal = ['Status', 'Sent', 'duein14days', '']
  for (const text of invoice.screen.filter((one) => !internal.includes(one)))
    expect(invoice.pdf, text).toContain(text)
  expect(invoice.screen).toContain('12.5%discount')
  expect(invoice.screen).toContain('14days')
  expect(invoice.screen.filter((text) => /^VAT(21|9)%on€/.test(text))).toHaveLength(2)

  const { line_items, version } = await readInvoice(page, id)
  const credited = line_items.slice(0, 2).map((one) => ({ id: one.id, quantity: 1 }))
  const body = { reason: 'Two were not needed', line_items: credited }
  const note = await send(page, `/api/x/invoices/${id}/credit-notes`, body, version)
  const credit = await bothOf(page, `/invoices/credit-notes/${note.id}`, `/api/x/credit-notes/${note.id}/pdf`)
  for (const text of credit.screen) expect(credit.pdf, text).toContain(text)
  expect(credit.screen).toContain('Invoicedate')
})
