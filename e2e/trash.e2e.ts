import type { Page } from '@playwright/test'

import {
  chooseFrom,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

/** Deletes through the API, as the person who is signed in. */
async function remove(page: Page, ...names: string[]) {
  const deleted = await page.evaluate(async (wanted) => {
    const { data } = (await (await fetch('/api/customers?page=1&limit=100')).json()) as {
      data: { id: number; name: string; last_name: string }[]
    }
    const customers = data
      .filter(({ name, last_name }) => wanted.includes(`${name} ${last_name}`))
      .map(({ id }) => id)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/customers', {
      method: 'DELETE',
      headers,
      body: JSON.stringify({ customers }),
    })
    return { status: answer.status, customers }
  }, names)
  expect(deleted).toMatchObject({ status: 204, customers: { length: names.length } })
  return deleted.customers
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a deleted customer is restored from the trash with everything it had @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Hugo Moreau' }).click()
  const details = page.getByRole('region', { name: 'Details' })
  const shown = async () => {
    await expect(details.getByRole('option', { name: 'Ben Harbor' })).toBeAttached()
    return details.innerText()
  }
  const before = await shown()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
  await expect(page.getByRole('dialog')).toContainText('can be restored for 30 days')
  await page.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await expect(page.getByText('Hugo Moreau deleted')).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeFocused()
  await expect(row(page, 'Hugo Moreau')).toContainText('in 30 days')
  await page.getByRole('button', { name: 'Restore Hugo Moreau' }).click()
  await expect(page.getByText('Hugo Moreau restored')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()

  await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
  await page.getByRole('link', { name: 'Hugo Moreau' }).click()
  await expect(page.getByText('Customer restored')).toBeVisible()
  expect(await shown()).toBe(before)
})

test('the page of a deleted customer says who deleted it and restores it', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const [id] = await remove(page, 'Isla Campbell')
  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('alert')).toContainText('Isla Campbell was deleted')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'Isla Campbell', level: 1 })).toBeVisible()
})

test('several are restored or permanently deleted at once, after a question', async ({ page }) => {
  await signIn(page)
  await remove(page, 'Ravi Deshmukh', 'Leo Brandt', 'Wanjiru Kamau')
  await page.goto('/customers/trash')
  await page.getByRole('checkbox', { name: 'Select Ravi Deshmukh' }).check()
  await page.getByRole('checkbox', { name: 'Select Leo Brandt' }).check()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('2 customers restored')).toBeVisible()
  await expect(row(page, 'Leo Brandt')).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select Wanjiru Kamau' }).check()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently delete Wanjiru Kamau?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Wanjiru Kamau')).toBeVisible()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Wanjiru Kamau permanently deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})

test('what someone else restored meanwhile isn’t restored again @main', async ({ page }) => {
  await signIn(page)
  const customers = await remove(page, 'Ravi Deshmukh')
  await page.goto('/customers/trash')
  await expect(row(page, 'Ravi Deshmukh')).toBeVisible()
  await page.route('**/deleted-customers/restore', async (route) => {
    await route.fetch({ postData: { customers } })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Restore Ravi Deshmukh' }).click()
  await expect(page.getByText('Already restored or permanently deleted')).toBeVisible()
  await expect(row(page, 'Ravi Deshmukh')).toHaveCount(0)
})

test('a failure to restore is shown, and the customer stays in the trash', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await remove(page, 'Leo Brandt')
  await page.goto('/customers/trash')
  await page.route('**/deleted-customers/restore', (route) => route.abort())
  await page.getByRole('button', { name: 'Restore Leo Brandt' }).click()
  await expect(page.getByText('Couldn’t restore')).toBeVisible()
  await page.unroute('**/deleted-customers/restore')
  await page.getByRole('button', { name: 'Restore Leo Brandt' }).click()
  await expect(page.getByText('Leo Brandt restored')).toBeVisible()
})

test('the trash is accessible, and fits a phone', async ({ page }) => {
  await signIn(page)
  await remove(page, 'Leo Brandt')
  await page.goto('/customers/trash')
  await expect(page.getByRole('button', { name: 'Restore Leo Brandt' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const beyond = await page
    .getByRole('region', { name: 'Deleted customers' })
    .evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(beyond, 'what is cut off at 1,024 px').toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Restore Leo Brandt' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothColors(page)
  await page.getByRole('button', { name: 'Restore Leo Brandt' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})
