import { endSessionAt, expect, expectAccessibleInBothColors, signInOnPage, test } from './fixtures.ts'

test('a failed sign-in doesn’t reveal whether the email or the password was wrong @main', async ({
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
  // This service can't send email.
  await expect(page.getByText('npm run staff -- --reset-password')).toBeVisible()
})

test('an expired session is renewed over the page, and nothing typed is lost @main', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await signInOnPage(page)
  await endSessionAt(page, /search=kamau/)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('kamau')
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByRole('textbox', { name: 'Password' })
    .fill('bureau-demo-2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
})

test('signing out ends access @main', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signInOnPage(page)
  await page.getByRole('button', { name: /your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('sign-in is validated in the browser first, with one message per mistake', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in') && request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/sign-in')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.type('somebody')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enter an email address/)).toHaveCount(1)
  await expect(page.getByText('Enter your password')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  expect(sent).toEqual([])
})

test('the demo offers its three roles with one click each', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: /Owner/ })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.getByRole('button', { name: /Viewer/ }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New customer' })).toHaveCount(0)
})

test('the sign-in page redirects someone who is already signed in', async ({ page }) => {
  await signInOnPage(page)
  await page.goto('/sign-in?next=/invoices')
  await expect(page).toHaveURL(/\/invoices$/)
})

test('an unknown URL and an unknown record keep the shell and offer a way back', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signInOnPage(page)
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to overview' }).click()
  await expect(page).toHaveURL(/\/overview/)

  await page.goto('/customers/99999')
  await expect(page.getByRole('heading', { name: /not found/ })).toBeVisible()
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
})

test('a used setup link shows an error instead of its form', async ({ page }) => {
  await page.goto('/set-up#token=used-before')
  await expect(page.getByRole('heading', { name: 'This setup link no longer works' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
