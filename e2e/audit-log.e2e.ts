import type { Page } from '@playwright/test'

import { failInEveryWay, loseNextResponse } from './faults.ts'
import { allowOnly, expect, exportList, openFilters, provoked, startSession, test } from './fixtures.ts'

const entry = (page: Page, text: string) => page.locator('summary').filter({ hasText: text }).first()

test('owners find who paused a webhook, what else they did, and export it @main @postgres', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await entry(page, 'Ada Finch paused the webhook New contact automation').click()
  await expect(page.getByText('203.0.113.12')).toBeVisible()
  await page.getByRole('button', { name: 'Everything about New contact automation' }).click()
  await expect(page.getByText('2 results')).toBeVisible()
  await expect(page).toHaveURL(/target=webhook/)
  await page.getByRole('button', { name: 'Remove About New contact automation' }).click()

  const filters = await openFilters(page)
  await filters.getByRole('combobox', { name: 'What' }).selectOption('Exports')
  await filters.getByRole('combobox', { name: 'Who' }).selectOption('Ben Harbor')
  await expect(page.getByText('2 results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(page.getByRole('button', { name: 'Who: Ben Harbor', exact: true })).toBeVisible()
  const { name, text } = await exportList(page)
  expect(name).toMatch(/^audit-log-.*\.csv$/)
  expect(text.trim().split('\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(entry(page, 'Ada Finch exported the audit log')).toBeVisible()
})

test('a shorter retention warns, and is an entry with both values', async ({ page }) => {
  await startSession(page)
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

test('a retention is saved after whatever fails, once, and also where the session ended over it', async ({
  page,
  context,
  watch,
}) => {
  test.slow()
  watch.allow(...provoked, /401/)
  await startSession(page)
  await page.goto('/settings/audit-log')
  const url = /\/api\/x\/audit-log\/retention$/
  const dialog = page.getByRole('dialog', { name: 'Keep the audit log for' })
  const open = () => page.getByRole('button', { name: /^Kept / }).click()
  const choose = (name: string) => dialog.getByRole('radio', { name }).check()
  const save = dialog.getByRole('button', { name: /^Save/ })
  const problem = dialog.getByRole('alert').filter({ hasText: /server|wrong|offline|connection/i })
  await open()
  await choose('Forever')
  await failInEveryWay({ page, url, submit: () => save.click() }, async () => {
    await expect(problem).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Forever' })).toBeChecked()
  })
  const failed = page.waitForEvent('requestfailed', (request) => url.test(request.url()))
  await context.setOffline(true)
  await save.click()
  await failed
  await expect(problem).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You’re offline/)).toBeHidden()

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && url.test(request.url())) sent.push(request.url())
  })
  await save.dblclick()
  await expect(page.getByRole('button', { name: 'Kept forever' })).toBeVisible()
  expect(sent).toHaveLength(1)

  // A lost reply: saved again, which changes nothing more.
  await open()
  await choose('5 years')
  await loseNextResponse(page, url)
  await save.click()
  await expect(problem).toBeVisible()
  await save.click()
  await expect(page.getByRole('button', { name: 'Kept for 5 years' })).toBeVisible()
  await (await openFilters(page)).getByRole('combobox', { name: 'What' }).selectOption('Settings')
  await page.keyboard.press('Escape')
  await expect(
    page.locator('summary').filter({ hasText: 'changed how long the audit log is kept' }).first(),
  ).toBeVisible()

  await open()
  await choose('Forever')
  await context.clearCookies()
  // Whatever else asks the service may open the question first.
  await save.dispatchEvent('click')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('textbox', { name: 'Password' }).fill('bureau-demo-2026')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Kept forever' })).toBeVisible()
})

test('staff without the permission see why, and no entry', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/settings/audit-log')
  await expect(page.getByText('You don’t have access to the audit log')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
})
