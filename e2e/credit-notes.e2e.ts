import type { Page } from '@playwright/test'

import { submitDespiteFailures } from './faults.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, provoked, signIn, test } from './fixtures.ts'
import { makeDraft, readInvoice } from './invoice-fixtures.ts'

/** Sends an invoice of €242.00 and returns its id. */
async function makeSent(page: Page): Promise<number> {
  const line = { unit_price: 50, discount: 0, tax_rate: 21 }
  const id = await makeDraft(page, {
    line_items: [
      { ...line, description: 'Consulting', quantity: 3 },
      { ...line, description: 'Printing', quantity: 1 },
    ],
  })
  await page.evaluate(
    (draft) =>
      fetch(`/api/x/invoices/${draft}/send`, { method: 'POST', headers: { 'if-match': '"1"' } }).then(
        () => undefined,
      ),
    id,
  )
  return id
}
const issue = (page: Page) => page.getByRole('button', { name: 'Issue credit note' })

test('a part of an invoice is credited from its menu, and what is due follows @main', async ({ page }) => {
  await signIn(page)
  const id = await makeSent(page)
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Create credit note' }).click()
  await expect(page.getByRole('heading', { name: 'Create credit note' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Credit line 2' }).uncheck()
  await page.getByRole('textbox', { name: 'Quantity, line 1' }).fill('1,5')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('Total credit€90.75')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('Amount due after this€151.25')
  await expectAccessible(page)
  await issue(page).click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await reason.fill('Half of it wasn’t needed')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: /^Credit note CN-/, level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Total credit EUR€90.75')
  await expectAccessible(page)
  await page.getByRole('article').getByRole('link', { name: /^INV-/ }).click()
  await expect(page.getByText('€151.25 of €242.00')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('-€90.75Amount due€151.25')
  await page.getByRole('region', { name: 'Credit notes' }).getByRole('link', { name: /^CN-/ }).click()
  await expect(page.getByRole('article')).toContainText('Reason: Half of it wasn’t needed')
  expect((await readInvoice(page, id)).amount_due).toBe(151.25)
})

test('a paid invoice is credited from the palette, and says what there is to refund', async ({ page }) => {
  await signIn(page)
  const id = await makeSent(page)
  await page.evaluate(
    (invoice) =>
      fetch(`/api/x/invoices/${invoice}/payments`, {
        method: 'POST',
        headers: { 'if-match': '"2"', 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 242, paid_on: '2026-01-05', method: 'card' }),
      }).then(() => undefined),
    id,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/invoices/${id}`)
  await expect(page.getByText('Paid').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('create credit')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Order canceled')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('To refund after this€242.00')
  await expectNoSidewaysScroll(page)
  await issue(page).click()
  await expect(page.getByRole('heading', { name: /^Credit note CN-/, level: 1 })).toBeVisible()
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('To refund€242.00')
})

test('a credit note says so when the invoice has changed meanwhile, and is issued for what is left', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const id = await makeSent(page)
  await page.goto(`/invoices/${id}/credit`)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Canceled')
  const { line_items } = await readInvoice(page, id)
  await page.evaluate(
    ([invoice, line]) =>
      fetch(`/api/x/invoices/${invoice}/credit-notes`, {
        method: 'POST',
        headers: { 'if-match': '"2"', 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'Mine', line_items: [{ id: line, quantity: 1 }] }),
      }).then(() => undefined),
    [id, line_items[0]?.id ?? 0] as const,
  )
  await expect(page.getByText('1 credited before')).toBeVisible()
  const quantity = page.getByRole('textbox', { name: 'Quantity, line 1' })
  await expect(quantity).toHaveValue('3')
  await issue(page).click()
  await expect(page.getByText('At most 2')).toBeVisible()
  await quantity.fill('2')
  await issue(page).click()
  await expect(page.getByRole('alert')).toContainText('Someone else changed this invoice')
  await issue(page).click()
  await expect(page.getByRole('heading', { name: /^Credit note CN-/, level: 1 })).toBeVisible()
  expect((await readInvoice(page, id)).status).toBe('credited')
})

test('a credit note that fails to be issued keeps what was typed, whatever failed, and is issued once', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  const id = await makeSent(page)
  await page.goto(`/invoices/${id}/credit`)
  const typed = page.getByRole('textbox', { name: 'Reason' })
  await typed.fill('Canceled')
  await submitDespiteFailures({ page, url: /\/credit-notes$/, submit: () => issue(page).click(), typed })
  await expect(page.getByRole('heading', { name: /^Credit note CN-/, level: 1 })).toBeVisible()
  expect((await readInvoice(page, id)).credit_notes).toHaveLength(1)
})
