import type { Browser, Page } from '@playwright/test'

import { submitDespiteFailures } from './faults.ts'
import { expect, signInOnPage, test } from './fixtures.ts'

const password = 'nine lanterns over water'
const next = 'eleven kettles on the roof'
let colleagues = 0

/** Someone who has just joined, in a browser of their own: the passwords of the demo can't be changed. */
async function newColleague(page: Page, browser: Browser, baseURL: string) {
  await signInOnPage(page)
  colleagues += 1
  const email = `ines${colleagues}@example.com`
  const link = await page.evaluate(async (invited) => {
    const answer = await fetch('/api/x/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: invited, role: 'staff' }),
    })
    return ((await answer.json()) as { data: { link: string } }).data.link
  }, email)
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const own = await context.newPage()
  await own.goto(link)
  await own.getByRole('textbox', { name: 'Your name' }).fill('Ines Duarte')
  await own.getByRole('textbox', { name: 'Choose a password' }).fill(password)
  await own.getByRole('button', { name: /^Join / }).click()
  await expect(own.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  return { email, own }
}

/** The same person in another browser. */
async function elsewhere(browser: Browser, baseURL: string, email: string) {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const other = await context.newPage()
  await other.goto('/sign-in')
  await other.getByRole('textbox', { name: 'Email' }).fill(email)
  await other.getByRole('textbox', { name: 'Password' }).fill(password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  return other
}

async function openSecurity(page: Page) {
  await page.goto('/settings/security')
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
}

async function fill(page: Page, current: string, chosen: string) {
  await page.getByRole('textbox', { name: 'Current password' }).fill(current)
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('a person changes their password, which signs them out everywhere else @main', async ({
  page,
  browser,
  service,
}) => {
  const { email, own } = await newColleague(page, browser, service.url)
  const other = await elsewhere(browser, service.url, email)
  await openSecurity(own)
  await fill(own, 'not my password', next)
  await expect(own.getByText('Incorrect password')).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'Current password' })).toBeFocused()
  await fill(own, password, 'Password123')
  await expect(own.getByText(/This password is too common/)).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'Current password' })).toHaveValue(password)
  await fill(own, password, next)
  await expect(own.getByText('Password changed. You’re signed out everywhere else.')).toBeVisible()
  await expect(own.getByRole('textbox', { name: 'New password' })).toHaveValue('')
  expect(await other.evaluate(async () => (await fetch('/api/x/session')).status)).toBe(401)
  expect(await own.evaluate(async () => (await fetch('/api/x/session')).status)).toBe(200)
})

test('a person signs out another browser, and then all others @main', async ({ page, browser, service }) => {
  const { email, own } = await newColleague(page, browser, service.url)
  const others = [
    await elsewhere(browser, service.url, email),
    await elsewhere(browser, service.url, email),
    await elsewhere(browser, service.url, email),
  ]
  await openSecurity(own)
  const list = own.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
  await expect(list).toHaveCount(4)
  await expect(list.first()).toContainText('This browser')
  await expect(list.first()).toContainText(/Chrom\w+ on Linux/)
  await list
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(list).toHaveCount(3)
  await own.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(list).toHaveCount(1)
  for (const other of others)
    expect(await other.evaluate(async () => (await fetch('/api/x/session')).status)).toBe(401)
})

test('the passwords of the demo can’t be changed', async ({ page, watch }) => {
  watch.allow(/403/)
  await signInOnPage(page)
  await openSecurity(page)
  await fill(page, 'bureau-demo-2026', next)
  await expect(page.getByRole('alert')).toContainText('The passwords of the demo can’t be changed')
})

test('a new password survives whatever fails', async ({ page, browser, service }) => {
  const { own } = await newColleague(page, browser, service.url)
  await openSecurity(own)
  await own.getByRole('textbox', { name: 'Current password' }).fill(password)
  const typed = own.getByRole('textbox', { name: 'New password' })
  await typed.fill(next)
  const submit = () => own.getByRole('button', { name: 'Change password' }).click()
  await submitDespiteFailures({ page: own, url: /\/api\/x\/password$/, submit, typed })
  await expect(own.getByText('Password changed. You’re signed out everywhere else.')).toBeVisible()
})
