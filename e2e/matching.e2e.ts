import type { Page } from '@playwright/test'

import { fault } from './faults.ts'
import {
  expect,
  expectAccessible,
  exportList,
  hideExtensions,
  signIn,
  startSession,
  test,
} from './fixtures.ts'
import { makeCustomer } from './webhook-fixtures.ts'

/** Shows as many new customers of that name, two on a page, and selects all of them. */
async function selectAll(page: Page, name: string, count: number) {
  await signIn(page)
  for (let made = 0; made < count; made += 1) await makeCustomer(page, name)
  await page.goto(`/customers?search=${name}&size=2`)
  await expect(page.getByText(`${count} results`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('2 customers selected')).toBeVisible()
  await page.getByRole('button', { name: `Select all ${count} matching` }).click()
  await expect(page.getByText(`All ${count} customers selected`)).toBeVisible()
}

async function confirm(page: Page, count: number) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('textbox', { name: /to confirm/ }).fill(String(count))
  await page.getByRole('button', { name: `Delete ${count} customers` }).click()
}

const found = (page: Page, name: string) =>
  page.evaluate(async (search) => {
    const { meta } = await (await fetch(`/api/customers?search=${search}&limit=1`)).json()
    return meta.total as number
  }, name)

test('all customers that match are deleted once their number is typed @main @postgres', async ({ page }) => {
  await selectAll(page, 'Obsolete', 5)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 5 customers?' })
  await expect(dialog.getByText('Search: Obsolete')).toBeVisible()
  await expectAccessible(page)
  const remove = dialog.getByRole('button', { name: 'Delete 5 customers' })
  await expect(remove).toBeDisabled()
  await dialog.getByRole('textbox').fill('4')
  await expect(remove).toBeDisabled()
  await dialog.getByRole('textbox').fill('5')
  await dialog.getByRole('textbox').press('Enter')
  await expect(page.getByText('5 customers deleted')).toBeVisible()
  await expect(page.getByText('No matching customers')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
})

test('all that match are exported, over all pages', async ({ page }) => {
  await selectAll(page, 'Exported', 3)
  const bar = page.getByRole('region', { name: 'Selection' })
  const { text } = await exportList(page, bar)
  expect(text.match(/Exported/g)).toHaveLength(3)
})

test('clearing one row of all leaves the others of its page, and another search leaves none', async ({
  page,
}) => {
  await selectAll(page, 'Kept', 3)
  const row = page.getByRole('checkbox', { name: 'Select Kept Event' })
  await row.first().uncheck()
  await expect(page.getByText('1 customer selected')).toBeVisible()
  await row.first().check()
  await page.getByRole('button', { name: 'Select all 3 matching' }).click()
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('Kept Event')
  await expect(page.getByText('Search: Kept Event')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
})

test('a deletion whose response is lost is found out about, and not repeated', async ({ page, watch }) => {
  watch.allow(/ERR_|Failed to load/)
  await selectAll(page, 'Lost', 3)
  const restore = await fault(page, 'remove matching', 'reply lost after commit')
  await confirm(page, 3)
  await expect(page.getByText(/The deletion may have started/)).toBeVisible()
  await restore()
  await makeCustomer(page, 'Lost')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('3 customers deleted')).toBeVisible()
  // The fourth came later.
  expect(await found(page, 'Lost')).toBe(1)
})

test('if another number matches by then, nobody is deleted and the new number is asked for @main', async ({
  page,
  watch,
}) => {
  watch.allow(/422/)
  await selectAll(page, 'Moving', 3)
  await page.route('**/api/x/customer-deletions', async (route) => {
    const body = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify({ ...body, count: 2 }) })
  })
  await confirm(page, 3)
  const field = page.getByRole('textbox', { name: /to confirm/ })
  await expect(field).toHaveAccessibleDescription(/3 customers match now, not 2/)
  await expect(field).toHaveValue('')
  expect(await found(page, 'Moving')).toBe(3)
})

test('a deletion that runs is shown again after a reload, and can be canceled', async ({ page }) => {
  await signIn(page)
  const running = {
    id: 7,
    state: 'running',
    total: 900,
    deleted: 300,
    missing: 0,
    failed: 0,
    caused_by: 'Ada Finch',
    created_at: '2026-01-01T00:00:00.000000Z',
    finished_at: null,
  }
  let state: object = running
  await page.route('**/api/x/customer-deletions', (route) => route.fulfill({ json: { data: [running] } }))
  await page.route('**/api/x/customer-deletions/7', (route) => route.fulfill({ json: { data: state } }))
  await page.route('**/api/x/customer-deletions/7/cancel', (route) => {
    state = { ...running, state: 'canceled', deleted: 350, finished_at: running.created_at }
    return route.fulfill({ json: { data: state } })
  })
  await page.reload()
  await expect(page.getByText('Deleting 900 customers… 300 done')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('350 of 900 customers had been deleted by then.')).toBeVisible()
})

test('a service that deletes no matching customers is not asked to', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/customers?size=2')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('2 customers selected')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Select all/ })).toBeHidden()
})
