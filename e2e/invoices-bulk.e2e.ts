import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'

import { expect, expectAccessible, expectNoSidewaysScroll, provoked, signIn } from './fixtures.ts'
import { test } from './mail-fixtures.ts'
import { demoCustomer, send } from './portal-fixtures.ts'

/** Drafts of one customer, each of 100. */
async function addDrafts(page: Page, count: number, note: string): Promise<number[]> {
  const customer_id = await demoCustomer(page)
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const draft = await send(page, '/api/x/invoices', {
      customer_id,
      currency: 'EUR',
      payment_days: 14,
      due_date: null,
      notes: note,
      line_items: [{ description: note, quantity: 1, unit_price: 100, discount: 0, tax_rate: 0 }],
    })
    ids.push(draft.id)
  }
  return ids
}

const statusesOf = (page: Page, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await send(page, `/api/x/invoices/${id}`)).status))

/** Selects the newest rows of the list. */
async function selectNewest(page: Page, count: number) {
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await expect(boxes.nth(count)).toBeVisible()
  // The first one selects the whole page.
  for (let index = 1; index <= count; index++) await boxes.nth(index).check()
}

test('selected drafts are sent with their emails, and then recorded as paid, in one go each', async ({
  page,
  mail,
}) => {
  await signIn(page)
  const ids = await addDrafts(page, 3, 'Bulk')
  await page.goto('/invoices?sort=-id')
  await selectNewest(page, 3)
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Send…' }).click()
  const sending = page.getByRole('dialog', { name: 'Send 3 invoices?' })
  await expect(sending.getByLabel('Email them to their customers')).toBeChecked()
  await expectAccessible(page)
  const invoices = () => mail.received.filter(({ source }) => /^Subject: Invoice /m.test(source)).length
  const before = invoices()
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('3 invoices sent')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await statusesOf(page, ids)).toEqual(['sent', 'sent', 'sent'])
  await expect.poll(() => invoices() - before, { timeout: 30_000 }).toBe(3)

  const [extra = 0] = await addDrafts(page, 1, 'Not yet')
  await page.reload()
  await selectNewest(page, 4)
  await bar.getByRole('button', { name: 'Record payments…' }).click()
  const paying = page.getByRole('dialog', { name: 'Record payments for 3 invoices?' })
  await expect(paying.getByText('1 selected invoice left out: nothing is due.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await paying.getByRole('button', { name: 'Record payments' }).click()
  await expect(page.getByText('3 invoices recorded as paid')).toBeVisible()
  expect(await statusesOf(page, [...ids, extra])).toEqual(['paid', 'paid', 'paid', 'draft'])
})

test('what can’t be done says so for each invoice, and what was done isn’t done again', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  const ids = await addDrafts(page, 2, 'Twice')
  await page.goto('/invoices?sort=-id')
  await selectNewest(page, 2)
  const [first = 0, second = 0] = ids
  // Somebody else deletes one of them meanwhile, and the response about the other is lost.
  await page.evaluate(
    (url) => fetch(url, { method: 'DELETE', headers: { 'if-match': '"1"' } }),
    `/api/x/invoices/${first}`,
  )
  let isLost = false
  await page.route(`**/api/x/invoices/${second}/send`, async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 2 invoices?' })
  await dialog.getByLabel('Email them to their customers').uncheck()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('2 of 2 failed')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Try 2 again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 of 2 failed')
  expect(await statusesOf(page, [second])).toEqual(['sent'])
})

test('the PDFs of selected invoices are saved as one file, without drafts', async ({ page }) => {
  await signIn(page)
  const [sent = 0] = await addDrafts(page, 2, 'Archive')
  const { invoice_number } = await send(page, `/api/x/invoices/${sent}/send`, {}, 1)
  await page.goto('/invoices?sort=-id')
  await selectNewest(page, 2)
  const bar = page.getByRole('region', { name: 'Selection' })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Download PDFs' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d-\d\d\.zip$/)
  expect(Object.keys(unzipSync(await readFile(await saved.path())))).toEqual([`${invoice_number}.pdf`])
  await expect(page.getByText('Exported 1 invoice', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
