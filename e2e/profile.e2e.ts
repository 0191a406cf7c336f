import { failures, submitTwice } from './faults.ts'
import {
  changeSession,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inBothColors,
  provoked,
  signIn,
  test,
} from './fixtures.ts'

test('a name and formats are saved, and follow the person to another browser', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  await page.goto('/settings/profile')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Ada Finch')
  await name.fill('Ada Lovell')
  await page.getByLabel('Dates and numbers').selectOption('Germany')
  await expect(page.getByText(/22\.11\.2026 · 1\.234,50\s€/)).toBeVisible()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('button', { name: /your menu/ })).toContainText('Ada Lovell')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByText(/\d\.\d{3},\d{2}/).first()).toBeVisible()

  const elsewhere = await (
    await browser.newContext({ baseURL: service.url, locale: 'en-US', serviceWorkers: 'block' })
  ).newPage()
  await signIn(elsewhere)
  await elsewhere.goto('/overview')
  await expect(elsewhere.getByText(/\d\.\d{3},\d{2}/).first()).toBeVisible()
  await expect(elsewhere.getByText(/\d,\d{3}\.\d{2}/)).toHaveCount(0)
  await elsewhere.context().close()
})

test('a profile survives errors, and an empty name is refused at its field', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.goto('/settings/profile')
  const typed = page.getByRole('textbox', { name: 'Name' })
  const submit = () => page.getByRole('button', { name: 'Save profile' }).click()
  await typed.fill('  ')
  await submit()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await expect(typed).toBeFocused()
  for (const [what, answer] of Object.entries(failures)) {
    await typed.fill(`Ada after ${what}`)
    await submitTwice({ page, url: /\/api\/x\/profile$/, answer, submit, typed })
    await expect(page.getByRole('button', { name: /your menu/ })).toContainText(`Ada after ${what}`)
  }
})

test('a service without profiles still has the preferences of this browser', async ({ page }) => {
  await changeSession(page, ({ features }) => ({ features: features.filter((name) => name !== 'profile') }))
  await signIn(page)
  await page.goto('/settings/profile')
  await expect(page.getByText('Single-key shortcuts')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
})

inBothColors(() => {
  test('a profile fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await page.goto('/settings/profile')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
