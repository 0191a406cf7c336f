import type { Page } from '@playwright/test'

import {
  allowOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const center = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const unread = (page: Page) => center(page).getByRole('link', { name: /^Unread/ })

async function expectAccessibleInBothColors(page: Page) {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
}

async function openSettings(page: Page) {
  await page.goto('/settings/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
}

test('the bell leads to what happened, and other pages hear that it was read @main', async ({
  page,
  context,
}) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/services')
  await expect(bell(other)).toHaveAccessibleDescription('1 unread')
  // Its list is no part of the first visit.
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await bell(page).click()
  await expect(unread(page)).toHaveCount(1)
  expect(requested.some((path) => /notifications-.*\.js$/.test(path))).toBe(true)
  const overdue = center(page).getByRole('link', { name: /overdue invoices/ })
  await expect(overdue).toContainText('€')
  await expect(overdue).not.toContainText(/ and .* and /)
  await expectAccessibleInBothColors(page)
  await page.keyboard.press('Escape')
  await expect(center(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill('notifications')
  await page.getByRole('option', { name: /^Notifications/ }).click()
  await unread(page).click()
  await expect(page.getByRole('heading', { name: 'Old Mill CRM', level: 1 })).toBeVisible()
  await expect(center(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleDescription('')
  await expect(bell(other)).toHaveAccessibleDescription('')
})

test('on a phone the bell is in the bar above the screen, and all is read at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(center(page).getByRole('link', { name: /overdue invoices/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const all = center(page).getByRole('button', { name: 'Mark all as read' })
  if (await all.isEnabled()) await all.click()
  await expect(all).toBeDisabled()
  await expect(unread(page)).toHaveCount(0)
  await center(page).getByRole('link', { name: 'Notification settings' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('settings are saved as they are changed, and what isn’t saved is taken back', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await openSettings(page)
  await expect(page.getByText(/isn’t set up to send email/)).toBeVisible()
  const failing = page.getByRole('switch', { name: 'Webhook failing: In Bureau' })
  await expect(failing).toBeChecked()
  await failing.press('Space')
  await page.getByRole('combobox', { name: 'Day' }).selectOption('Every day')
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('0')
  await expectAccessibleInBothColors(page)
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(failing).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('0')

  await page.route('**/api/x/notification-settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 500,
          json: { error: { code: 'INTERNAL', message: 'Internal server error' } },
        })
      : route.fallback(),
  )
  await failing.press('Space')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(failing).not.toBeChecked()
})

test('a change stays while what was read before it still arrives', async ({ page }) => {
  await startSession(page)
  await openSettings(page)
  const overdue = page.getByRole('switch', { name: 'Overdue invoices: In Bureau' })
  const [read, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [reads, writes] = [0, 0]
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') writes += 1
  })
  await page.route('**/api/x/notification-settings', async (route) => {
    if (route.request().method() === 'PUT') {
      if (reads > 0) await written.promise
      return route.fallback()
    }
    const response = await route.fetch()
    reads += 1
    if (reads === 1) await read.promise
    // The page may have stopped reading.
    return route.fulfill({ response }).catch(() => undefined)
  })
  await overdue.press('Space')
  await expect.poll(() => reads).toBe(1)
  await page.getByRole('combobox', { name: 'Day' }).selectOption('5')
  read.resolve()
  await page.waitForTimeout(300)
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('5')
  written.resolve()
  await expect.poll(() => writes).toBe(2)
  await page.reload()
  await expect(overdue).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('5')
})

test('without the permission, notifications of webhooks are off and say why', async ({ page }) => {
  await allowOnly(page, 'contacts.view')
  await startSession(page)
  await openSettings(page)
  await expect(page.getByRole('switch', { name: 'Webhook failing: In Bureau' })).toBeDisabled()
  await expect(page.getByText(/You need the “Manage settings” permission/)).toHaveCount(2)
  await expect(page.getByRole('switch', { name: 'Overdue invoices: In Bureau' })).toBeEnabled()
})
