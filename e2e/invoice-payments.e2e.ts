import type { Page } from '@playwright/test'

import { failNextWrite, failures, loseNextResponse, submitTwice } from './faults.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  test,
  toast,
} from './fixtures.ts'
import { makeDraft, readInvoice } from './invoice-fixtures.ts'

/** Creates an invoice of €121.00, sends it and opens its page. */
async function openSent(page: Page): Promise<number> {
  const id = await makeDraft(page)
  await page.evaluate(
    (draft) =>
      fetch(`/api/x/invoices/${draft}/send`, { method: 'POST', headers: { 'if-match': '"1"' } }).then(
        () => undefined,
      ),
    id,
  )
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeEnabled()
  return id
}
const dialog = (page: Page) => page.getByRole('dialog')
const payments = (page: Page) => page.getByRole('region', { name: 'Payments' })
const record = (page: Page) => dialog(page).getByRole('button', { name: 'Record payment' })

async function pay(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
  await record(page).click()
}

test('an invoice is paid in parts, by keyboard, and a payment is deleted again @main @postgres', async ({
  page,
}) => {
  await signIn(page)
  const id = await openSent(page)
  await expect(payments(page)).toContainText('No payments yet.')
  await page.getByRole('button', { name: 'Record payment' }).press('Enter')
  const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('121')
  await amount.fill('50,5')
  await dialog(page).getByRole('textbox', { name: 'Reference' }).fill('RF18 5390')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(payments(page)).toContainText('Bank transfer · RF18 5390 · recorded by')
  await expect(payments(page)).toContainText('Amount due€70.50')
  await expect(page.getByRole('article')).toContainText('Amount due€70.50')
  await expect(page.getByText('€70.50 of €121.00')).toBeVisible()
  expect((await readInvoice(page, id)).status).toBe('sent')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Void' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await pay(page, '70.50')
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  expect((await readInvoice(page, id)).status).toBe('paid')

  await payments(page)
    .getByRole('button', { name: /^Delete payment of €70\.50/ })
    .click()
  await expect(dialog(page)).toContainText('€70.50 will be due again')
  await dialog(page).getByRole('button', { name: 'Delete payment' }).click()
  await expect(toast(page, 'Payment deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeEnabled()
  expect(await readInvoice(page, id)).toMatchObject({
    status: 'sent',
    amount_due: 70.5,
    payments: [{ amount: 50.5 }],
  })
  const { invoice_number } = await readInvoice(page, id)
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
  await expect(page.getByRole('row').filter({ hasText: invoice_number })).toContainText('€121.00€70.50 due')
})

test('an amount with finer parts is refused on its field, and nothing typed is lost', async ({
  page,
  watch,
}) => {
  watch.allow(/422/)
  await signIn(page)
  await openSent(page)
  await pay(page, '12.001')
  await expect(dialog(page).getByText('Use at most 2 decimals')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Amount' })).toHaveValue('12.001')
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('lots')
  await record(page).click()
  await expect(dialog(page).getByText('Enter an amount like 120.50')).toBeVisible()
})

test('a payment whose response was lost is recorded once @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const id = await openSent(page)
  await loseNextResponse(page, /\/payments$/)
  await pay(page, '20')
  await expect(dialog(page).getByRole('alert')).toContainText('Can’t reach the server')
  await record(page).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  expect((await readInvoice(page, id)).amount_paid).toBe(20)
})

test('a session that ends while a payment is recorded is resumed above its dialog', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/401/)
  await signIn(page)
  const id = await openSent(page)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('20')
  await context.clearCookies()
  // Whatever else asks the service may open the question first.
  await record(page).dispatchEvent('click')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('textbox', { name: 'Password' }).fill('bureau-demo-2026')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  expect((await readInvoice(page, id)).amount_paid).toBe(20)
})

test('a payment that fails to be recorded keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const id = await openSent(page)
  for (const answer of Object.values(failures)) {
    await page.getByRole('button', { name: 'Record payment' }).click()
    const typed = dialog(page).getByRole('textbox', { name: 'Amount' })
    await typed.fill('20')
    await submitTwice({ page, url: /\/payments$/, answer, submit: () => record(page).click(), typed })
    await expect(dialog(page)).toBeHidden()
  }
  expect((await readInvoice(page, id)).amount_paid).toBe(60)
})

test('a payment that fails to be deleted can be deleted again, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const id = await openSent(page)
  const url = /\/api\/x\/payments\/\d+$/
  const confirm = () => dialog(page).getByRole('button', { name: 'Delete payment' }).click()
  for (const answer of [...Object.values(failures), undefined]) {
    await pay(page, '21')
    await payments(page)
      .getByRole('button', { name: /^Delete payment/ })
      .click()
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
    expect((await readInvoice(page, id)).amount_paid).toBe(0)
  }
})

test('a payment of an invoice that someone else has just paid is refused, and says what to do @main', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const id = await openSent(page)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await page.evaluate(
    async ({ id, day }) =>
      fetch(`/api/x/invoices/${id}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'if-match': '"2"' },
        body: JSON.stringify({ amount: 100, paid_on: day, method: 'card' }),
      }),
    { id, day: new Date().toISOString().slice(0, 10) },
  )
  // The page behind the dialog follows what others do.
  await expect(page.locator('#main')).toContainText('€21.00 of €121.00')
  await dialog(page)
    .getByRole('checkbox', { name: /paid €100\.00 too much/ })
    .check()
  await record(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('close this dialog, check its payments')
  expect((await readInvoice(page, id)).amount_paid).toBe(100)
})

test('a viewer sees the payments, and why they can’t change them @main', async ({ page }) => {
  await signIn(page)
  const id = await openSent(page)
  await pay(page, '21')
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await page.route(/\/api\/x\/session$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...body.data, abilities: [] } } })
  })
  await page.goto(`/invoices/${id}`)
  await expect(payments(page)).toContainText('You need the “Manage invoices” permission to change payments')
  await expect(payments(page).getByRole('button', { name: 'Record payment' })).toBeDisabled()
  await expect(payments(page).getByRole('button', { name: /^Delete payment/ })).toBeDisabled()
})

test('payments and their dialogs are accessible at every width', async ({ page }) => {
  await signIn(page)
  await openSent(page)
  await pay(page, '21')
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothColors(page)
  }
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expectAccessibleInBothColors(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await payments(page)
    .getByRole('button', { name: /^Delete payment/ })
    .click()
  await expectAccessibleInBothColors(page)
})

test('an overpayment is asked about, found among the invoices to refund, and refunded @main', async ({
  page,
}) => {
  await signIn(page)
  const id = await openSent(page)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('150')
  await expect(record(page)).toBeDisabled()
  await dialog(page)
    .getByRole('checkbox', { name: /paid €29\.00 too much/ })
    .check()
  await expectAccessible(page)
  await record(page).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(payments(page)).toContainText('To refund€29.00')
  await expect(page.getByRole('article')).toContainText('To refund€29.00')

  await page.goto('/invoices')
  await page.getByRole('tab', { name: /^To refund/ }).click()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('To refund')
  const { invoice_number } = await readInvoice(page, id)
  await expect(page.getByRole('link', { name: invoice_number })).toBeVisible()

  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Amount' })).toHaveValue('29')
  await dialog(page).getByRole('button', { name: 'Record refund' }).click()
  await expect(toast(page, 'Refund recorded')).toBeVisible()
  await expect(payments(page)).toContainText('Refund · Bank transfer')
  await expect(payments(page)).toContainText('Paid€121.00')
  await expect(page.getByRole('button', { name: 'Record refund' })).toHaveCount(0)
  expect(await readInvoice(page, id)).toMatchObject({ status: 'paid', amount_to_refund: 0 })

  await payments(page)
    .getByRole('button', { name: /^Delete refund of €29\.00/ })
    .click()
  await expect(dialog(page)).toContainText('€29.00 will be to refund')
  await dialog(page).getByRole('button', { name: 'Delete refund' }).click()
  await expect(toast(page, 'Refund deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record refund' })).toBeVisible()
})
