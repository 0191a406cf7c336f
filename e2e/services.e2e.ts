import type { Page, Route } from '@playwright/test'

import { failures, recoverFromFailures, refuse } from './faults.ts'
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

const isList = (url: URL) => url.pathname === '/api/services/'

test('the catalog is filtered step by step, and the URL keeps the filters @main @postgres', async ({
  page,
}) => {
  await signIn(page)
  await openFromMenu(page, 'Services')
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()
  await expect(entry(page, 'Graphic design')).toBeVisible()
  // Digits are compared in a column of their own.
  for (const cell of ['€85.00', 'hour', '21%'])
    await expect(
      page.getByRole('row', { name: /Graphic design/ }).getByRole('cell', { name: cell, exact: true }),
    ).toBeVisible()

  const panel = await openFilters(page)
  await panel.getByRole('combobox', { name: 'Type' }).selectOption('Service')
  await expect(page.getByText('19 results')).toBeVisible()
  await panel.getByRole('combobox', { name: 'Category' }).selectOption('Marketing (4)')
  await expect(page.getByText('4 results')).toBeVisible()
  await panel.getByRole('combobox', { name: 'Status' }).selectOption('Inactive')
  await expect(page.getByText('1 result')).toBeVisible()
  await expect(page.getByRole('row', { name: /Social media plan/ })).toContainText('Inactive')

  await test.step('a reload and going back keep the filters', async () => {
    await page.reload()
    await expect(page.getByText('1 result')).toBeVisible()
    await openFilters(page)
    await expect(panel.getByRole('combobox', { name: 'Category' })).toHaveValue('Marketing')
    await page.goBack()
    await expect(page.getByText('4 results')).toBeVisible()
    await expect(panel.getByRole('combobox', { name: 'Status' })).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('every filter has a chip that removes it', async () => {
    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Remove Category: Marketing' }).click()
    await expect(page.getByText('19 results')).toBeVisible()
    await filters.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByText('30 items', { exact: true })).toBeVisible()
  })

  await test.step('tags match services with any of them', async () => {
    await openFilters(page)
    const tags = panel.getByRole('checkbox', { name: /^(book|stationery) / })
    await expect(tags).toHaveCount(2)
    // Both before the next drawing: the second does not take the first away.
    await tags.evaluateAll((boxes) => {
      for (const box of boxes) (box as HTMLElement).click()
    })
    await expect(page.getByText('4 results')).toBeVisible()
    await expect(page).toHaveURL(/tags=book%2Cstationery/)
    await expect(page.getByRole('button', { name: 'Tags: book or stationery', exact: true })).toBeVisible()
    await panel.getByRole('checkbox', { name: /^stationery/ }).uncheck()
    await expect(page.getByText('1 result')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(entry(page, 'Booklet, 24 pages')).toBeVisible()
  })

  await test.step('a filter without matches says so and offers to clear it', async () => {
    await page.getByRole('searchbox', { name: 'Search services' }).fill('zeppelin')
    await expect(page.getByRole('heading', { name: 'No matching services' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText('30 items', { exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('')
  })
})

test('filter options may load late', async ({ page }) => {
  await signIn(page)
  const held: Route[] = []
  await page.route('**/api/x/service-facets', (route) => void held.push(route))
  await page.goto('/services?category=Print')
  await expect(page.getByText('6 results')).toBeVisible()
  const category = (await openFilters(page)).getByRole('combobox', { name: 'Category' })
  await expect(category).toHaveValue('Print')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  for (const route of held) await route.continue()
  await category.selectOption('Marketing (4)')
  await expect(page.getByText('4 results')).toBeVisible()
})

test('the catalog can be shown as cards', async ({ page }) => {
  await startSession(page)
  await page.goto('/services')
  await page.getByRole('radio', { name: 'Table' }).press('ArrowRight')
  await expect(page).toHaveURL(/view=cards/)
  const cards = page.getByRole('list', { name: 'Services and products' }).getByRole('listitem')
  await expect(cards).toHaveCount(25)
  await expect(cards.filter({ hasText: 'Drone pictures' })).toContainText('Inactive')
  await page.getByRole('button', { name: 'next page' }).click()
  await expect(cards).toHaveCount(5)
  await cards.getByRole('link', { name: 'Neon sign' }).click()
  await expect(page.getByRole('dialog', { name: 'Neon sign' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cards).toHaveCount(5)
})

test('a service opens in a drawer with its own URL and computes the cost of a quantity @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services')
  await entry(page, 'Brand workshop').click()
  const drawer = page.getByRole('dialog', { name: 'Brand workshop' })
  await expect(drawer).toContainText('What to bring')
  await expect(page).toHaveURL(/open=1/)
  await page.goBack()
  await expect(drawer).toBeHidden()

  await page.goto('/services?category=Design&open=5')
  const illustration = page.getByRole('dialog', { name: 'Illustration' })
  const quantity = illustration.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('2,5')
  for (const sum of ['€237.50', '€49.88', '€287.38']) await expect(illustration).toContainText(sum)
  await quantity.fill('many')
  await expect(illustration.getByText('Enter a quantity, like 3 or 1.5')).toBeVisible()
  await illustration.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/category=Design$/)

  await test.step('a currency without decimals shows none', async () => {
    await page.goto('/services?open=30')
    const cards = page.getByRole('dialog', { name: '和紙名刺 100枚' })
    await cards.getByRole('textbox', { name: 'Quantity' }).fill('3')
    for (const sum of ['JP¥18,500 / 箱', 'JP¥55,500', 'JP¥5,550', 'JP¥61,050'])
      await expect(cards).toContainText(sum)
  })
})

test('a missing service shows an error beside the list @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/services?open=4242')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Service not found' })).toBeVisible()
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()
})

test('filtered services are exported as data, with separate price, unit and tax', async ({ page }) => {
  await startSession(page)
  await page.goto('/services?category=Print')
  await expect(page.getByText('6 results')).toBeVisible()
  const lines = (await exportList(page)).text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[0]).toBe(
    '\uFEFFid,name,description,type,category,currency,price,unit,billing_type,tax_rate,is_active,tags,created_at,updated_at',
  )
  expect(lines.join('\n')).toMatch(
    /^\d+,"Business cards, 250",.*,product,Print,EUR,96\.00,box,fixed,21,true,/m,
  )
  await expect(page.getByText('Exported 6 services')).toBeVisible()
})

test('a rejected filter is explained, and shows the error on its control', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/services?type=bundle')
  await expect(page.getByText('type must be service or product')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()

  await page.route(
    isList,
    refuse({ category: 'category is unknown', limit: 'limit must be between 1 and 10' }),
  )
  const category = (await openFilters(page)).getByRole('combobox', { name: 'Category' })
  await category.selectOption('Web (4)')
  await expect(category).toHaveAccessibleDescription('category is unknown')
  await expect(page.getByText('category is unknown. limit must be between 1 and 10')).toBeVisible()
})

test('services of a backend without our extensions are searched through its list', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/services?open=28')
  await expect(page.getByRole('dialog', { name: 'Font licence, desktop' })).toContainText('US$149.00 / year')
  await page.getByRole('button', { name: 'Close' }).click()
  const filters = await openFilters(page)
  await filters.getByRole('textbox', { name: 'Category' }).fill('Signs')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 results')).toBeVisible()
  await filters.getByRole('textbox', { name: 'Tags' }).fill('on site, design')
  await page.keyboard.press('Enter')
  await expect(filters.getByRole('textbox', { name: 'Tags' })).toHaveValue('on site,design')
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(page.getByText('1 result')).toBeVisible()
})

test('an empty catalog has its own empty state', async ({ page }) => {
  await signIn(page)
  await page.route(isList, (route) =>
    route.fulfill({
      json: {
        data: [],
        meta: { total: 0, page: 1, limit: 25, total_pages: 0 },
        timestamp: '2026-01-01T00:00:00Z',
      },
    }),
  )
  await page.goto('/services')
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
})

const badReads = {
  ...failures,
  'an answer that is none': (route: Route) => route.fulfill({ json: { data: 'soon' } }),
}

test('the catalog shows an error and recovers, whatever fails', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const open = () => page.goto('/services?category=Web')
  const isShown = () => expect(page.getByText('4 results')).toBeVisible()
  await recoverFromFailures({ page, url: isList, answers: badReads, open, isShown }, (what) =>
    expect(page.getByRole('heading', { level: 2 })).toHaveText(
      what === 'a lost connection' ? 'No connection' : 'Something went wrong',
    ),
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing overflows', async ({ page }) => {
    await signIn(page)
    for (const path of ['/services', '/services?view=cards&compare=1,2', '/services/compare?ids=1,2,3,30']) {
      await page.goto(path)
      await expect(page.getByText('Brand workshop')).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.goto('/services?open=1')
    await expect(page.getByRole('dialog', { name: 'Brand workshop' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test('the catalog is sorted by name and price, and the URL keeps the sort @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/services')
  const names = () =>
    page.getByRole('region', { name: 'Services and products' }).getByRole('link').allInnerTexts()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await expect
    .poll(async () => {
      const shown = await names()
      return shown.join() === shown.toSorted(new Intl.Collator('en').compare).join()
    })
    .toBe(true)
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-price/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
})

test('filter options count the services left by the other filters, but not during a search', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services?type=product')
  const category = (await openFilters(page)).getByRole('combobox', { name: 'Category' })
  await expect(category.getByRole('option', { name: /^Print \(\d+\)$/ })).toHaveCount(1)
  await expect(category.getByRole('option', { name: /^Marketing/ })).toHaveCount(0)
  await page.goto('/services?search=zzz')
  await expect(page.getByRole('heading', { name: 'No matching services' })).toBeVisible()
  await openFilters(page)
  await expect(category.getByRole('option', { name: 'Marketing', exact: true })).toHaveCount(1)
})

test('active services have no badge, and every card has its price and checkbox in the same place', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services')
  const row = page.getByRole('row', { name: /Graphic design/ })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Active')
  await page.goto('/services?view=cards')
  const boxes = page.getByRole('list', { name: 'Services and products' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(25)
  const gaps = await boxes.evaluateAll((all) =>
    all.slice(0, 8).map((box) => {
      const card = box.closest('li')?.getBoundingClientRect()
      const own = box.getBoundingClientRect()
      return [Math.round((card?.bottom ?? 0) - own.bottom), Math.round((card?.right ?? 0) - own.right)].join()
    }),
  )
  expect(new Set(gaps).size, gaps.join(' ')).toBe(1)
})

test('the list stays usable beside an open service, and J and K move through it', async ({ page }) => {
  await startSession(page)
  await page.goto('/services')
  await entry(page, 'Brand workshop').click()
  await expect(page.getByRole('dialog', { name: 'Brand workshop' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: 'Logo and wordmark' })).toBeVisible()
  await entry(page, 'Style guide').click()
  await expect(page.getByRole('dialog', { name: 'Style guide' })).toBeVisible()
})

test('beside an open service the page keeps its keys, and Escape closes only the service', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services')
  await page.getByRole('checkbox', { name: 'Select Illustration' }).check()
  const name = entry(page, 'Brand workshop')
  await name.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Brand workshop' })
  await expect(drawer).toBeFocused()
  await expect(drawer).not.toHaveAttribute('aria-modal')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(name).toBeFocused()
  await expect(page.getByText('1 service selected', { exact: true })).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(drawer).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search services' })
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeVisible()
  await search.blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Deactivate' }).focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New service', level: 1 })).toBeVisible()
})

const entry = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Services and products' }).getByRole('link', { name, exact: true })
