import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { failNextWrite, failures, loseNextResponse } from './faults.ts'
import {
  changeSession,
  chooseFrom,
  expect,
  expectAccessibleInBothColors,
  provoked,
  signIn,
  test,
  toast,
} from './fixtures.ts'
import { openDraft, readInvoice } from './invoice-fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog(page)).toContainText('Email isn’t set up')
  await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog(page)).toContainText('Nothing was emailed')
}

/** Presses the button and reads the file that the browser saves. */
async function download(page: Page, button: Locator): Promise<{ name: string; head: string }> {
  const saved = page.waitForEvent('download')
  await button.click()
  const file = await saved
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), head: bytes.toString('latin1', 0, 5) }
}

test('an invoice is sent, downloaded as a PDF and paid @main', async ({ page }) => {
  await signIn(page)
  const id = await openDraft(page)
  await send(page)
  const { invoice_number } = await readInvoice(page, id)
  expect(invoice_number).toMatch(/^INV-\d{4}-\d{4}$/)
  const inDialog = dialog(page).getByRole('button', { name: 'Download PDF' })
  await expect(inDialog).toBeFocused()
  expect(await download(page, inDialog)).toEqual({ name: `${invoice_number}.pdf`, head: '%PDF-' })
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: `Invoice ${invoice_number}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog(page).getByRole('combobox', { name: 'Method' }).selectOption('Card')
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Card')
  expect(await readInvoice(page, id)).toMatchObject({
    status: 'paid',
    payments: [{ amount: 121, method: 'card' }],
  })
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
})

test('the PDF of a draft is in the palette, next to what else can be done with it', async ({ page }) => {
  await signIn(page)
  const id = await openDraft(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('invoice')
  for (const name of ['Send invoice', 'Duplicate invoice', 'Print invoice'])
    await expect(page.getByRole('option', { name })).toBeVisible()
  await page.getByRole('combobox').fill('download')
  const command = page.getByRole('option', { name: 'Download PDF' })
  expect(await download(page, command)).toEqual({ name: `DRAFT-${id}.pdf`, head: '%PDF-' })
})

test('a PDF that fails shows an error, and can be downloaded again', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await openDraft(page)
  await page.route(/\/pdf$/, (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await expect(page.getByText('Couldn’t download the PDF')).toBeVisible()
  const again = await download(page, page.getByRole('button', { name: 'Download PDF' }))
  expect(again.head).toBe('%PDF-')
})

test('where a service makes no PDFs, the invoice is printed', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', '')
  })
  await changeSession(page, ({ features }) => ({
    features: { ...features, pdf: false },
  }))
  await signIn(page)
  await openDraft(page)
  await expect(page.getByRole('button', { name: 'Download PDF' })).toHaveCount(0)
  await send(page)
  await dialog(page).getByRole('button', { name: 'Print or save as PDF' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
})

test('an invoice is voided after a question, and has a tab of its own then @main', async ({ page }) => {
  await signIn(page)
  const id = await openDraft(page)
  await send(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Void')
  await dialog(page).getByRole('button', { name: 'Void invoice' }).click()
  await expect(toast(page, 'Invoice voided')).toBeVisible()
  expect((await readInvoice(page, id)).status).toBe('void')
  await page.goto('/invoices?status=void')
  await expect(page.getByRole('tab', { name: /^Void/ })).toHaveAttribute('aria-selected', 'true')
})

test('what is missing is said before anything is sent, with the way to add it @main', async ({ page }) => {
  await signIn(page)
  const id = await openDraft(page, { line_items: [] })
  // Of an account that has just been set up.
  await page.route(`**/api/x/invoices/${id}`, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { sender: object; billed_to: object } }
    const sender = { ...data.sender, address: '', bank_details: '' }
    await route.fulfill({ response: answer, json: { data: { ...data, sender } } })
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog(page)).toContainText('Your address and bank details.')
  await expect(dialog(page).getByRole('link', { name: 'Add in Settings' })).toBeVisible()
  await expect(dialog(page)).not.toContainText('The customer’s address')
  await expect(dialog(page)).toContainText('Add at least one line')
  await expect(dialog(page).getByRole('button', { name: 'Send invoice' })).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
  await dialog(page).getByRole('link', { name: 'Edit invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Edit/, level: 1 })).toBeVisible()
})

test('an invoice that fails to be voided can be voided again, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const url = /\/void$/
  const confirm = () => dialog(page).getByRole('button', { name: 'Void invoice' }).click()
  for (const answer of [...Object.values(failures), undefined]) {
    const id = await openDraft(page)
    await send(page)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Void')
    if (answer) await failNextWrite(page, url, answer)
    else await loseNextResponse(page, url)
    await confirm()
    await expect(
      dialog(page)
        .getByRole('alert')
        .filter({ hasText: /server|wrong/i }),
    ).toBeVisible()
    await confirm()
    await expect(dialog(page)).toBeHidden()
    expect((await readInvoice(page, id)).status).toBe('void')
  }
})

test('an invoice that fails to be sent can be sent again, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  for (const answer of Object.values(failures)) {
    const id = await openDraft(page)
    await failNextWrite(page, /\/send$/, answer)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(/server|wrong/i)
    expect((await readInvoice(page, id)).status).toBe('draft')
    await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
    await expect(dialog(page)).toContainText('Nothing was emailed')
    expect((await readInvoice(page, id)).status).toBe('sent')
  }
})

test('an invoice whose response was lost is sent once @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const id = await openDraft(page)
  await loseNextResponse(page, /\/send$/)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Can’t reach the server')
  await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog(page)).toContainText('Nothing was emailed')
  expect((await readInvoice(page, id)).version).toBe(2)
})

test('the dialogs of an invoice are accessible', async ({ page }) => {
  await signIn(page)
  await openDraft(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Send this invoice?' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog(page)).toContainText('Nothing was emailed')
  await expectAccessibleInBothColors(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('dialog', { name: 'Record payment' })).toBeVisible()
  await expectAccessibleInBothColors(page)
})
