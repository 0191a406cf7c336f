import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { chooseFrom, editTogether, expect, provoked, signIn, test, toast } from './fixtures.ts'
import { makeDraft, openDraft, readInvoice } from './invoice-fixtures.ts'
import { makeCustomer } from './webhook-fixtures.ts'

/** Creates a customer of whom only a name and an email address are known; returns its id. */
async function newCustomer(page: Page, name = 'Nils'): Promise<number> {
  await makeCustomer(page, name)
  const { data } = await (await page.request.get('/api/customers?page=1&limit=1&sort=-id')).json()
  return data[0].id
}

const untaxed = { description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 0 }

const openElectronic = async (page: Page): Promise<Locator> => {
  await chooseFrom(page.getByRole('button', { name: /^(More actions|Actions for)/ }), 'Electronic invoice…')
  return page.getByRole('dialog', { name: 'Electronic invoice' })
}

test('a draft says what it lacks to be electronic, and once that is added, its files are downloaded @main', async ({
  page,
}) => {
  await signIn(page)
  const customer = await newCustomer(page)
  const id = await openDraft(page, { customer_id: customer, line_items: [untaxed] })
  const lacking = await openElectronic(page)
  await expect(lacking.getByRole('region', { name: 'Peppol BIS 3' })).toContainText(
    'Add the customer’s country',
  )
  await lacking
    .getByRole('region', { name: 'XRechnung' })
    .getByRole('listitem')
    .filter({ hasText: 'Leitweg-ID' })
    .getByRole('link', { name: 'Billing details' })
    .click()
  await page.getByLabel('Tax number').fill('DE123456789')
  await page.getByLabel('Reference').fill('04011000-12345-34')
  await page.getByLabel('Email for invoices').fill('rechnung@berg.example')
  await page.getByRole('combobox', { name: 'Payment terms' }).selectOption('Due in 14 days')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Customer saved')).toBeVisible()
  const billing = page.getByRole('region', { name: 'Billing' })
  await expect(billing).toContainText('04011000-12345-34')

  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Address line 1').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('City').fill('Berlin')
  await page.getByRole('combobox', { name: 'Country' }).fill('germ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { name: 'Nils Event', level: 1 })).toBeVisible()

  await page.goto(`/invoices/${id}/edit`)
  await page.getByLabel('Delivered').fill('01/11/2026')
  await page.getByRole('combobox', { name: 'Why lines at 0% aren’t taxed' }).selectOption('Reverse charge')
  await expect.poll(async () => (await readInvoice(page, id)).exemption).toBe('AE')
  await page.getByRole('link', { name: 'Preview and send' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Reverse charge: the customer owes the tax.')
  await expect(sheet).toContainText('04011000-12345-34')
  await expect(sheet).toContainText('rechnung@berg.example')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  const { invoice_number } = await readInvoice(page, id)
  const ready = await openElectronic(page)
  await expect(ready.getByRole('region', { name: 'Factur-X and ZUGFeRD' })).toContainText('In the PDF')
  for (const [name, format, said] of [
    ['XRechnung', 'xrechnung', '<ram:BuyerReference>04011000-12345-34</ram:BuyerReference>'],
    ['Peppol BIS 3', 'peppol', '<cbc:ActualDeliveryDate>2026-11-01</cbc:ActualDeliveryDate>'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await ready.getByRole('button', { name: `Download ${name}` }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`${invoice_number}-${format}.xml`)
    expect(await readFile(await file.path(), 'utf8')).toContain(said)
  }
})

test('a new invoice starts with the currency and the terms of its customer', async ({ page }) => {
  await signIn(page)
  const customer = await newCustomer(page, 'Terms')
  await page.evaluate(async (id) => {
    const url = `/api/x/customers/${id}/billing`
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const billing = { tax_number: '', email: '', reference: 'PO-9', electronic_address: '' }
    await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': etag },
      body: JSON.stringify({ ...billing, currency: 'CHF', payment_days: 7 }),
    })
  }, customer)
  const expectTerms = async () => {
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('CHF')
    await expect(page.getByRole('combobox', { name: 'Payment terms' })).toHaveValue('7')
    await expect(page.getByLabel('Customer’s reference')).toHaveAttribute('placeholder', 'PO-9')
  }
  await page.goto(`/invoices/new?customer=${customer}`)
  await expectTerms()
  await page.getByRole('link', { name: 'Customer’s billing details' }).click()
  await expect(page.getByRole('textbox', { name: 'Reference' })).toHaveValue('PO-9')
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('terms event')
  await page
    .getByRole('option', { name: /Terms Event/ })
    .first()
    .click()
  await expectTerms()
  // What was chosen for this invoice stays, whoever it is for.
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Payment terms' }).selectOption('Due in 60 days')
  await page.getByRole('combobox', { name: 'Customer' }).fill('terms event')
  await page
    .getByRole('option', { name: /Terms Event/ })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('CHF')
  await expect(page.getByRole('combobox', { name: 'Payment terms' })).toHaveValue('60')
})

test('two people who edit billing details see both versions', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const customer = await newCustomer(page)
  const alert = await editTogether(page, 'customer', {
    open: async (tab) => {
      await tab.goto(`/customers/${customer}/billing`)
      await expect(tab.getByLabel('Reference')).toBeVisible()
    },
    theirs: (tab) => tab.getByLabel('Reference').fill('THEIRS'),
    mine: () => page.getByLabel('Reference').fill('MINE'),
  })
  await expect(alert).toContainText('THEIRS')
})

test('a credit note is electronic as well', async ({ page }) => {
  await signIn(page)
  const id = await makeDraft(page)
  const note = await page.evaluate(async (invoice) => {
    const post = async (url: string, version: number, body: object) => {
      const headers = { 'content-type': 'application/json', 'if-match': `"${version}"` }
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { data: { id: number; line_items: { id: number }[] } }).data
    }
    const { line_items } = await post(`/api/x/invoices/${invoice}/send`, 1, {})
    const lines = [{ id: line_items[0]?.id, quantity: 1 }]
    return (
      await post(`/api/x/invoices/${invoice}/credit-notes`, 2, { reason: 'Returned', line_items: lines })
    ).id
  }, id)
  await page.goto(`/invoices/credit-notes/${note}`)
  await page.getByRole('button', { name: 'Electronic' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Peppol BIS 3' }).click()
  const file = await saved
  expect(await readFile(await file.path(), 'utf8')).toContain(
    '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
  )
})
