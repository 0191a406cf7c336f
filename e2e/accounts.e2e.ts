import type { Page } from '@playwright/test'

import {
  changeSession,
  endSessionAt,
  expect,
  openFromMenu,
  provoked,
  signInOnPage,
  test,
} from './fixtures.ts'

const studio = 'Harbor & Finch Studio'
const shop = 'Finch Print Shop'

test('each tab stays in its account when another tab switches @main', async ({ page, context }) => {
  await signInOnPage(page)
  const second = await context.newPage()
  await second.goto('/customers')
  await choose(second, shop)
  await expectIn(second, shop)

  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('hartmann')
  await expect(page.getByRole('link', { name: 'Amelia Hartmann' })).toBeVisible()
  await page.reload()
  await expectIn(page, studio)
  await expect(page.getByRole('link', { name: 'Amelia Hartmann' })).toBeVisible()

  // A new tab opens where somebody went last.
  const third = await context.newPage()
  await third.goto('/customers')
  await expectIn(third, shop)
  await expect(third.getByText(/^[\d,]+ customers$/)).toBeVisible()
  await expect(third.getByRole('link', { name: 'Amelia Hartmann' })).toHaveCount(0)
})

test('a link of an email leads to its account, and asks before it switches @main', async ({ page }) => {
  await signInOnPage(page)
  await choose(page, shop)
  await expectIn(page, shop)
  const of = await page.evaluate(() => sessionStorage.getItem('bureau.account'))
  await choose(page, studio)
  await expectIn(page, studio)

  await page.goto(`/invoices?status=overdue&account=${of}`)
  await expect(page.getByRole('heading', { name: `This page is in ${shop}` })).toBeVisible()
  await expect(page.getByText(`You’re working in ${studio}.`)).toBeVisible()
  await expect(page).not.toHaveURL(/account=/)
  await page.getByRole('button', { name: `Switch to ${shop}` }).click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await expectIn(page, shop)
  await expect(page).toHaveURL(/status=overdue/)
})

test('nothing from one account can be read or changed while switching to another @main', async ({ page }) => {
  await signInOnPage(page)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/x\/overview/, async (route) => {
    await held
    await route.continue()
  })
  await choose(page, shop)
  await expectIn(page, shop)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('the last of many accounts can be reached', async ({ page }) => {
  const others = Array.from({ length: 30 }, (_, index) => ({
    id: 1000 + index,
    name: `Branch ${index + 1}`,
    role: 'staff',
  }))
  await changeSession(page, ({ accounts }) => ({ accounts: [...accounts, ...others] }))
  await signInOnPage(page)
  await page.getByRole('button', { name: /switch account/ }).click()
  const last = page.getByRole('menuitemradio', { name: 'Branch 30' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('the screen of an account is gone before its tab is another’s, and asks nothing of that one', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shown: (string | undefined)[] = []
    Object.assign(globalThis, { shown })
    const remember = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      if (name === 'bureau.account' && this.getItem(name) !== value)
        shown.push(document.querySelector('main h1')?.textContent ?? undefined)
      remember.call(this, name, value)
    }
  })
  await signInOnPage(page)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await choose(page, shop)
  await expectIn(page, shop)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)).toEqual([
    undefined,
  ])
})

test('switching accounts asks first if work is unfinished', async ({ page }) => {
  await signInOnPage(page)
  await page.goto('/webhooks/new')
  const url = page.getByRole('textbox', { name: 'Endpoint URL' })
  await url.fill('https://hooks.example.com/half')
  await choose(page, shop)
  const question = page.getByRole('dialog', { name: 'Leave without finishing?' })
  await question.getByRole('button', { name: 'Stay' }).last().click()
  await expectIn(page, studio)
  await expect(url).toHaveValue('https://hooks.example.com/half')

  await choose(page, shop)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectIn(page, shop)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('signing in again continues in the page’s account', async ({ page, watch }) => {
  watch.allow(...provoked)
  await openCustomersOfShop(page)
  await endSessionAt(page, /search=hartmann/)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('hartmann')
  await signInOver(page)
  await expect(page.getByText('No matching customers')).toBeVisible()
  await expectIn(page, shop)
})

test('someone removed from the page’s account lands in one of their own', async ({ page, watch }) => {
  watch.allow(...provoked)
  await openCustomersOfShop(page)
  await endSessionAt(page, /search=hartmann/)
  await leaveAccount(page)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('hartmann')
  await signInOver(page)
  await expectIn(page, studio)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('going back before the switch completes stays in the current account', async ({ page }) => {
  await signInOnPage(page)
  await openFromMenu(page, 'Services')
  const answers = await holdSwitches(page)
  await choose(page, shop)
  await expect.poll(() => answers.length).toBe(1)
  await page.goBack()
  await answers[0]?.()
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
  await openFromMenu(page, 'Invoices')
  await expectIn(page, studio)
})

test('unfinished work doesn’t block signing in again to another account', async ({ page, watch }) => {
  watch.allow(...provoked)
  await openCustomersOfShop(page)
  await page.goto('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Half')
  await endSessionAt(page, /half%40example\.com/)
  await leaveAccount(page)
  await page.getByRole('textbox', { name: 'Email' }).fill('half@example.com')
  await signInOver(page)
  await expectIn(page, studio)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

/** Lets none of the answers to a change of account through until it is told to, one by one. */
async function holdSwitches(page: Page): Promise<(() => Promise<void>)[]> {
  const answers: (() => Promise<void>)[] = []
  await page.route(/\/api\/x\/switch-account/, async (route) => {
    const response = await route.fetch()
    // There may be no request waiting for it.
    answers.push(() => route.fulfill({ response }).catch(() => undefined))
  })
  return answers
}

async function openCustomersOfShop(page: Page) {
  await signInOnPage(page)
  await choose(page, shop)
  await expectIn(page, shop)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
}

/** The next sign-in is one of somebody who is not in the account of the page any more. */
async function leaveAccount(page: Page) {
  await page.route(/\/api\/x\/sign-in/, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-account-id': '999999' } }),
  )
}

async function choose(page: Page, account: string) {
  await page.getByRole('button', { name: /switch account/ }).click()
  await page.getByRole('menuitemradio', { name: account }).click()
}

async function expectIn(page: Page, account: string) {
  await expect(page.getByRole('button', { name: account })).toBeVisible()
}

async function signInOver(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill('bureau-demo-2026')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
}
