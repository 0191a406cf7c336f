import type { Browser, Page } from '@playwright/test'

import {
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  signInOnPage,
  test,
} from './fixtures.ts'
import { appOf, password } from './two-factor-fixtures.ts'

const title = (name: string) => ({ name, level: 1 }) as const
let people = 0

/** Someone whom the owner on `page` has invited, in a browser of their own: the people of the demo can't turn it on. */
async function newcomer(page: Page, browser: Browser, baseURL: string, role = 'staff') {
  people += 1
  const email = `lena${people}@example.com`
  const link = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/x/invitations', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { link: string } }).data.link
    },
    { email, role },
  )
  const own = await (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()
  await own.goto(link)
  await own.getByRole('textbox', { name: 'Your name' }).fill('Lena Okafor')
  await own.getByRole('textbox', { name: 'Choose a password' }).fill(password)
  await own.getByRole('button', { name: /^Join / }).click()
  await expect(own.getByRole('heading', title('Overview'))).toBeVisible()
  return { email, own }
}

/** From the password to the recovery codes; returns what the app shows, and the codes. */
async function setUp(page: Page) {
  await page.getByRole('textbox', { name: 'Current password' }).last().fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const key = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  const app = appOf(key)
  const code = page.getByRole('textbox', { name: 'Authentication code' })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill(app())
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const codes = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()
  await expect(list).toBeHidden()
  return { app, codes }
}

async function turnOn(page: Page) {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  return setUp(page)
}

async function enterPassword(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('textbox', { name: 'Authentication code' })).toBeFocused()
}

test('a person turns it on, signs in with a code and over a form, and trusts the browser @main', async ({
  page,
  browser,
  service,
  watch,
}) => {
  test.slow()
  watch.allow(/401|422/)
  await signInOnPage(page)
  const { email, own } = await newcomer(page, browser, service.url)
  const { app, codes } = await turnOn(own)
  await expect(own.getByText('10 recovery codes left.')).toBeVisible()
  // Nothing of it stays in the browser.
  const stored = await own.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  for (const secret of codes) expect(stored).not.toContain(secret)

  // Over a form, whose text survives.
  await own.goto('/customers/new')
  const name = own.getByRole('textbox', { name: 'First name' })
  await name.fill('Marisol')
  await own.getByRole('textbox', { name: 'Email' }).fill('marisol@example.com')
  await own.context().clearCookies({ name: /session_token/ })
  await own.evaluate(() => window.dispatchEvent(new Event('focus')))
  const dialog = own.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  const code = dialog.getByRole('textbox', { name: 'Authentication code' })
  await expect(code).toBeFocused()
  await expectAccessible(own)
  await code.fill('000000')
  await expect(dialog.getByText('This code is wrong, expired or already used')).toBeVisible()
  await code.fill(app())
  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('Marisol')

  // At the front door, with a recovery code.
  const other = await (await browser.newContext({ baseURL: service.url, serviceWorkers: 'block' })).newPage()
  await other.setViewportSize({ width: 390, height: 800 })
  await other.goto('/sign-in')
  await enterPassword(other, email)
  await expectNoSidewaysScroll(other)
  await expectAccessible(other)
  await other.getByRole('checkbox', { name: 'Trust this browser for 30 days' }).check()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(other.getByRole('heading', title('Overview'))).toBeVisible()
  await other.goto('/settings/security')
  await expect(other.getByText('9 recovery codes left.')).toBeVisible()
  const trusted = other.getByRole('region', { name: 'Trusted browsers' })
  await expect(trusted).toContainText('This browser')
  await expectNoSidewaysScroll(other)
  await expectAccessible(other)
  await trusted.getByRole('button', { name: 'Forget all' }).click()
  await expect(trusted).toBeHidden()

  // And off again, with both factors.
  await other.getByRole('button', { name: 'Turn off' }).click()
  const question = other.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await question.getByRole('textbox', { name: 'Current password' }).fill(password)
  await question.getByRole('textbox', { name: /code/ }).fill(codes[1] ?? '')
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(other.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('an owner requires it, and a colleague sets it up before seeing anything @main', async ({
  page,
  browser,
  service,
  watch,
}) => {
  test.slow()
  watch.allow(/403/)
  await signInOnPage(page)
  const { own: owner } = await newcomer(page, browser, service.url, 'owner')
  const { own: colleague } = await newcomer(page, browser, service.url)
  await owner.goto('/settings/people')
  const card = owner.getByRole('region', { name: 'Two-factor authentication' })
  await expect(card.getByRole('button', { name: 'Require for everyone' })).toBeDisabled()
  await turnOn(owner)
  await owner.goto('/settings/people')
  await card.getByRole('button', { name: 'Require for everyone' }).click()
  await expect(card.getByRole('button', { name: 'Stop requiring it' })).toBeVisible()
  await expectAccessible(owner)

  await colleague.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(colleague.getByRole('heading', title('One more step'))).toBeVisible()
  await colleague.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(colleague)
  await expectAccessible(colleague)
  await setUp(colleague)
  await expect(colleague.getByRole('heading', title('Overview'))).toBeVisible()

  // Someone who lost their phone.
  const row = owner.getByRole('listitem').filter({ hasText: `lena${people}@example.com` })
  await owner.reload()
  await expect(row).toContainText('2FA on')
  await row.getByRole('button', { name: /^Actions for / }).click()
  await owner.getByRole('menuitem', { name: 'Reset two-factor authentication' }).click()
  await expectAccessible(owner)
  await owner.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(row).toContainText('2FA off')
  await card.getByRole('button', { name: 'Stop requiring it' }).click()
  await expect(card.getByRole('button', { name: 'Require for everyone' })).toBeVisible()
})

test('the settings of two-factor authentication are accessible', async ({ page, watch }) => {
  watch.allow(/403/)
  await signInOnPage(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expectAccessibleInBothColors(page)
  await page.getByRole('textbox', { name: 'Current password' }).last().fill('bureau-demo-2026')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('The people of the demo can’t use')
})
