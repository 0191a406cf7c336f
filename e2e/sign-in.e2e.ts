import { expect, signIn, test } from './fixtures.ts'

test('a wrong password is told without saying which of the two was wrong @postgres', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@bureau.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@bureau.example')
})

test('a session that ends is taken up again over the page, and nothing typed is lost @postgres', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  await context.clearCookies()
  // Whatever asks the service next runs into the ended session.
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('kamau')
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByRole('textbox', { name: 'Password' })
    .fill('bureau-demo-2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
})

test('signing out closes the office', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  await page.getByRole('button', { name: /Harbor & Finch Studio/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
