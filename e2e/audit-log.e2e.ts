import type { Page } from '@playwright/test'

import {
  allowOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  exportList,
  inBothColors,
  signIn,
  test,
} from './fixtures.ts'

const entry = (page: Page, text: string) => page.locator('summary').filter({ hasText: text }).first()

test('owners find who paused a webhook, what else they did, and export it @postgres', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await entry(page, 'Ada Finch paused the webhook New contact automation').click()
  await expect(page.getByText('203.0.113.12')).toBeVisible()
  await page.getByRole('button', { name: 'Everything about New contact automation' }).click()
  await expect(page.getByText('2 results')).toBeVisible()
  await expect(page).toHaveURL(/target=webhook/)
  await page.getByRole('button', { name: 'Remove filter: about New contact automation' }).click()

  await page.getByRole('combobox', { name: 'What' }).selectOption('Exports')
  await page.getByRole('combobox', { name: 'Who' }).selectOption('Ben Harbor')
  await expect(page.getByText('2 results')).toBeVisible()
  const { name, text } = await exportList(page)
  expect(name).toMatch(/^audit-log-.*\.csv$/)
  expect(text.trim().split('\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entry(page, 'Ada Finch exported the audit log')).toBeVisible()
})

test('a shorter retention warns, and is an entry with both values', async ({ page }) => {
  await signIn(page)
  await page.goto('/settings/audit-log')
  await page.getByRole('button', { name: 'Kept for 1 year' }).click()
  await page.getByRole('radio', { name: '2 years' }).check()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await page.getByRole('radio', { name: '90 days' }).check()
  await expect(page.getByText('Entries older than 90 days will be deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Save and delete older entries' }).click()
  await expect(page.getByRole('button', { name: 'Kept for 90 days' })).toBeVisible()
  await entry(page, 'changed how long the audit log is kept').click()
  await expect(page.getByRole('row', { name: 'Kept for 1 year 90 days' })).toBeVisible()
})

test('staff without the permission see why, and no entry', async ({ page }) => {
  await allowOnly(page)
  await signIn(page)
  await page.goto('/settings/audit-log')
  await expect(page.getByText('You don’t have access to the audit log')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
})

inBothColors(() => {
  for (const width of [1440, 390])
    test(`the list and an entry are accessible at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(page)
      await page.goto('/settings/audit-log')
      await entry(page, 'changed the company settings').click()
      await expect(page.getByRole('row', { name: 'Payment term 30 14' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
})
