import type { Page } from '@playwright/test'

import type { Schedule } from '#contract/invoices/schedules.ts'

import { submitDespiteFailures } from './faults.ts'
import {
  chooseFrom,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openFilters,
  provoked,
  signIn,
  test,
} from './fixtures.ts'
import { openDraft } from './invoice-fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Create recurring invoice' })
const today = new Date().toISOString().slice(0, 10)

/** Creates a schedule whose first invoice is drafted today; returns it. */
const makeSchedule = (page: Page, customer: number): Promise<Schedule> =>
  page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/x/invoice-schedules', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: Schedule }).data
    },
    {
      customer_id: customer,
      currency: 'EUR',
      payment_days: 14,
      notes: '',
      line_items: [{ description: 'Rent', quantity: 1, unit_price: 800, discount: 0, tax_rate: 0 }],
      frequency: 'weekly',
      starts_on: today,
      ends_on: null,
      max_count: null,
    },
  )
const anyCustomer = async (page: Page) => {
  const known = await page.request.get('/api/customers?page=1&limit=1&search=wanjiru')
  return ((await known.json()) as { data: { id: number }[] }).data[0]?.id ?? 0
}

test('an invoice is made recurring from its menu, and drafted when its day comes @main', async ({ page }) => {
  await signIn(page)
  await openDraft(page)
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Make recurring')
  await expect(page.getByRole('heading', { name: 'New recurring invoice' })).toBeVisible()
  // From the 29th on, a note about shorter months follows.
  await expect(page.getByText(/^Next: .* · …/)).toBeVisible()
  // It begins on a day of its own.
  await expect(page.getByText(/if sent today$/)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Description, line 1' }).fill('')
  await save(page).click()
  await expect(page.getByText('Enter a description')).toBeVisible()
  await page.getByRole('combobox', { name: 'Description, line 1' }).fill('Retainer')
  const first = page.getByRole('textbox', { name: 'First invoice' })
  await first.fill('today')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: /^Monthly invoice for/, level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Next invoices' }).getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^DRAFT-/ }).click()
  await expect(page.getByRole('article')).toContainText('Retainer')
  await page.getByRole('region', { name: 'Recurring' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Monthly invoice for/, level: 1 })).toBeVisible()
})

test('a recurring invoice is found in its list, changed, paused from the palette and deleted', async ({
  page,
}) => {
  await signIn(page)
  const { id } = await makeSchedule(page, await anyCustomer(page))
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Recurring invoices', exact: true }).click()
  await page
    .getByRole('row', { name: /Weekly.*800/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await page.getByRole('combobox', { name: 'Frequency' }).selectOption('quarterly')
  await page.getByRole('combobox', { name: 'Ends' }).selectOption('count')
  await page.getByRole('textbox', { name: 'Number of invoices' }).fill('4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('After 4 invoices')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('pause recurring')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing is drafted' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Active').first()).toBeVisible()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
  await page.getByRole('button', { name: 'Delete recurring invoice' }).click()
  await expect(page.getByRole('heading', { name: 'Recurring invoices', exact: true })).toBeVisible()
  expect((await page.request.get(`/api/x/invoice-schedules/${id}`)).status()).toBe(404)
})

test('two people who change a recurring invoice both keep their changes', async ({ page, watch }) => {
  watch.allow(/412/)
  await signIn(page)
  const { id, version, ...schedule } = await makeSchedule(page, await anyCustomer(page))
  await page.goto(`/invoices/recurring/${id}/edit`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Thank you')
  await page.evaluate(
    ([url, body, match]) =>
      fetch(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': match },
        body,
      }).then(() => undefined),
    [
      `/api/x/invoice-schedules/${id}`,
      JSON.stringify({ ...schedule, payment_days: 45 }),
      `"${version}"`,
    ] as const,
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('They also changed: Payment terms')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Due in 45 days')).toBeVisible()
  await expect(page.getByText('Thank you')).toBeVisible()
})

test('a recurring invoice that fails to be saved keeps what was typed, whatever failed', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  const { id } = await makeSchedule(page, await anyCustomer(page))
  await page.goto(`/invoices/recurring/${id}/edit`)
  const typed = page.getByRole('textbox', { name: 'Notes' })
  await typed.fill('After failures')
  const submit = () => page.getByRole('button', { name: 'Save' }).click()
  await submitDespiteFailures({ page, url: /\/invoice-schedules\/\d+$/, submit, typed })
  await expect(page.getByRole('heading', { name: /^Weekly invoice for/, level: 1 })).toBeVisible()
  await expect(page.getByText('After failures')).toBeVisible()
})

test('recurring invoices are searched by customer, filtered by status and sorted', async ({ page }) => {
  await signIn(page)
  const { id } = await makeSchedule(page, await anyCustomer(page))
  await page.evaluate(async (one) => {
    await fetch(`/api/x/invoice-schedules/${one}/pause`, { method: 'POST' })
  }, id)
  await page.goto('/invoices/recurring')
  const list = page.getByRole('table', { name: 'Recurring invoices' })
  await page.getByRole('searchbox', { name: 'Search recurring invoices' }).fill('wanjiru')
  const filters = await openFilters(page)
  const status = page.getByRole('group', { name: 'Status' })
  await status.getByRole('checkbox', { name: 'Paused' }).check()
  await expect(page).toHaveURL(/status=.*paused/)
  await expect(list.getByRole('link', { name: 'Wanjiru Kamau' }).first()).toBeVisible()
  // The rows of before, which fade until the answer, also have her name.
  await expect(page.locator('[data-list] [aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)
  await status.getByRole('checkbox', { name: 'Ended' }).check()
  await status.getByRole('checkbox', { name: 'Paused' }).uncheck()
  await expect(page.getByText('No matching recurring invoices')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.getByRole('button', { name: /Next invoice/ }).click()
  await expect(page).toHaveURL(/sort=next_on/)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})
