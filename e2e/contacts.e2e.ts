import {
  expect,
  expectNoSidewaysScroll,
  exportList,
  hideExtensions,
  openFilters,
  openFromMenu,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

test('contacts are searched, sorted and filtered, and the address keeps it @main', async ({ page }) => {
  await signIn(page)
  await openFromMenu(page, 'Contacts')
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row')
  await expect(rows).toHaveCount(26)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows).not.toHaveCount(26)
  await page.goBack()
  await expect(rows).toHaveCount(26)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(rows.nth(1)).toContainText('Amelia')
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('kamau')
  await expect(page.getByText('2 results')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Joseph Kamau')
  await page.reload()
  await expect(rows.nth(1)).toContainText('Joseph Kamau')
  await page.getByRole('button', { name: 'Remove Search: kamau' }).click()

  await openFilters(page)
  await page.getByRole('combobox', { name: 'Customer link' }).selectOption('Not linked to a customer')
  await expect(page.getByText('2 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'Phone' }).selectOption('Has a phone number')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(rows.nth(1)).toContainText('Tom Whitaker')
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('nobody')
  await expect(page.getByText('No matching contacts')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('46 contacts')).toBeVisible()
})

test('a contact opens beside the list, under an address of its own, and leads to its customer', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/contacts')
  await expect(page.getByRole('link', { name: 'joseph@studio42.example' })).toHaveAttribute(
    'href',
    'mailto:joseph@studio42.example',
  )
  await expect(page.getByRole('link', { name: '+44 7700 900241' })).toHaveAttribute(
    'href',
    'tel:+447700900241',
  )
  await page.getByRole('link', { name: 'Joseph Kamau', exact: true }).click()
  await expect(page).toHaveURL(/\/contacts\?open=\d+$/)
  const drawer = page.getByRole('dialog', { name: 'Joseph Kamau' })
  await expect(drawer.getByRole('link', { name: 'Call Joseph Kamau' })).toHaveAttribute(
    'href',
    'tel:+447700900241',
  )
  await expect(drawer.getByRole('link', { name: 'Email Joseph Kamau' })).toBeVisible()
  await expect(drawer.getByText('"customer_id":')).toBeHidden()
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'View JSON' }).click()
  await expect(drawer.getByRole('region', { name: 'Raw JSON' })).toContainText('"customer_id":')

  await page.reload()
  await expect(drawer).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tobias Lind', exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: 'Tobias Lind' })).toBeVisible()
  await page.keyboard.press('k')
  await drawer.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
})

test('the file has what the filters leave', async ({ page }) => {
  await startSession(page)
  await page.goto('/contacts?linked=no')
  await expect(page.getByText('2 results')).toBeVisible()
  const { text } = await exportList(page)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Tom,Whitaker,,+44 7700 900242')
})

test('selected contacts are exported, on whatever page they are, and so are all that match', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/contacts?search=kamau')
  await expect(page.getByText('2 results')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Joseph Kamau' }).check()
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('tom whitaker')
  await page.getByRole('checkbox', { name: 'Select Tom Whitaker' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('status')).toHaveText('2 contacts selected')
  const some = await exportList(page, bar)
  expect(some.text).toMatch(/\r\n.*Joseph,Kamau,.*\r\n|\r\n.*Tom,Whitaker,.*\r\n/)
  expect(some.text.trim().split('\r\n')).toHaveLength(3)
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('')
  await expect(page.getByText('46 contacts')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Select all 46' }).click()
  await expect(bar.getByRole('status')).toHaveText('All 46 contacts selected')
  expect((await exportList(page, bar)).text.trim().split('\r\n')).toHaveLength(47)
})

test('contacts of one customer are labeled with the customer’s name', async ({ page }) => {
  await startSession(page)
  await page.goto('/contacts?customer=42')
  await expect(page.getByText('2 results')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Wanjiru Kamau, Kamau Tea' }).click()
  await expect(page.getByText('46 contacts')).toBeVisible()
})

test('a search for a person finds the contact, and not twice the same person', async ({ page }) => {
  await signIn(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search records, screens and actions' }).fill('kamau')
  const found = page.getByRole('group', { name: 'Contacts' }).getByRole('option')
  // Wanjiru Kamau is a contact too, but the customer's row says as much.
  await expect(found).toHaveText([/Joseph Kamau/])
  await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText([
    /Wanjiru Kamau/,
  ])
  await found.click()
  await expect(page.getByRole('dialog', { name: 'Joseph Kamau' })).toBeVisible()
})

test('a service with pages alone gets no controls that it doesn’t offer', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/contacts?search=kamau&linked=no')
  await expect(page.getByText('46 contacts')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Joseph Kamau', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Joseph Kamau' })).toBeVisible()
})

test('unknown fields get columns, and a contact without a customer links to a search', async ({ page }) => {
  await page.route('**/api/v1/contacts*', (route) =>
    route.fulfill({
      json: {
        data: [{ id: 1, name: 'Ada', email: 'kamau@example.com', tags: ['vip', 'uk'], score: 3 }],
        meta: { current_page: 1, last_page: 1, per_page: 25, total: 1 },
        links: { first: null, last: null, prev: null, next: null },
      },
    }),
  )
  await startSession(page)
  await page.goto('/contacts')
  await expect(page.getByRole('columnheader', { name: 'tags' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '["vip","uk"]' })).toBeVisible()
  await page.getByRole('link', { name: 'Find customers with kamau@example.com' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('kamau@example.com')
})

test('a list that fails to load shows an error and recovers', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  await page.route('**/api/v1/contacts*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our end' } }),
  )
  await page.goto('/contacts')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/contacts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  // The contact and, in a column of its own, its customer by name; another contact has the same customer.
  const links = page.getByRole('row', { name: /Wanjiru Kamau/ }).getByRole('link', { name: 'Wanjiru Kamau' })
  await expect(links).toHaveCount(3)
  await links.last().click()
  await expect(page).toHaveURL(/\/customers\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('contacts are cards, and nothing overflows', async ({ page }) => {
    await startSession(page)
    await page.goto('/contacts')
    await expect(page.getByRole('listitem').filter({ hasText: 'Wanjiru Kamau' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Call Wanjiru Kamau' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
