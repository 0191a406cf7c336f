import type { Page } from '@playwright/test'

import { recoverFromFailures } from './faults.ts'
import {
  expect,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'
import { makeDraft } from './invoice-fixtures.ts'

/** Sends an invoice and credits all of it; returns the number of the credit note. */
async function makeCreditNote(page: Page): Promise<string> {
  const line = { description: 'Consulting', quantity: 3, unit_price: 50, discount: 0, tax_rate: 21 }
  const id = await makeDraft(page, { line_items: [line] })
  return page.evaluate(async (invoice) => {
    const url = `/api/x/invoices/${invoice}`
    await fetch(`${url}/send`, { method: 'POST', headers: { 'if-match': '"1"' } })
    const read = await fetch(url)
    const { data } = (await read.json()) as { data: { version: number; line_items: { id: number }[] } }
    const note = await fetch(`${url}/credit-notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-match': `"${data.version}"` },
      body: JSON.stringify({
        reason: 'Delivered twice',
        line_items: [{ id: data.line_items[0]?.id, quantity: 3 }],
      }),
    })
    return ((await note.json()) as { data: { credit_number: string } }).data.credit_number
  }, id)
}

test('credit notes have a list beside the invoices, with a search, and are found in Ctrl K', async ({
  page,
}) => {
  await signIn(page)
  const number = await makeCreditNote(page)
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Credit notes', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Credit notes', level: 1 })).toBeFocused()
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('Delivered twice')
  await expect(row).toContainText('€181.50')
  await expectAccessibleInBothColors(page)
  const search = page.getByRole('searchbox', { name: 'Search credit notes' })
  await search.fill('nobody we know')
  await expect(page.getByText('No matching credit notes')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await search.fill(number.toLowerCase())
  await expect(page.getByText('1 result')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Credit note ${number}`, level: 1 })).toBeVisible()

  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill(number)
  await page.getByRole('group', { name: 'Credit notes' }).getByRole('option', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Credit note ${number}`, level: 1 })).toBeVisible()
})

test('on a phone the navigation leads to the lists that belong to the invoices', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await startSession(page)
  await page.goto('/invoices')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Navigation' }).click()
  await page.getByRole('link', { name: 'Credit notes', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Credit notes', level: 1 })).toBeVisible()
})

test('the list of credit notes recovers from whatever fails', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const open = () => page.goto('/invoices/credit-notes')
  await recoverFromFailures({
    page,
    url: /\/api\/x\/credit-notes\?/,
    open,
    isShown: async () => {
      await expect(page.getByRole('heading', { name: 'Credit notes', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    },
  })
})
