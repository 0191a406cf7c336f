import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

import type { Invoice } from '#contract/invoices/invoices.ts'

import { expect, provoked, signIn, startSession, test } from './fixtures.ts'
import { readInvoice } from './invoice-fixtures.ts'

const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Invoices', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('an invoice opens beside the list and on its own page, and links to its customer @main', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked, /Not found/)
  await startSession(page)
  await page.goto('/invoices?search=r-20417')
  await rowsOf(page).getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Invoice R-20417' })
  await expect(drawer).toContainText(/Line items add up to .+, but the total is .+\./)
  await expect(drawer.getByRole('row')).not.toHaveCount(0)
  await page.reload()
  await expect(drawer.getByRole('article')).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page.goForward()
  await drawer.getByRole('link', { name: 'Open page' }).click()

  await expect(page.getByRole('heading', { name: 'Invoice R-20417', level: 1 })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Line items add up to')
  const customer = page.getByRole('article').getByRole('link')
  await expect(
    page
      .getByRole('complementary', { name: 'Customer' })
      .getByRole('heading', { name: 'Other open invoices' }),
  ).toBeVisible()
  const name = (await customer.textContent()) ?? ''
  await customer.click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.goto('/invoices/4242424')
  await expect(page.getByRole('heading', { name: /not found/ })).toBeVisible()
  await page.goto('/invoices/newest')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/invoices?open=4242424')
  await expect(page.getByRole('dialog').getByRole('heading', { name: /not found/ })).toBeVisible()
})

test('the payment code on the sheet says what is due and to whom', async ({ page }) => {
  await startSession(page)
  const listed = await page.request.get('/api/invoices?status=sent&limit=100')
  const { data } = (await listed.json()) as { data: Invoice[] }
  const { id = 0 } = data.find(({ currency }) => currency === 'EUR') ?? {}
  const { invoice_number, amount_due, sender } = await readInvoice(page, id)
  await page.goto(`/invoices/${id}`)
  const code = page.getByRole('img', { name: 'Scan to pay with your banking app' })
  const image = sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
  const { data: pixels, info } = await image.toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(pixels), info.width, info.height)
  expect(read?.data.split('\n')).toEqual(
    expect.arrayContaining([sender.name, `EUR${amount_due.toFixed(2)}`, invoice_number]),
  )
})

for (const [format, width, height] of [
  ['A4', 595, 842],
  ['Letter', 612, 792],
] as const) {
  test(`on ${format} only the invoice itself is printed`, async ({ page }) => {
    await startSession(page)
    await page.goto('/invoices/1')
    const sheet = page.getByRole('article')
    await expect(sheet).toBeVisible()
    expect(pagesOf(await page.pdf({ format }))).toEqual([{ width, height }])

    await page.route('**/api/x/invoices/1', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: Invoice }
      const line_items = Array.from({ length: 60 }, (_, index) => ({
        id: index + 1,
        description: `Line ${index + 1}, which goes on for as long as lines of an invoice sometimes do and then some`,
        quantity: 1.5,
        unit_price: 1200,
        total: 1800,
      }))
      await route.fulfill({ json: { data: { ...data, status: 'sent', line_items } } })
    })
    await page.reload()
    await expect(sheet.getByRole('row')).toHaveCount(61)
    await expect(page.getByRole('note')).toBeVisible()
    expect(pagesOf(await page.pdf({ format })).length).toBeGreaterThan(2)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const screen of [
      page.getByRole('banner').first(),
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('note'),
      page.getByRole('button'),
    ])
      await expect(screen).toBeHidden()
    for (const text of ['Harbor & Finch Studio', 'Billed to', 'Issued', 'Due', 'Unit price', 'Total'])
      await expect(sheet.getByText(text, { exact: text !== 'Total' }).first()).toBeVisible()
    const paint = await sheet.evaluate((article) => {
      const { color, backgroundColor } = getComputedStyle(article)
      return { color, backgroundColor }
    })
    expect(paint).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
  })
}

test('an invoice’s page links back to the list as it was, and to the previous and next one', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices?status=overdue&sort=due_date')
  await rowsOf(page).nth(1).getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: /^Invoice / })
  await drawer.getByRole('link', { name: 'Open page' }).click()
  const second = await page.getByRole('heading', { level: 1 }).innerText()
  const steps = page.getByRole('navigation', { name: 'Invoice navigation' })
  await expect(steps).toContainText(/^2 of \d+/)
  await steps.getByRole('button', { name: 'Previous invoice' }).click()
  await expect(steps).toContainText(/^1 of \d+/)
  await expect(steps.getByRole('button', { name: 'Previous invoice' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL(/\/invoices\?status=overdue&sort=due_date$/)
  await expect(page.getByRole('tab', { name: /^Overdue/ })).toHaveAttribute('aria-selected', 'true')
})

test('the list stays usable beside an open invoice, and J and K move through it', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  await expect(rowsOf(page)).toHaveCount(25)
  const numbers = await rowsOf(page).getByRole('link', { name: /INV-/ }).allInnerTexts()
  await rowsOf(page).getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: `Invoice ${numbers[0]}` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: `Invoice ${numbers[1]}` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog', { name: `Invoice ${numbers[0]}` })).toBeVisible()
  await page.getByRole('tab', { name: /^Outstanding/ }).click()
  await expect(page).toHaveURL(/status=outstanding/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a question about the invoice beside the list is closed without closing the invoice', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices?status=sent')
  await rowsOf(page).first().getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: /^Invoice / })
  const title = await drawer.getByRole('heading', { level: 2 }).first().innerText()
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  const question = page.getByRole('dialog', { name: /payment/i })
  await question.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('j')
  await expect(drawer.getByRole('heading', { level: 2 }).first()).toHaveText(title)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(drawer).toBeVisible()
})

test('one click prints the invoice, also from beside the list', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', '')
  })
  await startSession(page)
  await page.goto('/invoices?open=1')
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  for (const other of [
    page.getByRole('heading', { name: 'Invoices' }),
    page.getByRole('button', { name: 'Print' }),
  ])
    await expect(other).toBeHidden()
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toHaveLength(1)
})

/** Sizes of a PDF's pages in points. */
function pagesOf(pdf: Buffer): { width: number; height: number }[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => ({
    width: Math.floor(Number(width)),
    height: Math.floor(Number(height)),
  }))
}

test('j and k walk past the end of a page beside the list', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices?size=3')
  const third = rowsOf(page).nth(2).getByRole('link').first()
  const last = await third.innerText()
  await third.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: `Invoice ${last}` }).first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Next invoice' })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/page=2/)
  await expect(drawer.getByRole('heading', { name: `Invoice ${last}` })).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'Previous invoice' })).toBeEnabled()
  await page.keyboard.press('k')
  await expect(page).not.toHaveURL(/page=2/)
  await expect(drawer.getByRole('heading', { name: `Invoice ${last}` }).first()).toBeVisible()
})

test('an invoice that failed to load can be retried', async ({ page, watch }) => {
  watch.allow(/503/)
  await signIn(page)
  let isDown = true
  await page.route('**/api/x/invoices/3', (route) =>
    isDown
      ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Down</h1>' })
      : route.continue(),
  )
  await page.goto('/invoices/3')
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice /, level: 1 })).toBeVisible()
})
