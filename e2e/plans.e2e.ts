import type { Page } from '@playwright/test'

import {
  chooseFrom,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openFilters,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, text]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(address, { method: 'POST', headers, body: text })
      return ((await answer.json()) as { data: { id: number } }).data.id
    },
    [path, JSON.stringify(body)] as const,
  )
const plan = {
  name: 'Hosting plan',
  currency: 'EUR',
  frequency: 'monthly',
  trial_days: 0,
  payment_days: 14,
  notes: '',
  line_items: [{ description: 'Hosting', quantity: 1, unit_price: 30, discount: 0, tax_rate: 0 }],
}

/** How many the overview counts in its recurring revenue. */
async function activeSubscriptions(page: Page): Promise<number> {
  await page.goto('/overview')
  const figure = page.getByRole('link', { name: /^Monthly recurring revenue/ })
  return Number(/(\d+) active subscriptions?/.exec(await figure.innerText())?.[1])
}

test('a plan is created with the keyboard, a customer subscribed, billed, changed and canceled @main', async ({
  page,
}) => {
  await signIn(page)
  const before = await activeSubscriptions(page)
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('link', { name: 'New plan' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Care plan')
  await page.getByRole('combobox', { name: 'Description, line 1' }).fill('Website care')
  await page.getByRole('textbox', { name: /^Unit price, line 1/ }).fill('30')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Care plan', level: 1 })).toBeVisible()
  await expect(page.getByText('Nobody is subscribed yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribe a customer' }).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page
    .getByRole('option', { name: /Wanjiru/i })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await expect(page.getByText(/60\.00 per month excl\. tax\. First invoice/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  // It starts today, so its first invoice is drafted at once.
  const title = page.getByRole('heading', { name: /^Care plan for .*Wanjiru/, level: 1 })
  await expect(title).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: /^DRAFT-/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change subscription' })
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'With the next invoice' })).toContainText('30.00')
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Cancel subscription')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Don’t cancel' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await activeSubscriptions(page)).toBe(before + 1)
})

test('on a phone, subscriptions are on the page of the customer and of the plan, which can be archived', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const known = await page.request.get('/api/customers?page=1&limit=1&search=wanjiru')
  const customer = ((await known.json()) as { data: { id: number }[] }).data[0]?.id ?? 0
  const id = await post(page, '/api/x/plans', plan)
  await post(page, '/api/x/subscriptions', {
    customer_id: customer,
    plan_id: id,
    starts_on: new Date().toISOString().slice(0, 10),
    trial_days: null,
    quantity: 1,
    price: null,
    ends_on: null,
    sends: false,
  })
  await page.goto(`/customers/${customer}`)
  const section = page.getByRole('region', { name: 'Subscriptions' })
  await section.getByRole('link', { name: 'Hosting plan' }).first().click()
  await expect(page.getByRole('heading', { name: /^Hosting plan for/, level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('alert').getByText(/Nothing is billed until/)).toBeVisible()
  await page.goto(`/invoices/plans/${id}`)
  await expect(page.getByRole('region', { name: 'Subscriptions' }).getByText('Paused')).toBeVisible()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Archive')
  await expect(
    page.getByText('Nobody can be subscribed to this plan any more.', { exact: false }),
  ).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto('/invoices/plans')
  await expect(page.getByRole('heading', { name: 'Plans', level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('link', { name: /Hosting plan/ })).toHaveCount(0)
})

test('all subscriptions are in one list, the next invoice first, and narrowed by status and plan @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices/plans')
  await page.getByRole('main').getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Subscriptions', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'Subscriptions' })
  const next = table.getByRole('columnheader', { name: 'Next invoice' })
  await expect(next).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText(/Monthly recurring revenue €[\d,.]+ excl\. tax/)).toBeVisible()
  await expectAccessible(page)
  await expect(table.getByRole('row', { name: /Beatrice Romano/ })).toContainText(/Canceled\s*Ends \d/)
  const filters = await openFilters(page)
  const status = page.getByRole('group', { name: 'Status' })
  await status.getByRole('checkbox', { name: 'Trial' }).check()
  await expect(page).toHaveURL(/status=.*trialing/)
  const trial = table.getByRole('row', { name: /Freya Lindqvist/ })
  await expect(trial).toContainText('Website care')
  await expect(trial).toContainText('€95.00 per month')
  await expect(page.getByText(/Monthly recurring revenue/)).toBeHidden()
  await page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('Hosting')
  await expect(page.getByRole('button', { name: 'Plan: Hosting', exact: true })).toBeVisible()
  await expect(page.getByText('No matching subscriptions')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search subscriptions' }).fill('sørensen')
  await expect(page.getByText('1 result')).toBeVisible()
  await table.getByRole('link', { name: 'Ingrid Sørensen' }).click()
  await expect(page.getByRole('heading', { name: 'Design retainer for Ingrid Sørensen' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('subscriptions')
  await page.getByRole('option', { name: 'Subscriptions' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'Freya Lindqvist' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  // Beside the title, however long the line below it is.
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const button = await page.getByRole('link', { name: 'New subscription' }).boundingBox()
  expect(button?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
})
