import { endOfMotion, expect, expectAccessible, startSession, test } from './fixtures.ts'

test('a date is typed in the local format or picked from a calendar with the keyboard', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices?from=2026-01-15&to=2026-12-31')
  const open = async () => {
    await page.getByRole('button', { name: /^Due / }).click()
    await endOfMotion(page)
  }
  const from = page.getByLabel('Due from', { exact: true })
  await open()
  await expect(from).toHaveValue('15/01/2026')

  await from.fill('3 feb 2026')
  await from.blur()
  await expect(from).toHaveValue('03/02/2026')

  await from.fill('31/02')
  await from.blur()
  await expect(from).toHaveAccessibleDescription(/Enter a date like/)

  await from.fill('2026-02-03')
  await from.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Choose a date' })
  await expect(calendar.getByRole('button', { name: 'Tuesday, 3 February 2026' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('PageDown')
  await expect(calendar.getByRole('button', { name: 'Tuesday, 10 March 2026' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(from).toBeFocused()
  await expect(page).toHaveURL(/from=2026-03-10/)

  await from.press('ArrowDown')
  await expect(calendar.getByRole('button', { name: 'Tuesday, 10 March 2026' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(from).toBeFocused()

  // Escape before the calendar has taken the focus.
  for (const delay of [0, 5, 10]) {
    await from.press('ArrowDown')
    await page.waitForTimeout(delay)
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(from).toBeFocused()
  }
})

test('Escape in a calendar closes the calendar, not the dialog that it was opened from', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Bookkeeping…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export for bookkeeping' })
  const calendar = page.getByRole('dialog', { name: 'Choose a date' })
  await endOfMotion(page)
  const from = dialog.getByLabel('From')
  await from.press('ArrowDown')
  await expect(calendar.getByRole('button', { pressed: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(from).toBeFocused()
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Open the calendar' }).first().click()
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
