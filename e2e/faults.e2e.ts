import type { Page } from '@playwright/test'

import { fault } from './faults.ts'
import { expect, provoked, signIn, startSession, test } from './fixtures.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search customers' })
const offline = /You’re offline/
const unreachable = /Can’t reach the server\. Reconnecting/

test('the offline banner stays visible while the page scrolls', async ({ page, context, watch }) => {
  watch.allow(...provoked)
  await page.setViewportSize({ width: 1440, height: 400 })
  await startSession(page)
  await page.goto('/overview')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await expect(page.getByText(offline)).toBeInViewport()
  await context.setOffline(false)
  await expect(page.getByText(offline)).toBeHidden()
})

test('the offline banner takes its room from the rows of a list, not from its pager', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(...provoked)
  await page.setViewportSize({ width: 1440, height: 700 })
  await signIn(page)
  const next = page.getByRole('button', { name: 'next page' })
  await expect(next).toBeInViewport({ ratio: 1 })
  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await expect(next).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await context.setOffline(false)
  await expect(page.getByText(offline)).toBeHidden()
})

test('a list that failed offline loads automatically once the browser is back online', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await search(page).fill('kamau')
  await expect(page.getByText('No connection')).toBeVisible({ timeout: 15_000 })
  await context.setOffline(false)
  await expect(page.getByText(offline)).toBeHidden()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
})

test('a stopped server is announced, and failed requests are retried once it is back @main', async ({
  page,
  service,
  watch,
}) => {
  watch.allow(...provoked)
  const live = page.waitForResponse(/\/api\/x\/live/)
  await signIn(page)
  await live
  await service.kill()
  try {
    await test.step('without any user action', async () => {
      await expect(page.getByText(unreachable)).toBeVisible({ timeout: 15_000 })
    })
    await search(page).fill('kamau')
    await expect(page.getByText('No connection')).toBeVisible({ timeout: 15_000 })
  } finally {
    await service.start()
  }
  await expect(page.getByText('1 result', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(unreachable)).toBeHidden()
})

test('a screen that couldn’t open while the server was down opens once it is back', async ({
  page,
  service,
  watch,
}) => {
  watch.allow(...provoked)
  const live = page.waitForResponse(/\/api\/x\/live/)
  await signIn(page)
  await live
  await search(page).fill('kamau')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  // Its code is there, so that only the customer itself is missing.
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
  await page.goBack()
  // A row that appears under a resting pointer would be loaded before it is clicked.
  await page.mouse.move(0, 0)
  await search(page).fill('kowal')
  const row = page.getByRole('link', { name: 'Greta Kowalczyk' })
  await expect(row).toBeVisible()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await service.kill()
  try {
    // The banner moves the row; a click that begins before and ends after it opens nothing.
    await expect(page.getByText(unreachable)).toBeVisible({ timeout: 15_000 })
    await row.click()
    await expect(page.getByRole('heading', { name: 'No connection', level: 1 })).toBeVisible({
      timeout: 15_000,
    })
  } finally {
    await service.start()
  }
  await expect(page.getByRole('heading', { name: 'Greta Kowalczyk', level: 1 })).toBeVisible({
    timeout: 20_000,
  })
})

test('“Live” is shown only while changes are streamed', async ({ page, context, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/webhooks')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  const live = page.getByText('Live', { exact: true })
  await expect(live).toBeVisible({ timeout: 15_000 })
  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await expect(live).toBeHidden()
  await context.setOffline(false)
  await expect(live).toBeVisible({ timeout: 15_000 })
})

test.describe('a list that can’t be loaded shows an error and loads on retry', () => {
  for (const kind of ['500', '503 with HTML', 'hang', 'abort'] as const) {
    test(kind, async ({ page, watch }) => {
      watch.allow(...provoked)
      await signIn(page)
      const heal = await fault(page, 'list', kind)
      await page.getByRole('searchbox', { name: 'Search customers' }).fill(`kamau`)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 })
      await heal()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
    })
  }
})

test.describe('a customer whose data can’t be read says so, and is read again', () => {
  const answers = {
    'cut short': '{"data": {"id": 1001, "na',
    'of the wrong types': JSON.stringify({ success: true, data: { id: 'x', name: 5, permissions: 'all' } }),
    'no record': '[]',
  }
  for (const [what, body] of Object.entries(answers))
    test(`where the answer is ${what}`, async ({ page }) => {
      await startSession(page)
      await page.goto('/customers')
      const open = page.getByRole('link', { name: 'Wanjiru Kamau' })
      await page.route(/\/api\/customers\/\d+$/, (route) =>
        route.fulfill({ contentType: 'application/json', body }),
      )
      await open.click()
      await expect(page.getByText('Something went wrong')).toBeVisible()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
    })
})

test.describe('a customer that couldn’t be sent is kept and created exactly once', () => {
  for (const kind of [
    '500',
    '503 with HTML',
    'abort',
    'offline',
    '422 unknown field',
    '429',
    'reply lost after commit',
  ] as const) {
    test(kind, async ({ page, watch }) => {
      watch.allow(...provoked)
      const lastName = `Fault ${kind.replace(/\W/g, '')}`
      await signIn(page)
      await fillWizard(page, lastName)
      const heal = await fault(page, 'create', kind)
      await page.getByRole('button', { name: 'Create customer' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(`Test ${lastName}`).first()).toBeVisible()
      await heal()
      await page.getByRole('button', { name: 'Create customer' }).click()
      await expect(page.getByRole('heading', { name: `Test ${lastName}`, level: 1 })).toBeVisible()
      await page.goto(`/customers?search=${encodeURIComponent(lastName)}`)
      await expect(page.getByText('1 result')).toBeVisible()
    })
  }
})

async function fillWizard(page: Page, lastName: string) {
  await page.getByRole('link', { name: 'New customer' }).click()
  await page.getByRole('textbox', { name: 'First name' }).fill('Test')
  await page.getByRole('textbox', { name: 'Last name' }).fill(lastName)
  await page.getByRole('textbox', { name: 'Email' }).fill('fault@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0199')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Fault & Sons')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  for (const step of ['Files', 'Permissions', 'Review']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
}
