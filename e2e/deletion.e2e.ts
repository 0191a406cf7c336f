import type { Page } from '@playwright/test'

import { fault } from './faults.ts'
import { chooseFrom, expect, openFromMenu, signIn, startSession, test } from './fixtures.ts'

const deletions = (page: Page) => {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.postData() ?? '')
  })
  return sent
}

async function deleteOnPage(page: Page, name: string) {
  await page.goto('/customers')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
  await page.getByRole('button', { name: 'Delete customer', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeHidden()
}

test('a deletion continues on another screen', async ({ page }) => {
  await signIn(page)
  const sent = deletions(page)
  await deleteOnPage(page, 'Hugo Moreau')
  await page.getByRole('link', { name: 'New customer' }).click()
  await expect(page.getByText('Hugo Moreau deleted')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('closing the tab during the undo period sends the deletion @main', async ({ page, context }) => {
  await startSession(page)
  await deleteOnPage(page, 'Ravi Deshmukh')
  await page.close({ runBeforeUnload: true })
  const next = await context.newPage()
  await next.goto('/customers')
  await expect(next.getByRole('link', { name: 'Isla Campbell' })).toBeVisible()
  await expect
    .poll(async () => {
      await next.reload()
      await expect(next.getByRole('link', { name: 'Isla Campbell' })).toBeVisible()
      return next.getByRole('link', { name: 'Ravi Deshmukh' }).count()
    })
    .toBe(0)
})

test('signing out during the undo period sends the deletion first', async ({ page }) => {
  await signIn(page)
  const sent = deletions(page)
  await deleteOnPage(page, 'Leo Brandt')
  await chooseFrom(page.getByRole('button', { name: /your menu/ }), 'Sign out')
  await expect(page.getByRole('button', { name: /demo/i })).toBeVisible()
  expect(sent).toHaveLength(1)
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Isla Campbell' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Leo Brandt' })).toBeHidden()
})

test('Ctrl+Z undoes the last deletion and nothing is sent @main', async ({ page }) => {
  await page.clock.install()
  await signIn(page)
  const sent = deletions(page)
  await deleteOnPage(page, 'Isla Campbell')
  // With the button in hand the clock stands still.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Control+z')
  // Back where it began.
  await expect(page.getByRole('heading', { name: 'Isla Campbell', level: 1 })).toBeVisible()
  await page.clock.fastForward(6_000)
  expect(sent).toEqual([])
})

test('Undo leads back to the customer’s page, unless somebody has gone somewhere else', async ({ page }) => {
  await signIn(page)
  const sent = deletions(page)
  await deleteOnPage(page, 'Isla Campbell')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Isla Campbell', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Deleting…')).toBeHidden()
  await deleteOnPage(page, 'Isla Campbell')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  expect(sent).toEqual([])
})

test('a customer being deleted can’t be deleted again, and one undo keeps them', async ({ page }) => {
  await signIn(page)
  const sent = deletions(page)
  await deleteOnPage(page, 'Isla Campbell')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Isla Campbell', level: 1 })).toBeVisible()
  const deleting = page.getByRole('main').getByText('Deleting…')
  await expect(deleting).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(deleting).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeEnabled()
  expect(sent).toEqual([])
})

test('a few selected customers are deleted without a prompt, and the count updates immediately', async ({
  page,
}) => {
  await signIn(page)
  const sent = deletions(page)
  const people = ['Nora Fitzgerald', 'Yusuf Karimov']
  const before = Number(/^\d+/.exec(await page.getByText(/^\d+ customers$/).innerText())?.[0])
  for (const name of people) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect(page.getByRole('link', { name: 'Nora Fitzgerald' })).toBeHidden()
  await expect(page.getByText(`${before - 2} customers`, { exact: true })).toBeVisible()
  await expect(page.getByText(`1–23 of ${before - 2}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Nora Fitzgerald' })).toBeVisible()
  await expect(page.getByText(`${before} customers`, { exact: true })).toBeVisible()
  expect(sent).toEqual([])
})

test('the Undo button isn’t cut off next to a long name', async ({ page }) => {
  await page.route('**/api/customers?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { name: string; last_name: string }[] }
    Object.assign(body.data[0] ?? {}, {
      name: 'Alexandrina-Maximiliane',
      last_name: 'von Hohenzollern '.repeat(6),
    })
    await route.fulfill({ response, json: body })
  })
  await signIn(page)
  await page.getByRole('checkbox', { name: /Select Alexandrina/ }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  // Of what it says, nothing is cut off.
  expect(await undo.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true)
  expect((await undo.boundingBox())?.width).toBeGreaterThan(50)
  await undo.click()
})

test('undo ends when the deletion is sent', async ({ page }) => {
  await signIn(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/customers', async (route) => {
    if (route.request().method() === 'DELETE') await held
    await route.continue()
  })
  await deleteOnPage(page, 'Camila Restrepo')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  answer()
  await expect(page.getByText('Camila Restrepo deleted')).toBeVisible()
})

test('if one is already gone, nothing is deleted and deleting the others is offered @main', async ({
  page,
  watch,
}) => {
  watch.allow(/404/)
  await signIn(page)
  const people = ['Thandiwe Dlamini', 'Björn Guðmundsson']
  for (const name of people) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.evaluate(async () => {
    const { data } = await (await fetch('/api/customers?search=Thandiwe')).json()
    await fetch('/api/customers', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customers: [data[0].id] }),
    })
  })
  await expect(page.getByText('Nothing was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Delete the other 1' }).click()
  // Hovering the undo button pauses the countdown.
  await page.mouse.move(0, 0)
  await expect(page.getByText('Björn Guðmundsson deleted')).toBeVisible()
})

/** Selects those people in the list and deletes them; the time to undo runs. */
async function deleteSelected(page: Page, people: readonly string[]) {
  for (const name of people) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  // Hovering the undo button pauses the countdown.
  await page.mouse.move(0, 0)
}

test('a deletion whose response is lost is reported as successful once the service confirms it @main', async ({
  page,
  watch,
}) => {
  watch.allow(/404|ERR_|Failed to load/)
  await signIn(page)
  const sent = deletions(page)
  const restore = await fault(page, 'remove', 'reply lost after commit')
  await deleteSelected(page, ['Nora Fitzgerald', 'Yusuf Karimov'])
  await expect(page.getByText('2 customers deleted')).toBeVisible({ timeout: 20_000 })
  await restore()
  expect(sent).toHaveLength(1)
  await expect(page.getByRole('link', { name: 'Isla Campbell' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nora Fitzgerald' })).toBeHidden()
})

test('a deletion with an unknown outcome is reported as neither done nor undone', async ({ page, watch }) => {
  watch.allow(/404|ERR_|Failed to load/)
  await signIn(page)
  const restore = await fault(page, 'remove', 'reply lost after commit')
  const checks = /\/api\/customers\/\d+$/
  await page.route(checks, (route) => route.abort('connectionreset'))
  await deleteSelected(page, ['Rosa Delgado', 'Henrik Aaltonen'])
  await expect(page.getByText('We couldn’t confirm the deletion')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Nothing was deleted')).toBeHidden()
  await restore()
  await page.unroute(checks)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('2 customers deleted')).toBeVisible()
})

test('a deleted customer is on no screen any more, and nobody asks for their photo', async ({ page }) => {
  await signIn(page)
  await openFromMenu(page, 'Overview')
  const newest = page.getByRole('region', { name: 'Newest customers' })
  await expect(newest.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  await openFromMenu(page, 'Customers')
  await page.getByRole('checkbox', { name: 'Select Wanjiru Kamau' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await test.step('while the deletion can be undone', async () => {
    await page.getByRole('button', { name: 'Undo' }).focus()
    await openFromMenu(page, 'Overview')
    await expect(newest.getByRole('listitem').first()).toBeVisible()
    await expect(newest.getByRole('link', { name: 'Wanjiru Kamau' })).toHaveCount(0)
    await openFromMenu(page, 'Customers')
  })
  await test.step('after that', async () => {
    const photos: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) photos.push(response.url())
    })
    await expect(page.getByText('Wanjiru Kamau deleted')).toBeVisible()
    await openFromMenu(page, 'Overview')
    await expect(newest.getByRole('listitem').first()).toBeVisible()
    await expect(newest.getByRole('link', { name: 'Wanjiru Kamau' })).toHaveCount(0)
    expect(photos).toEqual([])
  })
})
