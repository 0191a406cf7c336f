import type { Page } from '@playwright/test'

import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('the day begins with the overview, and what is overdue leads to its invoice', async ({ page }) => {
  await openOverview(page)
  await expect(page.getByText(/^Good |^Hello/)).toBeVisible()
  const longest = page.getByRole('list', { name: 'Overdue longest' }).getByRole('listitem').first()
  await expect(longest.getByText(/\d+ days? overdue/)).toBeVisible()
  const number = await longest.getByRole('link').innerText()
  await longest.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('every number leads to a list that has as many @postgres', async ({ page }) => {
  test.slow()
  await openOverview(page)
  const names = await numbersOf(page)
  // Four statuses, five ages, customers, invoices and services, overdue and drafts.
  expect(names.length).toBeGreaterThanOrEqual(13)
  for (const name of names) {
    await test.step(name, async () => {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeHidden()
      const count = /\d[\d,]*/.exec(name)?.[0]
      await expect(page.getByText(new RegExp(`^${count} [a-z]`)).first()).toBeVisible()
      await page.goBack()
    })
  }
})

test('amounts are of one currency at a time, and the choice is in the address', async ({ page }) => {
  await openOverview(page)
  await expect(page.getByRole('heading', { name: 'Invoices by status, EUR' })).toBeVisible()
  const statuses = page.getByRole('region', { name: /Invoices by status/ })
  await expect(statuses.getByText(/^€/).first()).toBeVisible()
  await page.getByRole('radio', { name: 'EUR' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/currency=USD/)
  await expect(statuses.getByText(/^US\$/).first()).toBeVisible()
  await expect(statuses.getByText(/^€/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Revenue by month, USD' })).toBeVisible()
  await page.goto('/overview?currency=nothing')
  await expect(page.getByRole('heading', { name: 'Revenue by month, EUR' })).toBeVisible()
})

test('revenue is a chart with words, the same as a table, and loads its code here alone', async ({
  page,
}) => {
  const charts: string[] = []
  page.on('request', (request) => {
    if (/\/chart-[^/]+\.js$/.test(request.url())) charts.push(request.url())
  })
  await signIn(page)
  for (const list of ['Services', 'Invoices'])
    await test.step(list, async () => {
      await page.getByRole('navigation').getByRole('link', { name: list, exact: true }).click()
      await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible()
    })
  expect(charts).toEqual([])

  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('img', { name: /paid in the last 12 months/ })).toBeVisible()
  await expect.poll(() => charts.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: /paid in the last 12 months/ })
  await expect(table.getByRole('rowheader')).toHaveCount(12)
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await expect(table).toBeHidden()
})

test.describe('in the time zone of the account', () => {
  // The lists carry no zone, so the browser's own day decides what is late.
  test.use({ timezoneId: 'UTC' })

  test('a service without the overview is read by its lists, with the same figures and a word on where they are from', async ({
    page,
  }) => {
    await openOverview(page)
    const told = await numbersOf(page)
    const overdue = await page.getByRole('list', { name: /^Overdue/ }).allInnerTexts()
    await page.route('**/api/x/session', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: { features: string[] } }
      const features = data.features.filter((feature) => feature !== 'overview')
      await route.fulfill({ response: answer, json: { data: { ...data, features } } })
    })
    await page.reload()
    await expect(page.getByText(/Calculated in this browser from all \d+ invoices/)).toBeVisible()
    expect(await numbersOf(page)).toEqual(told)
    expect(await page.getByRole('list', { name: /^Overdue/ }).allInnerTexts()).toEqual(overdue)
  })
})

test('an account that has nothing yet is shown where to begin', async ({ page }) => {
  await change(page, (data) => ({
    ...data,
    counts: { customers: 0, services: 0, active_services: 0, invoices: 0, contacts: 0, webhooks: 0 },
  }))
  await enter(page)
  await expect(page.getByRole('heading', { name: /Welcome to/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New customer' }).click()
  await expect(page.getByRole('heading', { name: 'New customer' })).toBeVisible()
})

test('a day without worries says so', async ({ page }) => {
  await change(page, (data) => ({
    ...data,
    receivables: [{ status: 'paid', currency: 'EUR', count: 1, amount: 10 }],
    ageing: [],
    overdue: [],
    stale_drafts: { count: 0, oldest: null },
    revenue: [],
  }))
  await openOverview(page)
  await expect(page.getByText('Nothing is overdue.', { exact: false })).toBeVisible()
  await expect(page.getByText('No drafts.')).toBeVisible()
  await expect(page.getByText('No EUR invoices were paid in the last 12 months.')).toBeVisible()
})

test('a webhook that fails is told with how often, and many currencies are chosen from a list', async ({
  page,
}) => {
  const currencies = ['EUR', 'USD', 'JPY', 'GBP', 'KWD']
  await change(page, (data) => ({
    ...data,
    counts: { ...(data['counts'] as object), webhooks: 2 },
    failing_webhooks: [
      { id: 7, url: 'https://hooks.example/in?key=1', status: 'disabled', failure_count: 12 },
    ],
    receivables: currencies.map((currency) => ({ status: 'sent', currency, count: 1, amount: 1.5 })),
    ageing: currencies.map((currency) => ({ bucket: '1-30', currency, count: 1, amount: 1.5 })),
    overdue: [],
  }))
  await openOverview(page)
  const webhooks = page.getByRole('region', { name: 'Failing webhooks' })
  await expect(webhooks.getByText('disabled, 12 consecutive failures')).toBeVisible()
  await expect(webhooks.getByRole('link', { name: 'hooks.example' })).toHaveAttribute('href', '/webhooks/7')
  await expect(page.getByText('5 sent invoices past the due date but not marked as overdue')).toBeVisible()
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('KWD')
  await expect(page.getByText('KWD 1.500').first()).toBeVisible()
  await expectAccessible(page)
})

test('an overview that cannot be loaded says so and comes back', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  watch.allow(/net::ERR/)
  await page.route('**/api/x/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await enter(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/x/overview')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible({ timeout: 20_000 })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})

test('figures that could not be renewed stay, and say how old they are', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.clock.install()
  await openOverview(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.clock.fastForward('01:00')
  await page.route('**/api/x/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText(/Figures as of/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('the overview is accessible, as chart and as table', async ({ page }) => {
      await openOverview(page)
      await expect(page.getByRole('img', { name: /paid in the last 12 months/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expectAccessible(page)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing sticks out sideways', async ({ page }) => {
    await openOverview(page)
    await expect(page.getByRole('img', { name: /paid in the last 12 months/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expectNoSidewaysScroll(page)
  })
})

/** Where signing in leads by itself. */
async function enter(page: Page) {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}

async function openOverview(page: Page) {
  await enter(page)
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible()
}

/** The names of the links that say how many there are of something. */
async function numbersOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible()
  return page
    .getByRole('link', { name: /^(All )?\d/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''))
}

/** Changes what the service answers at the network's edge. */
async function change(page: Page, to: (data: Record<string, unknown>) => Record<string, unknown>) {
  await page.route('**/api/x/overview', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { data: to(data) } })
  })
}
