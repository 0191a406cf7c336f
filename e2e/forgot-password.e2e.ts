import type { Browser, Page } from '@playwright/test'

import type { MailServer } from '../server/tools/testing/mail-server.ts'
import { failures, loseNextResponse, submitTwice } from './faults.ts'
import {
  expect,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signInOnPage,
} from './fixtures.ts'
import { test } from './mail-fixtures.ts'

const title = (name: string) => ({ name, level: 1 }) as const
const password = 'nine lanterns over water'
const next = 'eleven kettles on the roof'

async function emailedSecret(mail: MailServer, link: string, email: string, count = 1): Promise<string> {
  await expect.poll(() => mail.secrets(link, email).length).toBe(count)
  return mail.secrets(link, email).at(-1) ?? ''
}

/** Someone who has joined by invitation, in a browser of their own. */
async function join(browser: Browser, baseURL: string, mail: MailServer, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const owner = await context.newPage()
  await signInOnPage(owner)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await owner.request.post('/api/x/invitations', { headers, data: { email, role: 'staff' } })
  const token = await emailedSecret(mail, 'invitation', email)
  await context.clearCookies()
  const data = { token, name: 'Ines Duarte', password }
  const joined = await owner.request.post('/api/x/invitation/accept', { headers, data })
  expect(joined.status()).toBe(200)
  return owner
}

async function requestLink(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', title('Check your email'))).toBeVisible()
}

const newPassword = (page: Page) => page.getByRole('textbox', { name: 'New password' })
const setPassword = (page: Page) => page.getByRole('button', { name: 'Set new password' }).click()

test('someone who forgot their password gets a link and a new password, once @main', async ({
  page,
  browser,
  service,
  mail,
  watch,
}) => {
  watch.allow(...provoked)
  const email = 'ines@example.com'
  const elsewhere = await join(browser, service.url, mail, email)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', title('Forgot your password?'))).toBeVisible()
  await page.keyboard.type('ines')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an email address, like name@example.com')).toBeVisible()
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If there’s an account for ${email}, we’ve sent a link.`)).toBeVisible()

  const token = await emailedSecret(mail, 'reset-password', email)
  await page.goto(`/reset-password#token=${token}`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(newPassword(page)).toBeFocused()
  await page.keyboard.type('basketball')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password is too common')).toBeVisible()
  await newPassword(page).fill(next)
  await setPassword(page)
  await expect(page.getByRole('heading', title('Your password was changed'))).toBeVisible()
  expect((await elsewhere.request.get('/api/x/session')).status()).toBe(401)
  // Neither the page nor the browser keeps it.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(token)

  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(next)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', title('Overview'))).toBeVisible()
  await elsewhere.goto(`/reset-password#token=${token}`)
  await expect(elsewhere.getByText('This link was already used.')).toBeVisible()
  await elsewhere.context().close()
})

test('a failed request for a link keeps the address, and can be sent again', async ({ page, watch }) => {
  watch.allow(...provoked)
  await page.goto('/forgot-password')
  const typed = page.getByRole('textbox', { name: 'Email' })
  for (const [index, answer] of Object.values(failures).entries()) {
    await typed.fill(`nobody${index}@example.com`)
    const submit = () => page.getByRole('button', { name: 'Email me a link' }).click()
    await submitTwice({ page, url: /\/password-reset\/request$/, answer, submit, typed })
    await page.getByRole('button', { name: 'Request another link' }).click()
  }
})

test('a new password survives errors, and a lost response says to sign in with it', async ({
  page,
  browser,
  service,
  mail,
  watch,
}) => {
  watch.allow(...provoked)
  const email = 'noor@example.com'
  await (await join(browser, service.url, mail, email)).context().close()
  await requestLink(page, email)
  await page.goto(`/reset-password#token=${await emailedSecret(mail, 'reset-password', email)}`)
  await newPassword(page).fill(next)
  await loseNextResponse(page, /\/api\/x\/password-reset$/)
  const submit = () => setPassword(page)
  const [url, typed] = [/\/api\/x\/password-reset$/, newPassword(page)]
  await submitTwice({ page, url, answer: failures['a 500'], submit, typed })
  await expect(page.getByRole('alert')).toContainText(/server/i)
  await setPassword(page)
  await expect(page.getByText(/If you’ve just set a new password, sign in with it/)).toBeVisible()
})

test('a forgotten password fits a phone', async ({ page, browser, service, mail }) => {
  const email = `${'a-very-long-name.'.repeat(3)}@example.com`.replace('.@', '@')
  await page.setViewportSize({ width: 390, height: 844 })
  const expectFit = async () => {
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothColors(page)
  }
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', title('Forgot your password?'))).toBeVisible()
  await expectFit()
  await requestLink(page, 'nobody@example.com')
  await expectFit()
  await page.goto('/reset-password')
  await expect(page.getByText('Open the whole link from the email.')).toBeVisible()
  await expectFit()
  const known = mail.secrets('invitation', email).length > 0
  if (!known) await (await join(browser, service.url, mail, email)).context().close()
  const before = mail.secrets('reset-password', email).length
  await requestLink(page, email)
  const token = await emailedSecret(mail, 'reset-password', email, before + 1)
  await page.goto(`/reset-password#token=${token}`)
  await expect(page.getByRole('heading', title('Choose a new password'))).toBeVisible()
  await expectFit()
})
