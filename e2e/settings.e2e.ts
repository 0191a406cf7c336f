import type { Page } from '@playwright/test'

import {
  allowOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const title = (name: string) => ({ name, level: 1 }) as const

async function openCustomers(page: Page) {
  await page.goto('/customers')
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
}

test('the settings open with the profile, for every role', async ({ page }) => {
  await allowOnly(page)
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await expect(page.getByRole('heading', title('Profile'))).toBeFocused()
  const list = page.getByRole('navigation', { name: 'Settings' })
  await expect(list.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
})

test('G and a comma open the settings, the palette and the menu of the person one of their pages', async ({
  page,
}) => {
  await signIn(page)
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(page.getByRole('heading', title('Profile'))).toBeVisible()
  await openCustomers(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill('settings profile')
  await page.getByRole('option', { name: 'Settings: Profile' }).click()
  await expect(page.getByRole('heading', title('Profile'))).toBeVisible()
  await openCustomers(page)
  await page.getByRole('button', { name: /your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', title('Profile'))).toBeVisible()
})

test('theme, row height and shortcuts are those of the menus @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings/profile')
  const choose = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
  await choose('Theme', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
  await choose('Row height', 'Compact')
  await page.getByText('Single-key shortcuts').click()
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await openCustomers(page)
  await expect(page.locator('[data-density]').first()).toHaveAttribute('data-density', 'compact')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone the pages of the settings are a row above them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await page.goto('/settings')
  await expect(page.getByRole('heading', title('Profile'))).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }),
  ).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
