import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { failNextWrite, failures, loseNextResponse, submitDespiteFailures } from './faults.ts'
import { allowOnly, expect, expectAccessible, provoked, signIn, startSession, test } from './fixtures.ts'
import { makeDraft, openDraft, readInvoice } from './invoice-fixtures.ts'
import { demoCustomer, enterPortal, grant, send } from './portal-fixtures.ts'

const write = /\/api\/x\/company$/
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const saved = (page: Page) => expect(page.getByText('Company saved')).toBeVisible()

async function open(page: Page) {
  await page.goto('/settings/company')
  await expect(field(page, 'Company name')).toBeVisible()
}

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#115e59' } })
    .png()
    .toBuffer()

test('what the settings say is on the next invoice, and what was sent before stays as it was @main', async ({
  page,
}) => {
  await signIn(page)
  const sent = await makeDraft(page)
  const url = `/api/x/invoices/${sent}/send`
  await page.evaluate((address) => fetch(address, { method: 'POST', headers: { 'if-match': '"1"' } }), url)
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Company' }).click()

  await test.step('mistakes are shown at their inputs before anything is sent', async () => {
    await field(page, 'Number format').fill('INV-{year}')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Add {number}, so that every invoice gets its own number')).toBeVisible()
    await expect(field(page, 'Number format')).toBeFocused()
  })

  await test.step('the number format shows an example while it is typed', async () => {
    await field(page, 'Number format').fill('R{year}/{number:5}')
    await expect(page.getByText(/Example: R\d{4}\/\d{5}\./)).toBeVisible()
  })

  await field(page, 'Address').fill('12 Quayside Row\nBristol BS1 6XN')
  await field(page, 'Tax number').fill('GB 123 4567 89')
  await field(page, 'Bank details').fill('IBAN GB33 BUKB 2020 1555 5555 55')
  await field(page, 'Footer').fill('Registered in England')
  await page.getByRole('combobox', { name: 'Payment terms' }).selectOption('14')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('GBP')
  await field(page, 'Tax rate (%)').fill('20')
  await page.keyboard.press('Control+Enter')
  await saved(page)
  await expect(page.getByText('No changes')).toBeVisible()

  await test.step('a new service starts with the currency and the tax rate', async () => {
    await page.goto('/services/new')
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP')
    await expect(field(page, /^Tax rate/)).toHaveValue('20')
  })

  await test.step('a new invoice starts with the defaults', async () => {
    await page.goto('/invoices/new')
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP')
    await expect(page.getByRole('combobox', { name: 'Payment terms' })).toHaveValue('14')
    await expect(page.locator('input[data-cell="tax"]').first()).toHaveValue('20')
  })

  const sheet = page.getByRole('article')
  await test.step('a draft states the company', async () => {
    await openDraft(page)
    await page.goto(page.url().replace(/\/edit$/, ''))
    for (const text of ['12 Quayside Row', 'GB 123 4567 89', 'IBAN GB33', 'Registered in England'])
      await expect(sheet).toContainText(text)
  })

  await page.goto(`/invoices/${sent}`)
  await expect(sheet).toContainText('INV-')
  await expect(sheet).not.toContainText('12 Quayside Row')
})

test('a logo is uploaded, shown on invoices, replaced and removed', async ({ page, watch }) => {
  watch.allow(/422/)
  await signIn(page)
  const draft = await makeDraft(page)
  await open(page)
  const chooser = page.locator('input[type=file]').first()

  await test.step('what isn’t an image is refused where it was chosen', async () => {
    await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('Choose a PNG, JPEG, WebP or GIF image.')).toBeVisible()
    const broken = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: broken })
    await expect(page.getByText('The logo can’t be read as an image')).toBeVisible()
  })

  await field(page, 'Footer').fill('Typed before the logo')
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await image(300, 100) })
  await expect(page.getByText('Logo saved')).toBeVisible()
  const logo = page.getByRole('img', { name: 'Your logo' })
  await expect(logo).toHaveJSProperty('naturalWidth', 300)
  await expect(field(page, 'Footer')).toHaveValue('Typed before the logo')
  await expectAccessible(page)
  await save(page)
  await saved(page)

  await page.goto(`/invoices/${draft}`)
  await expect(page.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 300)

  await open(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Logo removed')).toBeVisible()
  await expect(logo).toHaveCount(0)
})

test('a logo that fails to be uploaded says so where it was chosen, and the next attempt saves it', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await open(page)
  const chooser = page.locator('input[type=file]').first()
  const choose = async (width: number) =>
    chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await image(width, 100) })
  for (const [index, [title, answer]] of Object.entries(failures).entries()) {
    await test.step(title, async () => {
      await field(page, 'Footer').fill(`Typed before ${title}`)
      await failNextWrite(page, /\/api\/x\/company\/logo$/, answer)
      await choose(301 + index)
      const problem = page.getByText(/went wrong on our end|server error|can’t reach the server/i)
      await expect(problem.first()).toBeVisible()
      await choose(301 + index)
      await expect(page.getByRole('img', { name: 'Your logo' })).toHaveJSProperty('naturalWidth', 301 + index)
      await expect(problem).toHaveCount(0)
      await expect(field(page, 'Footer')).toHaveValue(`Typed before ${title}`)
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})

test('two people who edit the company see both versions, and other tabs follow what was saved', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const other = await page.context().newPage()
  const idle = await page.context().newPage()
  for (const tab of [page, other, idle]) await open(tab)
  await field(page, 'Footer').fill('Mine')
  await field(page, 'Tax number').fill('MINE 1')
  await field(other, 'Tax number').fill('THEIRS 2')
  await field(other, 'Company name').fill('Harbor & Finch Ltd')
  await save(other)
  await saved(other)

  await test.step('an open tab without edits shows the new values and the new name of the account', async () => {
    await expect(field(idle, 'Tax number')).toHaveValue('THEIRS 2')
    await expect(idle.getByRole('button', { name: /Harbor & Finch Ltd/ }).first()).toBeVisible()
  })

  await save(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else changed this company' })
  await expect(alert).toBeFocused()
  await expect(alert).toContainText('MINE 1')
  await expect(alert).toContainText('THEIRS 2')
  await expect(alert).toContainText('They also changed: Company name.')
  await expectAccessible(page)
  await alert.getByText('Use theirs').click()
  await save(page)
  await saved(page)
  await expect(field(page, 'Footer')).toHaveValue('Mine')
  await expect(field(page, 'Tax number')).toHaveValue('THEIRS 2')
})

test('a save whose response was lost is done once, when it is sent again', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await open(page)
  await field(page, 'Footer').fill('Lost and found')
  await loseNextResponse(page, write)
  await save(page)
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await save(page)
  await saved(page)
  await expect(field(page, 'Footer')).toHaveValue('Lost and found')
})

test('company settings that fail to be saved keep what was typed, whatever failed', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await open(page)
  const typed = field(page, 'Footer')
  await typed.fill('After failures')
  await submitDespiteFailures({ page, url: write, submit: () => save(page), typed })
  await saved(page)
})

test('unsaved changes are asked about, kept as a draft and offered again', async ({ page }) => {
  await startSession(page)
  await open(page)
  await field(page, 'Bank details').fill('Half-finished')
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await open(page)
  const draft = page.getByRole('region', { name: 'Unsaved draft' })
  await expect(draft).toContainText('Unsaved changes to this company')
  await draft.getByRole('button', { name: 'Resume draft' }).click()
  await expect(field(page, 'Bank details')).toHaveValue('Half-finished')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
})

test('the account’s days follow its time zone, not the browser’s', async ({ page }) => {
  await startSession(page)
  await open(page)
  await page.getByRole('combobox', { name: 'Time zone' }).fill('kiritimati')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  await save(page)
  await saved(page)
  const today = new Date(Date.now() + 14 * 60 * 60_000)
  const due = new Date(today.getTime() + 30 * 24 * 60 * 60_000)
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Payment terms' }).selectOption('30')
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(due)
  await expect(page.getByText(`Due ${text} if sent today`)).toBeVisible()
})

test('without the permission to manage settings, the page says why it’s locked', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/settings/company')
  await expect(page.getByRole('heading', { name: 'You don’t have access to company' })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await expect(pages.getByRole('link', { name: 'Company' })).toHaveCount(0)
})

test('an invoice links to the online payment of its number and amount, in the dashboard and in the portal', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  await open(page)
  await field(page, 'Online payment').fill('http://pay.example/{number}')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Enter a web address that begins with https://')).toBeVisible()
  await field(page, 'Online payment').fill('https://pay.example/{number}?amount={amount}')
  await page.keyboard.press('Control+Enter')
  await saved(page)

  const customer = await demoCustomer(page)
  const id = await makeDraft(page, { customer_id: customer })
  await send(page, `/api/x/invoices/${id}/send`, {}, 1)
  const { invoice_number } = await readInvoice(page, id)
  const address = `https://pay.example/${encodeURIComponent(invoice_number)}?amount=121.00`
  await page.goto(`/invoices/${id}`)
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('link', { name: 'Pay online' })).toHaveAttribute('href', address)

  await grant(page, customer, ['view-invoice'])
  const portal = await enterPortal(page, browser, service.url, customer)
  await portal.goto(`/portal/invoices/${id}`)
  await expect(portal.getByRole('link', { name: 'Pay €121.00 online' })).toHaveAttribute('href', address)
  await portal.context().close()
})
