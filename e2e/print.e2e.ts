import type { Page } from '@playwright/test'

import { expect, signIn, test } from './fixtures.ts'

/** What A4 leaves between its margins. */
const paper = { width: 680, height: 980 }

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const [path, columns] of [
  ['/invoices', ['Number', 'Customer', 'Issued', 'Due', 'Status', 'Amount']],
  ['/customers', ['Name', 'Company', 'Email', 'Phone', 'Permissions']],
  ['/services', ['Name', 'Type', 'Category', 'Price', 'Unit', 'Tax']],
] as const)
  test(`${path} is printed as its rows with every column, in the colors of paper`, async ({ page }) => {
    await signIn(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(26)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize(paper)
    for (const name of columns) {
      const box = await page.getByRole('columnheader', { name }).first().boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? Infinity), name).toBeLessThanOrEqual(paper.width)
    }
    expect(await widthOf(page)).toBeLessThanOrEqual(paper.width)
    for (const nothing of [
      page.getByRole('link', { name: 'Skip to content' }),
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('combobox', { name: 'Rows per page' }),
      page.getByRole('button', { name: 'Page 2' }),
      page.getByRole('searchbox'),
      page.getByRole('button', { name: 'Display' }),
    ])
      await expect(nothing).toBeHidden()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(18, 26, 24)')
  })

test('the overview and a customer are printed without what one would press', async ({ page }) => {
  await signIn(page)
  for (const path of ['/overview', '/customers/34']) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /Newest customers|Activity/ })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(paper)
    for (const name of ['View', 'Open', 'Edit', 'Email', 'Add a note'])
      await expect(
        page.getByRole('main').getByText(name, { exact: true }).locator('visible=true'),
      ).toHaveCount(name === 'Email' && path !== '/overview' ? 1 : 0)
    expect(await widthOf(page)).toBeLessThanOrEqual(paper.width)
  }
})
