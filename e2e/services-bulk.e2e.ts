import type { Page } from '@playwright/test'

import { failNextWrite, failures, loseNextResponse, submitTwice } from './faults.ts'
import {
  allowOnly,
  expect,
  expectAccessible,
  exportList,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

/** Waits for the toast and keeps it, as the focus does: after eight seconds it would be gone, whatever is still awaited. */
async function expectUndo(page: Page, done: string) {
  await expect(page.getByText(done)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
}

async function select(page: Page, ...names: readonly string[]) {
  for (const name of names) {
    const box = page.getByRole('checkbox', { name: `Select ${name}` })
    await box.click()
    await expect(box).toBeChecked()
  }
}

test('a service is deactivated and activated again, and other open screens follow @main', async ({
  page,
  context,
}) => {
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/services')
  await expect(row(second, 'Graphic design')).not.toContainText('Inactive')
  await page.goto('/services?open=4')
  const drawer = page.getByRole('dialog', { name: 'Graphic design' })
  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  await expectUndo(page, '1 service deactivated')
  await expect(drawer.getByRole('button', { name: 'Activate' })).toBeVisible()
  await expect(row(second, 'Graphic design')).toContainText('Inactive')
  await undo(page)
  await expect(drawer.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await expect(row(second, 'Graphic design')).not.toContainText('Inactive')
})

test('selected services are activated, tagged and priced together, and each can be undone @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services?category=Branding')
  await select(page, 'Brand workshop', 'Logo and wordmark')
  await expect(bar(page)).toContainText('2 services selected')

  await test.step('status', async () => {
    await bar(page).getByRole('button', { name: 'Deactivate' }).click()
    await expectUndo(page, '2 services deactivated')
    await expect(row(page, 'Brand workshop')).toContainText('Inactive')
    await undo(page)
    await expect(row(page, 'Brand workshop')).not.toContainText('Inactive')
  })

  await test.step('tags', async () => {
    await bar(page).getByRole('button', { name: 'Change tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change tags of 2 services' })
    await dialog.getByRole('combobox', { name: 'Add tags' }).fill('spring offer')
    await dialog.getByRole('combobox', { name: 'Add tags' }).press('Enter')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(page.getByText('Tags of 2 services changed')).toBeVisible()
    await page.goto('/services?tags=spring+offer')
    await expect(page.getByText('2 results')).toBeVisible()
  })

  await test.step('prices, after a preview that says how they are rounded', async () => {
    await page.goto('/services?category=Branding')
    await select(page, 'Brand workshop', 'Logo and wordmark')
    await bar(page).getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change prices of 2 services' })
    await expect(dialog.getByText('rounded to the currency’s smallest unit')).toBeVisible()
    const change = dialog.getByRole('textbox', { name: 'Change by (%)' })
    await change.fill('much')
    await expect(dialog.getByText('Enter a number from -100 to 1000')).toBeVisible()
    await change.fill('3.33')
    await expect(dialog.getByRole('row', { name: /Brand workshop/ })).toContainText('€1,498.29')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change 2 prices' }).click()
    await expectUndo(page, '2 prices changed')
    await expect(row(page, 'Brand workshop')).toContainText('€1,498.29')
    await undo(page)
    await expect(page.getByText('Prices restored')).toBeVisible()
    await expect(row(page, 'Brand workshop')).toContainText('€1,450.00')
  })
})

test('prices that changed since the preview are shown anew before anything is saved', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await startSession(page)
  await page.goto('/services?category=Web')
  await select(page, 'Web development')
  await bar(page).getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices of 1 service' })
  await dialog.getByRole('textbox', { name: 'Change by (%)' }).fill('10')
  await expect(dialog.getByRole('button', { name: 'Change 1 price' })).toBeEnabled()
  await page.route(
    '**/api/x/services/prices',
    async (route) => {
      const { prices } = route.request().postDataJSON() as { prices: { version: number }[] }
      const older = prices.map((price) => ({ ...price, version: price.version + 1 }))
      await route.fulfill({ response: await route.fetch({ postData: { prices: older } }) })
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Change 1 price' }).click()
  await expect(dialog.getByText('Some services were changed in the meantime')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 1 price' }).click()
  await expect(page.getByText('1 price changed')).toBeVisible()
})

test('prices that fail to be changed keep the percentage, and change once', async ({ page, watch }) => {
  watch.allow(...provoked, /412/)
  await signIn(page)
  const url = /\/api\/x\/services\/prices$/
  for (const answer of [...Object.values(failures), undefined]) {
    await page.goto('/services?category=Print')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .click()
    await bar(page).getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change prices of 1 service' })
    const typed = dialog.getByRole('textbox', { name: 'Change by (%)' })
    await typed.fill('10')
    const price = dialog.getByRole('row').nth(1).getByRole('cell').nth(2)
    await expect(price).toContainText('€')
    const raised = await price.innerText()
    const submit = () => dialog.getByRole('button', { name: 'Change 1 price' }).click()
    if (!answer) await loseNextResponse(page, url)
    await submitTwice({ page, url, answer: answer ?? ((route) => route.fallback()), submit, typed })
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row').nth(1)).toContainText(raised)
  }
})

test('tags that fail to be changed stay chosen, and change once', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const url = /\/api\/x\/services\/retag$/
  for (const [index, answer] of [...Object.values(failures), undefined].entries()) {
    await page.goto('/services?category=Branding')
    await select(page, 'Brand workshop', 'Logo and wordmark')
    await bar(page).getByRole('button', { name: 'Change tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change tags of 2 services' })
    const tag = `winter ${index}`
    await dialog.getByRole('combobox', { name: 'Add tags' }).fill(tag)
    await dialog.getByRole('combobox', { name: 'Add tags' }).press('Enter')
    if (answer) await failNextWrite(page, url, answer)
    else await loseNextResponse(page, url)
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /server|wrong/i })).toBeVisible()
    await expect(dialog).toContainText(tag)
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(dialog).toBeHidden()
    await page.goto(`/services?tags=${tag.replace(' ', '+')}`)
    await expect(page.getByText('2 results')).toBeVisible()
  }
})

test('someone who may only look sees why nothing can be changed', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/services?open=4')
  const drawer = page.getByRole('dialog', { name: 'Graphic design' })
  await expect(drawer.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  await expect(drawer.getByText('You need the “Manage services” permission')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/services?category=Design')
  for (const name of ['Graphic design', 'Illustration', 'Packaging design', 'Design on call'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await expect(bar(page)).toContainText('4 services selected')
  await expect(bar(page).getByRole('link', { name: 'Compare' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Change prices' })).toHaveCount(0)
  expect((await exportList(page, bar(page))).text.trim().split('\r\n')).toHaveLength(5)
})

test('all services that match are selected and exported, and the bar says how many can be changed', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services?active=true')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar(page)).toContainText('25 services selected')
  await expect(bar(page).getByRole('button', { name: 'Change prices' })).toBeVisible()
  const selectAll = bar(page).getByRole('button', { name: /^Select all \d+ matching$/ })
  const all = Number(/\d+/.exec(await selectAll.innerText())?.[0])
  expect(all).toBeGreaterThan(25)
  await selectAll.click()
  await expect(bar(page)).toContainText(`${all} services selected`)
  await expect(bar(page).getByRole('button', { name: 'Change prices' })).toBeVisible()
  expect((await exportList(page, bar(page))).text.trim().split('\r\n')).toHaveLength(all + 1)

  await page.route('**/api/services/?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { meta: object }
    await route.fulfill({ response, json: { ...body, meta: { ...body.meta, total: 1234 } } })
  })
  await page.goto('/services?active=true')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Select all 1,234 matching' }).click()
  await expect(bar(page)).toContainText('All 1,234 services selected')
  await expect(bar(page)).toContainText('Up to 200 can be changed at once')
  await expect(bar(page).getByRole('button', { name: 'Change prices' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select Graphic design' }).uncheck()
  await expect(bar(page)).toContainText('24 services selected')
  expect((await exportList(page, bar(page))).text).not.toContain('Graphic design')
})
