import { expect, expectAccessible, openFilters, startSession, test } from './fixtures.ts'

test('a select opens a list of ours that works with mouse, keys and letters, in both themes', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services')
  await openFilters(page)
  const status = page.getByRole('combobox', { name: 'Status' })
  const list = page.getByRole('listbox', { name: 'Status' })

  await test.step('by mouse', async () => {
    await status.click()
    await expect(list).toBeFocused()
    await expect(list.getByRole('option')).toHaveText(['Any', 'Active', 'Inactive'])
    await expect(list.getByRole('option', { name: 'Any' })).toHaveAttribute('aria-selected', 'true')
    await list.getByRole('option', { name: 'Inactive' }).click()
    await expect(list).toBeHidden()
    await expect(status).toBeFocused()
    await expect(page).toHaveURL(/active=false/)
    await status.click()
    await status.click()
    await expect(list).toBeHidden()
    await status.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(list).toBeHidden()
    await openFilters(page)
  })

  await test.step('by keyboard', async () => {
    await status.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(list).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(status).toHaveValue('true')
    await expect(page).toHaveURL(/active=true/)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(status).toHaveValue('true')
    await expect(status).toBeFocused()
  })

  await test.step('by letters, which are no shortcuts meanwhile', async () => {
    const category = page.getByRole('combobox', { name: 'Category' })
    // The list has the options of the moment it opens; until they arrive, those of the filter before.
    await expect(category.getByRole('option', { name: /^Web / })).toHaveCount(1)
    await category.press('Enter')
    await page.keyboard.type('web')
    await page.keyboard.press('Tab')
    await expect(category).toHaveValue('Web')
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await status.click()
    await expect(list).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
})

test('the list of a select stays in the window, and Escape closes it and not the dialog around it', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers')
  const rows = page.getByRole('combobox', { name: 'Rows per page' })
  await rows.click()
  const list = await page.getByRole('listbox', { name: 'Rows per page' }).boundingBox()
  const field = await rows.boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
  await page.keyboard.press('Escape')

  await page.goto('/webhooks/1')
  await page.getByRole('button', { name: 'Send test', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send test event' })
  await dialog.getByRole('combobox', { name: 'Event' }).click()
  await expect(page.getByRole('listbox', { name: 'Event' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Event' })).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a select opens the browser’s own list', async ({ page }) => {
    await startSession(page)
    await page.goto('/services')
    await (await openFilters(page)).getByRole('combobox', { name: 'Status' }).press('Enter')
    await expect(page.getByRole('listbox')).toBeHidden()
  })
})
