import type { Locator, Page } from '@playwright/test'

import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hideExtensions,
  openFilters,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

test('search, sort, page and page size are in the URL and restored from it @main @postgres', async ({
  page,
}) => {
  await signIn(page)
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('studio')
  await expect(page).toHaveURL(/search=studio/)
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50 rows')
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25 rows')
  await page.getByRole('button', { name: 'Company' }).click()
  await expect(page).toHaveURL(/sort=company_name/)
  await page.getByRole('button', { name: 'Company' }).click()
  await expect(page).toHaveURL(/sort=-company_name/)
  // The address changes before the screen does.
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'descending')
  const firstPage = await names(page)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^26–/)).toBeVisible()
  const secondPage = await names(page)
  expect(secondPage).not.toEqual(firstPage)

  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'descending')
  await expect(search).toHaveValue('studio')
  // The first frame of a visit draws the first rows only.
  await expect.poll(() => names(page)).toEqual(secondPage)

  await page.goBack()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
  await expect.poll(() => names(page)).toEqual(firstPage)
  await search.fill('nobody is called this')
  await expect(page.getByText('No matching customers')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(search).toHaveValue('nobody is called this')
})

test('a sort without a column can be selected, and a filter removed by its chip', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers?search=kamau')
  const chip = page.getByRole('button', { name: 'Remove Search: kamau' })
  await chip.click()
  await expect(page).toHaveURL(/\/customers$/)
  await expect(chip).toBeHidden()
  const [newest] = await names(page)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('First added')
  await expect(page).toHaveURL(/sort=id/)
  await expect.poll(async () => (await names(page))[0]).not.toBe(newest)
})

test('customers are filtered by country, overdue invoices and date added, in the URL @main', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const filters = await openFilters(page)
  const country = filters.getByRole('group', { name: 'Country' })
  await country.getByRole('checkbox', { name: 'Kenya (1)' }).check()
  await expect(page.getByText('1 result')).toBeVisible()
  await country.getByRole('textbox', { name: 'Find in Country' }).fill('vie')
  await country.getByRole('checkbox').check()
  await expect(page.getByText('2 results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  expect((await names(page)).toSorted()).toEqual(['Minh Anh Nguyễn', 'Wanjiru Kamau'])
  await page.reload()
  await expect(page.getByText('2 results')).toBeVisible()

  // A chip opens its filter.
  await page.getByRole('button', { name: 'Country: Kenya or Vietnam', exact: true }).click()
  await expect(country.locator(':focus')).toHaveCount(1)
  await country.getByRole('checkbox', { name: 'Vietnam (1)' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Remove Country: Kenya' }).click()
  await openFilters(page)
  await filters.getByRole('combobox', { name: 'Overdue invoices' }).selectOption('Has overdue invoices')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/overdue=yes/)
  const overdue = await names(page)
  expect(overdue.length).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(overdue)

  await page.goto('/customers?from=2001-01-01&to=2001-12-31')
  await expect(page.getByText('No matching customers')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('42 customers')).toBeVisible()
})

test('a page past the end says so and links back', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers?page=999')
  await page.getByRole('button', { name: 'Back to first page' }).click()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
})

test('columns, including custom fields, can be selected and stay selected', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('columnheader', { name: 'Stripe' })).toBeVisible()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Phone' }).click()
  await page.getByRole('checkbox', { name: 'How they found us' }).click()
  await page.keyboard.press('Escape')
  const isAsChosen = async () => {
    await expect(page.getByRole('columnheader', { name: 'How they found us' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeHidden()
  }
  await isAsChosen()
  await page.reload()
  await isAsChosen()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
})

test('where customers are, what they owe and when they were there last is shown to those who choose it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/customers?search=Campbell')
  const row = page.getByRole('row', { name: /Isla Campbell/ })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Display' }).click()
  for (const name of ['Country', 'Outstanding', 'Added', 'Last activity'])
    await page.getByRole('checkbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('cell', { name: 'Australia' })).toBeVisible()
  await expect(row.getByRole('cell', { name: /\$[0-9,]+\.[0-9]{2}$/ })).toBeVisible()
  await expect(row.getByRole('cell', { name: /20[0-9]{2}$/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(page.getByRole('columnheader', { name: 'Outstanding' })).toBeHidden()
})

test('a service that returns the whole list is queried once, whatever is done with the list', async ({
  page,
}) => {
  await hideExtensions(page)
  await signIn(page)
  let asked = 0
  await page.route('**/api/customers?*', async (route) => {
    asked += 1
    // With the headers of a real response: what is requested before the scripts have arrived must name its account.
    const response = await route.fetch()
    return route.fulfill({ response, json: { data: manyCustomers } })
  })
  // What is hovered or focused is loaded ahead.
  await page.route('**/api/customers/*', (route) =>
    route.fulfill({ json: { data: { ...manyCustomers[0], notes: [], activity_log: [] } } }),
  )
  await page.goto('/customers')
  await expect(page.getByText('5,000 customers')).toBeVisible()
  expect((await names(page))[0]).toBe('Customer 5000 Ånson')

  await page.getByRole('button', { name: 'next page' }).click()
  await expect(page.getByText('26–50 of 5,000')).toBeVisible()
  expect((await names(page))[0]).toBe('Customer 4975 Ånson')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect.poll(async () => (await names(page))[0]).toBe('Customer 1 Ånson')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('4999 anson')
  await expect(page.getByText('1 result')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Paypal' }).selectOption('Linked')
  await page.getByRole('combobox', { name: 'Permissions' }).selectOption('Invoices')
  await expect(page.getByText('1,000 results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove Permissions: Invoices' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()

  await test.step('all rows fit on one page, and only visible ones are rendered', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('All rows')
    await expect(page.getByText('1–5,000 of 5,000')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Customers' })).toHaveAttribute('aria-rowcount', '5001')
    await expect.poll(async () => (await names(page)).length).toBeLessThan(100)
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(page.getByRole('row', { name: /Customer 5000 Ånson/ })).toBeFocused()
  })
  expect(asked).toBe(1)
})

test('rows are navigated, selected and opened with the keyboard @main', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const rows = page.getByRole('row')
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(3)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(rows.nth(2).getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeAttached()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused()
  await page.keyboard.type('jkx')
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('jkx')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('wanjiru')
  await expect(page.getByText('1 result')).toBeVisible()
  await page.getByRole('heading', { name: 'Customers' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('wanjiru')
})

test('hovering over a customer preloads it', async ({ page }) => {
  await signIn(page)
  const loading = page.waitForRequest(/\/api\/customers\/\d+$/)
  await page.getByRole('row', { name: /Greta/ }).hover()
  await loading
  const next = page.waitForRequest(/\/api\/customers\/\d+$/)
  await page.getByRole('row', { name: /Ravi/ }).focus()
  await next
})

test('going back from a customer restores the list’s scroll position', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const list = page.getByRole('region', { name: 'Customers' })
  // The first frame draws only some of the rows.
  await expect(list.getByRole('row')).toHaveCount(26)
  const last = list.getByRole('row').last()
  await last.click()
  await expect(list).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Customers')
  await page.goBack()
  await expect(last).toBeInViewport()
})

test('a row opened while scrolling is restored too', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const list = page.getByRole('region', { name: 'Customers' })
  // The first frame draws only some of the rows.
  await expect(list.getByRole('row')).toHaveCount(26)
  const last = list.getByRole('row').last()
  await last.evaluate((row) => {
    row.scrollIntoView()
    row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Customers')
  await page.goBack()
  await expect(last).toBeInViewport()
})

test('after going back from a customer, the keyboard continues at that row', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ravi Deshmukh', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: /Ravi/ })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('row', { name: /Isla/ })).toBeFocused()
})

test('selecting rows shifts no layout, and Escape clears the selection', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const pager = page.getByRole('button', { name: 'Page 2' })
  const before = await pager.boundingBox()
  await page.getByRole('checkbox', { name: 'Select Wanjiru Kamau' }).check()
  await expect(page.getByText('1 customer selected')).toBeVisible()
  expect(await pager.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 customer selected')).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select Wanjiru Kamau' })).not.toBeChecked()
})

test('column order and compact rows are kept', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Move Phone up' }).click()
  await page.getByRole('button', { name: 'Move Phone up' }).click()
  await page.getByRole('radiogroup', { name: 'Row height' }).getByText('Compact').click()
  const isAsChosen = async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Name',
      'Phone',
      /Company/,
      /Email/,
      /./,
      /./,
    ])
    const row = page.getByRole('row', { name: /Wanjiru/ })
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(34)
  }
  await isAsChosen()
  await page.reload()
  await isAsChosen()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(page.getByRole('columnheader').nth(2)).toHaveText(/Company/)
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('overflowing columns fade at the edge, and the name stays while the rest scrolls', async ({
    page,
  }) => {
    await signIn(page)
    await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
    const list = page.getByRole('region', { name: 'Customers' })
    await expect(list).toHaveAttribute('data-more', 'below end')
    await list.evaluate((box) => box.scrollBy(10_000, 10_000))
    await expect(list).toHaveAttribute('data-more', 'start')
    await expect(page.getByRole('columnheader', { name: 'Stripe' })).toBeInViewport({ ratio: 1 })
    await expect(list.getByRole('link').last()).toBeInViewport({ ratio: 1 })
  })
})

test('a selection is kept across pages, and Shift selects a range @main', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  const boxes = page.getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 customers selected')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText(/^26–/)).toBeVisible()
  await listed(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Page 1' }).click()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
  await expect(boxes.nth(2)).toBeChecked()
  await expect(page.getByText(/^\d\d customers selected/)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a customer is a compact row with the company, and one tap calls them', async ({ page }) => {
    await signIn(page)
    const card = page.getByRole('listitem').filter({ hasText: 'Wanjiru Kamau' })
    await expect(card.getByText('Kamau Tea')).toBeVisible()
    await expect(card.getByRole('link', { name: 'Call Wanjiru Kamau' })).toHaveAttribute(
      'href',
      /^tel:\+447700900\d{3}$/,
    )
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(64)
    // Title, buttons and search leave most of the screen to the rows.
    expect((await card.boundingBox())?.y).toBeLessThan(844 / 3)
    await expect(page.getByRole('link', { name: 'New customer' })).toBeInViewport()
    await expect(page.getByRole('table')).toBeHidden()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await card.getByRole('checkbox', { name: 'Select Wanjiru Kamau' }).check()
    await expect(page.getByText('1 customer selected')).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    // Columns and row heights are those of a table.
    await expect(page.getByRole('dialog', { name: 'Display options' }).getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
    await expect(page).toHaveURL(/sort=name/)
    await expect(card).toBeHidden()
  })

  test('a number with a zero in parentheses is dialed without it', async ({ page }) => {
    await page.route('**/api/customers?*', async (route) => {
      const body = await (await route.fetch()).json()
      body.data[0].phone = '+44 (0)20 7946 0101'
      await route.fulfill({ json: body })
    })
    await signIn(page)
    await expect(page.getByRole('link', { name: /^Call / }).first()).toHaveAttribute(
      'href',
      'tel:+442079460101',
    )
  })

  test('a right-to-left name begins at the edge of the others', async ({ page }) => {
    await signIn(page)
    const search = page.getByRole('searchbox', { name: 'Search customers' })
    const startOf = async (name: string) => {
      await search.fill(name)
      const link = page.getByRole('listitem').getByRole('link', { name, exact: true })
      await expect(link).toBeVisible()
      return (await link.boundingBox()) ?? { x: 0, width: 0 }
    }
    const other = await startOf('Wanjiru Kamau')
    const rightToLeft = await startOf('ليلى حداد')
    expect(rightToLeft.x).toBe(other.x)
    // The box is as wide as the text in it, which stands at its right.
    expect(rightToLeft.width).toBeLessThan(120)
  })
})

/** The list once its rows are those that were asked for: the ones before stay, dimmed, until the next are there. */
async function listed(page: Page): Promise<Locator> {
  const list = page.getByRole('region', { name: 'Customers' })
  await expect(list).toHaveAttribute('aria-busy', 'false')
  return list
}

const names = async (page: Page): Promise<string[]> => (await listed(page)).getByRole('link').allInnerTexts()

const manyCustomers = Array.from({ length: 5_000 }, (_, index) => ({
  id: index + 1,
  name: `Customer ${index + 1}`,
  last_name: 'Ånson',
  phone: '+49 30 1234',
  email: `${String(index + 1).padStart(4, '0')}@example.com`,
  profile_photo_path: null,
  business_information: { company_name: `Company ${index % 90}` },
  custom_fields: [],
  permissions: index % 5 === 0 ? { 4: 'view-invoice' } : [],
  paypal_customer_flag: index % 5 === 0,
}))

test('while a search is on its way, no count of the list before is claimed @main', async ({ page }) => {
  await signIn(page)
  await expect(page.getByText(/^\d+ customers$/)).toBeVisible()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/api\/customers\?.*search=horvat/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('horvat')
  await expect(page.getByText('Search: horvat')).toBeVisible()
  // Beside the title, and beside the pages.
  await expect(page.getByText('Loading…', { exact: true })).toHaveCount(2)
  await expect(page.getByText(/\d+ (results?|customers)$/)).toHaveCount(0)
  answer()
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible()
  await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0)
})

test('another page, order or length claims the total that is known', async ({ page }) => {
  await signIn(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const total = await page.getByText(/^\d+ customers$/).innerText()
  await page.route(/api\/customers\?.*page=2/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('region', { name: 'Customers' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText(total, { exact: true })).toBeVisible()
  answer()
  await expect(page.getByRole('region', { name: 'Customers' })).toHaveAttribute('aria-busy', 'false')
})

test('a page is reached by its number, and a number too high leads to the last one', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers?size=4')
  const field = page.getByRole('textbox', { name: 'Go to page' })
  await field.fill('3')
  await field.press('Enter')
  await expect(page).toHaveURL(/page=3/)
  await expect(page.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(/^9–12 of /)).toBeVisible()
  await field.fill('999')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'next page' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Customers' }).getByRole('row').nth(1)).toBeVisible()
  const before = page.url()
  await field.fill('two')
  await field.press('Enter')
  expect(page.url()).toBe(before)
})
