import { expect, expectAccessible, expectNoSidewaysScroll, inBothColours, signIn, test } from './fixtures.ts'

test('contacts are read page by page, raw, and lead to their customers @postgres', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row')
  await expect(rows).toHaveCount(26)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows).not.toHaveCount(26)
  await page.goBack()
  await expect(rows).toHaveCount(26)

  await page.getByRole('button', { name: 'JSON of Wanjiru Kamau' }).click()
  const raw = page.getByRole('dialog', { name: 'Wanjiru Kamau' })
  await expect(raw.getByRole('region', { name: 'Raw JSON' })).toContainText('"customer_id":')
  await page.keyboard.press('Escape')
  await expect(raw).toBeHidden()
  await page.getByRole('link', { name: 'Open the customer Wanjiru Kamau' }).click()
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
})

test('fields nobody knew of have columns, and a contact without a customer leads to a search', async ({
  page,
}) => {
  await page.route('**/api/v1/contacts*', (route) =>
    route.fulfill({
      json: {
        data: [{ id: 1, name: 'Ada', email: 'kamau@example.com', tags: ['vip', 'uk'], score: 3 }],
        meta: { current_page: 1, last_page: 1, per_page: 25, total: 1 },
        links: { first: null, last: null, prev: null, next: null },
      },
    }),
  )
  await signIn(page)
  await page.goto('/contacts')
  await expect(page.getByRole('columnheader', { name: 'tags' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '["vip","uk"]' })).toBeVisible()
  await page.getByRole('link', { name: 'Find customers with kamau@example.com' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('kamau@example.com')
})

test('a list that cannot be loaded says so and comes back', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  await page.route('**/api/v1/contacts*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our end' } }),
  )
  await page.goto('/contacts')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/contacts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Open the customer Wanjiru Kamau' })).toBeVisible()
})

inBothColours(() => {
  test('contacts are accessible', async ({ page }) => {
    await signIn(page)
    await page.goto('/contacts')
    await page.getByRole('button', { name: 'JSON of Wanjiru Kamau' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'JSON of Wanjiru Kamau' }).click()
    // Half faded in, nothing has enough contrast.
    await expect(page.getByRole('dialog', { name: 'Wanjiru Kamau' })).toHaveCSS('opacity', '1')
    await expectAccessible(page)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('contacts are cards, and nothing sticks out sideways', async ({ page }) => {
    await signIn(page)
    await page.goto('/contacts')
    await expect(page.getByRole('listitem').filter({ hasText: 'Wanjiru Kamau' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
