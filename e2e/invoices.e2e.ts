import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'

import type { InvoiceTotals } from '#contract/invoices/invoices.ts'

import { recoverFromFailures, refuse } from './faults.ts'
import {
  expect,
  expectNoSidewaysScroll,
  exportList,
  hideExtensions,
  openFilters,
  openFromMenu,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const isList = (url: URL) => url.pathname === '/api/invoices'

test('status tabs count the filtered invoices, and the totals follow @main @postgres', async ({ page }) => {
  await signIn(page)
  await openFromMenu(page, 'Invoices')
  const all = await totalsOf(page, '')
  const count = (status: string) => all.by_status.find((one) => one.status === status)?.count ?? 0
  for (const [name, status] of [
    ['Draft', 'draft'],
    ['Sent', 'sent'],
    ['Overdue', 'overdue'],
    ['Paid', 'paid'],
  ] as const)
    await expect(page.getByRole('tab', { name: `${name} ${count(status)}`, exact: true })).toBeVisible()
  await expectTotals(page, all)

  await page.getByRole('tab', { name: /^Overdue/ }).click()
  await expect(page).toHaveURL(/status=overdue/)
  await expect(page.getByText(`${count('overdue')} results`)).toBeVisible()
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(count('overdue'))
  for (const row of await rows.all()) await expect(row).toContainText(/\d+ days? overdue/)
  const overdue = await totalsOf(page, '?status=overdue')
  await expectTotals(page, overdue)
  // Some of them are paid in part.
  expect(overdue.by_currency.every((one) => one.open_amount <= one.total_amount)).toBe(true)
  expect(overdue.by_currency.some((one) => one.open_amount < one.total_amount)).toBe(true)

  await page.reload()
  await expect(page.getByRole('tab', { name: /^Overdue/ })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  await expectTotals(page, all)

  await page.getByRole('searchbox', { name: 'Search invoices' }).fill('wanjiru')
  await expect(page).toHaveURL(/search=wanjiru/)
  await expectTotals(page, await totalsOf(page, '?search=wanjiru'))
})

test('invoices are found by text, customer and period, and sorted @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  const filters = await openFilters(page)
  await filters.getByRole('combobox', { name: 'Customer' }).fill('kwame')
  await page.getByRole('option', { name: /Kwame Mensah/ }).click()
  await expect(page).toHaveURL(/customer=\d+/)
  await expect(filters).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(rowsOf(page)).toHaveCount(5)
  for (const row of await rowsOf(page).all()) await expect(row).toContainText('Kwame Mensah')

  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=total_amount/)
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
  // Until they arrive, the rows before stay.
  await expect(async () => {
    const amounts = await rowsOf(page).getByRole('cell', { name: /US\$/ }).allTextContents()
    const plain = amounts.map((text) => Number(text.replace(/[^\d.]/g, '')))
    expect(plain).toHaveLength(5)
    expect(plain).toEqual(plain.toSorted((a, b) => a - b))
  }).toPass({ timeout: 10_000 })

  await test.step('a period has a name, or is from day to day', async () => {
    await openFilters(page)
    await filters.getByRole('combobox', { name: 'Due' }).selectOption('Last year')
    await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Due last year', exact: true }).click()
    await filters.getByRole('combobox', { name: 'Due' }).selectOption('Custom period…')
    await page.getByLabel('Due from', { exact: true }).fill('01/12/2025')
    await page.getByLabel('Due to', { exact: true }).fill('31/12/2030')
    await expect(page).toHaveURL(/from=2025-12-01&to=2030-12-31/)
    await page.keyboard.press('Escape')
    await expect(rowsOf(page)).toHaveCount(5)
    await page.reload()
    await page.getByRole('button', { name: 'Due 1 Dec 2025 – 31 Dec 2030', exact: true }).click()
    await expect(page.getByLabel('Due to', { exact: true })).toHaveValue('31/12/2030')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove Due 1 Dec 2025 – 31 Dec 2030' }).click()
    await expect(page).not.toHaveURL(/from=/)
  })

  await test.step('chips remove the other filters', async () => {
    await page.getByRole('button', { name: /^Remove Kwame Mensah/ }).click()
    await expect(page.getByText(/^[\d,]+ invoices$/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('r-20417')
    await expect(page.getByText('1 result')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('no such thing')
    await expect(page.getByRole('heading', { name: 'No matching invoices' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText(/^[\d,]+ invoices$/)).toBeVisible()
  })
})

test('filtered invoices are exported as data: a decimal amount, its currency and ISO dates @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices?sort=invoice_number')
  const { by_status } = await totalsOf(page, '')
  const count = by_status.reduce((sum, one) => sum + one.count, 0)
  const lines = (await exportList(page)).text.trimEnd().split('\r\n')
  const first = lines.find((line) => line.includes(',INV-'))
  expect(lines[0]).toBe(
    '\uFEFFid,invoice_number,status,customer_id,customer_name,customer_email,currency,total_amount,amount_paid,amount_credited,amount_due,amount_to_refund,issued_on,due_date,created_at,updated_at',
  )
  expect(lines).toHaveLength(count + 1)
  expect(first).toMatch(
    /^\d+,INV-\d{4}-0001,[a-z]+,\d+,.*,[A-Z]{3},(?:[\d.]+,){5}(?:\d{4}-\d\d-\d\d,){2}\d{4}-\d\d-\d\dT[\d:]+Z,/,
  )
})

test('taxes, payments and credit notes of a period are exported for the books', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Bookkeeping…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export for bookkeeping' })
  await dialog.getByRole('radio', { name: 'Payments' }).check()
  await dialog.getByRole('textbox', { name: 'From' }).fill('31/12/2026')
  await dialog.getByRole('textbox', { name: 'To' }).fill('01/01/2026')
  await expect(dialog.getByText('Before 31 Dec 2026')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'From' }).fill('01/01/2026')
  await dialog.getByRole('textbox', { name: 'To' }).fill('31/12/2026')
  const { name, text } = await exportList(page, dialog)
  expect(name).toMatch(/^payments-/)
  const [header, ...rows] = text.trimEnd().split('\r\n')
  expect(header).toContain('paid_on')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatch(/,2026-\d\d-\d\d,/)
  await expect(page.getByText(`Exported ${rows.length} payments`)).toBeVisible()
})

test('the invoices of a period are exported as PDFs, and without any the reason is told', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/invoices')
  const open = async (from: string, to: string) => {
    await page.getByRole('button', { name: 'Bookkeeping…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export for bookkeeping' })
    await dialog.getByRole('radio', { name: 'Invoices as PDFs' }).check()
    await dialog.getByRole('textbox', { name: 'From' }).fill(from)
    await dialog.getByRole('textbox', { name: 'To' }).fill(to)
    return dialog.getByRole('button', { name: 'Export' })
  }
  const before = await open('01/01/2001', '31/01/2001')
  await before.click()
  await expect(page.getByText('No issued invoices match.')).toBeVisible()
  const lately = await open('01/10/2026', '31/10/2026')
  // All of their PDFs are made first.
  const [saved] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), lately.click()])
  const names = Object.keys(unzipSync(await readFile(await saved.path())))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(/^INV-.*\.pdf$/)
  await expect(page.getByText(`Exported ${names.length} invoice`)).toBeVisible()
})

test('a rejected filter is explained, and shows the error on its control', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/invoices?from=soon&to=2026-12-31')
  await expect(page.getByText('due_from must be a date, YYYY-MM-DD')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText(/^[\d,]+ invoices$/)).toBeVisible()
  await page.goto('/invoices?status=lost')
  await expect(
    page.getByText('status must be one of draft, sent, paid, overdue, void, credited, outstanding'),
  ).toBeVisible()

  await page.route(isList, refuse({ customer_id: 'customer_id is of another account' }))
  await page.goto('/invoices?customer=7')
  await expect(page.getByText('customer_id is of another account')).toBeVisible()
  const filters = await openFilters(page)
  await expect(filters.getByRole('combobox', { name: 'Customer' })).toHaveAccessibleDescription(
    'customer_id is of another account',
  )
})

test('totals of a service without our extensions are computed page by page', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/invoices')
  await expect(page.getByRole('tab', { name: 'Paid', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('On this page')
  await page.goto('/invoices/3')
  await expect(page.getByRole('article')).toBeVisible()
})

test('an account without invoices and a page past the end have their own empty states', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices?page=99')
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to first page' }).click()
  await expect(rowsOf(page)).toHaveCount(25)
  await page.route(isList, (route) =>
    route.fulfill({
      json: { data: [], meta: { total: 0, page: 1, limit: 25 }, timestamp: '2026-01-01T00:00:00Z' },
    }),
  )
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
})

test('the invoices show an error and recover, whatever fails', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const open = () => page.goto('/invoices?search=r-20417')
  const isShown = () => expect(page.getByText('1 result')).toBeVisible()
  await recoverFromFailures({ page, url: isList, open, isShown })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing overflows', async ({ page }) => {
    await startSession(page)
    await page.goto('/invoices?from=2025-01-01')
    await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto('/invoices/1')
    await expect(page.getByRole('article')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto('/invoices?open=1')
    await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('tabs beyond the edge are announced by a fade until they are scrolled to', async ({ page }) => {
    await startSession(page)
    await page.goto('/invoices')
    const tabs = page.getByRole('tablist', { name: 'Status' })
    await expect(tabs).toHaveAttribute('data-more', 'end')
    await expect(tabs).toHaveCSS('mask-image', /linear-gradient/)
    await tabs.evaluate((list) => (list.scrollLeft = list.scrollWidth))
    await expect(tabs).toHaveAttribute('data-more', 'start')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(tabs).toHaveAttribute('data-more', '')
    await expect(tabs).toHaveCSS('mask-image', 'none')
  })

  test('the totals come after the rows and cover none of them', async ({ page }) => {
    await startSession(page)
    await page.goto('/invoices')
    const totals = page.getByRole('region', { name: 'Totals' })
    await expect(totals).toBeAttached()
    const list = await page.getByRole('region', { name: 'Invoices' }).boundingBox()
    expect((await totals.boundingBox())?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0))
    await expect(totals).not.toBeInViewport()
  })

  test('a row says in full how late an invoice is', async ({ page }) => {
    await startSession(page)
    await page.goto('/invoices?status=overdue')
    const late = page.getByRole('listitem').getByText(/^[\d,]+ days?$/)
    await expect(late.first()).toBeVisible()
    const cut = await late.evaluateAll(
      (all) =>
        all.filter((one) => {
          const row = one.closest('[data-index]')?.querySelector('[class*=phoneText]')
          return one.getBoundingClientRect().right > (row?.getBoundingClientRect().right ?? 0)
        }).length,
    )
    expect(cut).toBe(0)
  })
})

test('a period that ends before it starts shows an error and isn’t applied', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  const filters = await openFilters(page)
  await filters.getByRole('combobox', { name: 'Issued' }).selectOption('Custom period…')
  await page.getByLabel('Issued from', { exact: true }).fill('31/12/2026')
  await expect(page).toHaveURL(/issuedFrom=2026-12-31/)
  await page.getByLabel('Issued to', { exact: true }).fill('01/12/2026')
  await expect(page.getByText('Before 31 Dec 2026')).toBeVisible()
  await expect(page).not.toHaveURL(/issuedTo/)
})

test('invoices are filtered by currency, amount and issue date @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  const filters = await openFilters(page)
  await page.getByLabel('Currency').selectOption('USD')
  await page.getByLabel('At least').fill('1,000')
  await page.getByLabel('At most').fill('500')
  await page.getByLabel('At most').press('Enter')
  await expect(page.getByText('500 is less than 1000')).toBeVisible()
  await page.getByLabel('At most').fill('5000')
  await page.getByLabel('At most').press('Enter')
  await expect(page).toHaveURL(/currency=USD&amountFrom=.*1000.*&amountTo=.*5000/)
  await expect(page.getByRole('button', { name: 'Amount: USD, 1000–5000', exact: true })).toBeVisible()
  const totals = await totalsOf(page, '?currency=USD&amount_from=1000&amount_to=5000')
  expect(totals.by_currency.map(({ currency }) => currency)).toEqual(['USD'])
  const count = totals.by_status.reduce((sum, one) => sum + one.count, 0)
  await expect(page.getByText(`${count} results`)).toBeVisible()
  for (const row of await rowsOf(page).all()) await expect(row).toContainText(/US\$[1-4],\d{3}\.\d\d/)
  await filters.getByRole('combobox', { name: 'Issued' }).selectOption('This year')
  await expect(page).toHaveURL(/issuedFrom=\d{4}-01-01&issuedTo=\d{4}-12-31/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText(/^[\d,]+ invoices$/)).toBeVisible()
})

test('everything outstanding is one tab, oldest due date first @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  await page.getByRole('tab', { name: /^Outstanding/ }).click()
  const { by_currency } = await totalsOf(page, '?status=outstanding')
  const count = by_currency.reduce((sum, one) => sum + one.count, 0)
  await expect(page.getByRole('tab', { name: `Outstanding ${count}`, exact: true })).toBeVisible()
  await expect(page.getByText(`${count} results`)).toBeVisible()
  for (const status of ['Outstanding', 'Overdue']) {
    await page.getByRole('tab', { name: new RegExp(`^${status}`) }).click()
    await expect(page.getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending')
  }
  await page.getByRole('tab', { name: /^Paid/ }).click()
  await expect(page.getByRole('columnheader', { name: 'Issued' })).toHaveAttribute('aria-sort', 'descending')
  // What is paid is not due.
  await expect(rowsOf(page).first().getByRole('cell').nth(4)).toHaveText('')
})

test('selected invoices are exported, and so are all that match', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices?status=paid')
  const bar = page.getByRole('region', { name: 'Selection' })
  const rowsIn = async () => (await exportList(page, bar)).text.trim().split('\r\n').length - 1
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar).toContainText('25 invoices selected')
  const [above, totals] = [
    await bar.boundingBox(),
    await page.getByRole('region', { name: 'Totals' }).boundingBox(),
  ]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(totals?.y ?? 0)
  expect(await rowsIn()).toBe(25)
  await bar.getByRole('button', { name: /^Select all \d+ matching$/ }).click()
  const all = Number(/All (\d+) invoices selected/.exec(await bar.innerText())?.[1])
  expect(all).toBeGreaterThan(25)
  expect(await rowsIn()).toBe(all)
  // It stays for as long as the pointer is over it, and the pager is below.
  await expect(page.getByText(`Exported ${all} invoices`)).toBeHidden()
  await page.getByRole('button', { name: 'next page' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
  await page.getByRole('tab', { name: /^Overdue/ }).click()
  await expect(bar).toBeHidden()
})

for (const width of [1024, 1440])
  test(`amounts aren’t cut off at a width of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 })
    await startSession(page)
    await page.goto('/invoices')
    for (const cell of (await rowsOf(page).getByRole('cell').all())
      .filter((_, index) => index % 6 === 5)
      .slice(0, 5)) {
      const isWhole = await cell.evaluate((td) => {
        const box = td.closest('[role=region]')?.getBoundingClientRect()
        return (
          td.scrollWidth <= td.clientWidth &&
          td.getBoundingClientRect().right <= (box?.right ?? innerWidth) + 1
        )
      })
      expect(isWhole).toBe(true)
    }
  })

const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Invoices', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

async function totalsOf(page: Page, query: string): Promise<InvoiceTotals> {
  const answer = await page.request.get(`/api/x/invoice-totals${query}`)
  return ((await answer.json()) as { data: InvoiceTotals }).data
}

async function expectTotals(page: Page, { by_currency }: InvoiceTotals): Promise<void> {
  const strip = page.getByRole('region', { name: 'Totals' })
  for (const { currency, count, total_amount, open_amount } of by_currency) {
    const row = strip.getByRole('row', { name: currency })
    await expect(row.getByRole('cell').first()).toHaveText(String(count))
    for (const amount of [total_amount, open_amount])
      await expect(row).toContainText(
        new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount),
      )
  }
}
