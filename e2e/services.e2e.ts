import type { Locator, Page, Route } from '@playwright/test'

import { failedReads, refuse } from './faults.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  hideExtensions,
  inBothColours,
  provoked,
  signIn,
  test,
} from './fixtures.ts'

const isList = (url: URL) => url.pathname === '/api/services/'

test('the catalogue is filtered step by step, and the address keeps what was chosen @postgres', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()
  await expect(entry(page, 'Graphic design')).toBeVisible()
  await expect(page.getByRole('cell', { name: '€85.00 / hour + 21% tax' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Type' }).selectOption('Service')
  await expect(page.getByText('19 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Marketing (4)')
  await expect(page.getByText('4 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('Inactive')
  await expect(page.getByText('1 result')).toBeVisible()
  await expect(page.getByRole('row', { name: /Social media plan/ })).toContainText('Inactive')

  await test.step('a reload and the way back keep the filters', async () => {
    await page.reload()
    await expect(page.getByText('1 result')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Marketing')
    await page.goBack()
    await expect(page.getByText('4 results')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('')
  })

  await test.step('every filter has a chip that takes it away', async () => {
    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Remove Category: Marketing' }).click()
    await expect(page.getByText('19 results')).toBeVisible()
    await filters.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByText('30 items', { exact: true })).toBeVisible()
  })

  await test.step('tags find what has any of them', async () => {
    await page.getByRole('button', { name: 'Any tag' }).click()
    // Both before the next drawing: the second does not take the first away.
    await page.getByRole('dialog', { name: 'Any tag' }).evaluate((tags) => {
      for (const tag of ['book', 'stationery']) tags.querySelector<HTMLElement>(`[value=${tag}]`)?.click()
    })
    await expect(page.getByText('4 results')).toBeVisible()
    await expect(page).toHaveURL(/tags=book%2Cstationery/)
    await page.getByRole('checkbox', { name: /^book/ }).press('Escape')
    await page.getByRole('button', { name: 'Remove Tag: stationery' }).click()
    await expect(page.getByText('1 result')).toBeVisible()
    await expect(entry(page, 'Booklet, 24 pages')).toBeVisible()
  })

  await test.step('what matches nothing says so, and leads out', async () => {
    await page.getByRole('searchbox', { name: 'Search services' }).fill('zeppelin')
    await expect(page.getByRole('heading', { name: 'No matching services' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText('30 items', { exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('')
  })
})

test('what there is to choose from may come late', async ({ page }) => {
  await signIn(page)
  const held: Route[] = []
  await page.route('**/api/x/service-facets', (route) => void held.push(route))
  await page.goto('/services?category=Print')
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(page.getByText('6 results')).toBeVisible()
  await expect(category).toHaveValue('Print')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  for (const route of held) await route.continue()
  await category.selectOption('Marketing (4)')
  await expect(page.getByText('4 results')).toBeVisible()
})

test('the catalogue can be leafed through as cards', async ({ page }) => {
  await signIn(page)
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

test('an entry opens in a drawer with an address of its own, and reckons what a quantity costs @postgres', async ({
  page,
}) => {
  await signIn(page)
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

  await test.step('a currency without decimals has none', async () => {
    await page.goto('/services?open=30')
    const cards = page.getByRole('dialog', { name: '和紙名刺 100枚' })
    await cards.getByRole('textbox', { name: 'Quantity' }).fill('3')
    for (const sum of ['JP¥18,500 / 箱', 'JP¥55,500', 'JP¥5,550', 'JP¥61,050'])
      await expect(cards).toContainText(sum)
  })
})

test('an entry that is not there is told so, beside the list', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.goto('/services?open=4242')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()
})

test('up to four are picked and compared side by side @postgres', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.goto('/services?category=Design')
  await tick(page.getByRole('checkbox', { name: 'Select Graphic design' }))
  await expect(page.getByText('1 selected. Select one more to compare')).toBeVisible()
  await tick(page.getByRole('checkbox', { name: 'Select Illustration' }))
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('Price')).toContainText('€85.00 / hour')
  await expect(row('Price')).toContainText('€95.00 / hour')

  await page.getByRole('textbox', { name: 'Quantity' }).fill('10')
  await expect(row('Gross for 10')).toContainText('€1,028.50')
  await expect(row('Gross for 10')).toContainText('€1,149.50')
  await expect(row('Category')).toBeVisible()
  await tick(page.getByRole('switch', { name: 'Show differences only' }))
  await expect(row('Category')).toBeHidden()
  await page.reload()
  await expect(row('Price')).toBeVisible()
  await expect(row('Category')).toBeHidden()

  await test.step('the picks are still there on the way back', async () => {
    await page.getByRole('link', { name: 'Back to the catalog' }).click()
    await expect(page.getByText('2 selected')).toBeVisible()
    for (const name of ['Brand workshop', 'Logo and wordmark', 'Style guide'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await expect(page.getByText('4 selected (maximum reached)')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Select Style guide' })).not.toBeChecked()
  })

  await test.step('one that is gone does not hide the others', async () => {
    await page.goto('/services/compare?ids=4,4242')
    await expect(page.getByRole('alert')).toContainText('Item 4242 couldn’t be loaded')
    await expect(page.getByRole('columnheader', { name: 'Graphic design' })).toBeVisible()
  })

  await test.step('one alone cannot be compared', async () => {
    await page.goto('/services/compare?ids=4')
    await expect(page.getByText('Choose two to four to compare')).toBeVisible()
  })
})

test('what the filter finds is exported as data, with price, unit and tax apart', async ({ page }) => {
  await signIn(page)
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

test('a filter that the service refuses is told where it is set', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.goto('/services?type=bundle')
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveAccessibleDescription(
    'type must be service or product',
  )
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('30 items', { exact: true })).toBeVisible()

  await page.route(
    isList,
    refuse({ category: 'category is unknown', limit: 'limit must be between 1 and 10' }),
  )
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Web (4)')
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveAccessibleDescription(
    'category is unknown',
  )
  await expect(page.getByText('limit must be between 1 and 10')).toBeVisible()
})

test('a service without our extensions is searched through its list', async ({ page }) => {
  await hideExtensions(page)
  await signIn(page)
  await page.goto('/services?open=28')
  await expect(page.getByRole('dialog', { name: 'Font licence, desktop' })).toContainText('US$149.00 / year')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('textbox', { name: 'Category' }).fill('Signs')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 results')).toBeVisible()
  await page.getByRole('textbox', { name: 'Tags' }).fill('on site, design')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 result')).toBeVisible()
})

test('an empty catalogue is no failed search', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'The catalog is empty' })).toBeVisible()
})

const badReads = {
  ...failedReads,
  'an answer that is none': (route: Route) => route.fulfill({ json: { data: 'soon' } }),
}

for (const [name, answer] of Object.entries(badReads)) {
  test(`after ${name} the catalogue says so and comes back`, async ({ page, watch }) => {
    watch.allow(...provoked)
    await signIn(page)
    await page.route(isList, answer)
    await page.goto('/services?category=Web')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      name === 'a lost connection' ? 'No connection' : 'Something went wrong',
    )
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('4 results')).toBeVisible()
  })
}

inBothColours(() => {
  test('the catalogue is accessible as a table and as cards', async ({ page }) => {
    await signIn(page)
    await page.goto('/services?active=false&compare=1,2')
    await expect(entry(page, 'Neon sign')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/services?view=cards')
    await expect(page.getByRole('link', { name: 'Style guide' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Any tag' }).click()
    await expect(page.getByRole('checkbox', { name: /^book/ })).toBeVisible()
    await expectAccessible(page)
  })

  test('an entry, a comparison and a refusal are accessible', async ({ page, watch }) => {
    watch.allow(...provoked)
    await signIn(page)
    await page.goto('/services?open=15')
    await expect(page.getByRole('dialog', { name: 'Social media plan' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/services/compare?ids=1,2,30')
    await expect(page.getByRole('columnheader', { name: 'Brand workshop' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/services?type=bundle')
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing sticks out sideways', async ({ page }) => {
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

const entry = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Services and products' }).getByRole('link', { name, exact: true })

/** Ticks a box whose state is in the address, which follows a moment later. */
async function tick(box: Locator): Promise<void> {
  await box.press('Space')
  await expect(box).toBeChecked()
}
