import type { Locator, Page } from '@playwright/test'

import { expect, hideExtensions, provoked, startSession, test } from './fixtures.ts'

test('up to four are selected and compared side by side @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/services?category=Design')
  await tick(page.getByRole('checkbox', { name: 'Select Graphic design' }))
  await expect(page.getByText('1 service selected')).toBeVisible()
  await tick(page.getByRole('checkbox', { name: 'Select Illustration' }))
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('Price')).toContainText('€85.00 / hour')
  await expect(row('Price')).toContainText('€95.00 / hour')

  await page.getByRole('textbox', { name: 'Quantity' }).fill('10')
  await expect(row('Gross for 10')).toContainText('€1,028.50')
  await expect(row('Gross for 10')).toContainText('€1,149.50')
  await expect(row('Category')).toBeVisible()
  await tick(page.getByRole('switch', { name: 'Show differences only' }))
  await expect(row('Category')).toBeHidden()
  await page.reload()
  await expect(row('Price')).toBeVisible()
  await expect(row('Category')).toBeHidden()

  await test.step('the selection is kept when going back', async () => {
    await page.getByRole('link', { name: 'Back to services' }).click()
    await expect(page.getByText('2 services selected')).toBeVisible()
    for (const name of ['Brand workshop', 'Logo and wordmark'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select Style guide' }).click()
    await expect(page.getByText('5 services selected')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Compare' })).toBeHidden()
  })

  await test.step('a missing one doesn’t hide the others', async () => {
    await page.goto('/services/compare?ids=4,4242')
    await expect(page.getByRole('alert')).toContainText('Item 4242 couldn’t be loaded')
    await expect(page.getByRole('columnheader', { name: 'Graphic design' })).toBeVisible()
  })

  await test.step('a single one can’t be compared', async () => {
    await page.goto('/services/compare?ids=4')
    await expect(page.getByText('Choose two to four services to compare')).toBeVisible()
  })
})

test('a page with more rows than can be compared can’t be selected as a whole by those who only compare', async ({
  page,
}) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/services')
  await expect(entry(page, 'Graphic design')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toHaveCount(0)
})

test('a quote of several services is computed, states how halves are rounded, and is copied as text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page)
  await page.goto('/services?open=4')
  const drawer = page.getByRole('dialog', { name: 'Graphic design' })
  await drawer.getByRole('textbox', { name: 'Quantity', exact: true }).fill('2.5')
  await expect(drawer).toContainText('Exactly €44.625, rounded up')
  await drawer.getByRole('combobox', { name: 'Add a service' }).fill('illustr')
  await page.getByRole('option', { name: /^Illustration/ }).click()
  await drawer.getByRole('button', { name: 'One more: Quantity of Illustration' }).click()
  await expect(drawer.getByRole('textbox', { name: 'Quantity of Illustration' })).toHaveValue('2')
  for (const sum of ['€402.50', '€84.53', '€487.03']) await expect(drawer).toContainText(sum)
  await drawer.getByRole('button', { name: 'Copy as text' }).click()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual([
    'Graphic design: 2.5 hours × €85.00 = €212.50',
    'Illustration: 2 hours × €95.00 = €190.00',
    'Net: €402.50',
    'Tax 21%: €84.53',
    'Total: €487.03',
  ])
  await test.step('and follows prices that someone else changes', async () => {
    await page.evaluate(async () => {
      const found = await fetch('/api/services/?search=illustration')
      const { data } = (await found.json()) as { data: { id: number; name: string }[] }
      const id = data.find(({ name }) => name === 'Illustration')?.id
      const prices = [{ id, version: 1, price: 100 }]
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/x/services/prices', { method: 'POST', headers, body: JSON.stringify({ prices }) })
    })
    await expect(drawer).toContainText('€412.50')
  })
  await drawer.getByRole('button', { name: 'Remove Illustration' }).click()
  await expect(drawer).toContainText('€257.13')
})

test('services are added to and removed from a comparison, which highlights differences', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services/compare?ids=4,5')
  await page.getByRole('combobox', { name: 'Add a service' }).fill('workshop')
  await page.getByRole('option', { name: /^Brand workshop/ }).click()
  await expect(page.getByRole('columnheader', { name: 'Brand workshop' })).toBeVisible()
  await expect(page).toHaveURL(/ids=4%2C5%2C1/)
  const colorOf = (row: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('cell')
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor)
  expect(await colorOf('Price')).not.toBe(await colorOf('Type'))
  await page.getByRole('button', { name: 'Remove Illustration' }).click()
  await expect(page.getByRole('columnheader', { name: 'Illustration' })).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('a comparison keeps row names visible and shows that it scrolls', async ({ page }) => {
    await startSession(page)
    await page.goto('/services/compare?ids=1,2,4')
    const frame = page.getByRole('region', { name: 'Comparison' })
    await expect(frame).toBeVisible()
    const second = await frame.getByRole('columnheader').nth(2).boundingBox()
    expect(second?.x).toBeLessThan(370)
    await frame.evaluate((element) => element.scrollBy(300, 0))
    await expect(frame.getByRole('rowheader', { name: 'Price' })).toBeInViewport()
    expect((await frame.getByRole('rowheader', { name: 'Price' }).boundingBox())?.x).toBeLessThan(20)
  })
})

const entry = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Services and products' }).getByRole('link', { name, exact: true })

/** Ticks a box whose state is in the address, which follows a moment later. */
async function tick(box: Locator): Promise<void> {
  await box.press('Space')
  await expect(box).toBeChecked()
}
