import { expect, signIn, test } from './fixtures.ts'

test('a dialog dims the whole window, and nothing shifts when it opens', async ({ page }) => {
  await signIn(page)
  // Long enough for a scrollbar.
  await page.goto('/customers/1')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  const main = await page.getByRole('main').boundingBox()
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBe(width)
  const before = await heading.boundingBox()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  const overlay = await page.locator('.mantine-Modal-overlay').boundingBox()
  expect(overlay).toMatchObject({ x: 0, width })
  expect(await heading.boundingBox()).toEqual(before)
})

test('an account without any data has nothing to search, filter or export, only the way to begin', async ({
  page,
}) => {
  await signIn(page)
  for (const [path, list, title] of [
    ['/customers', '**/api/customers?*', 'No customers yet'],
    ['/invoices', '**/api/invoices?*', 'No invoices yet'],
    ['/services', '**/api/services/?*', 'The catalog is empty'],
    ['/contacts', '**/api/**/contacts?*', 'No contacts yet'],
  ] as const) {
    await page.route(list, async (route) => {
      const body = (await (await route.fetch()).json()) as { meta: object }
      await route.fulfill({ json: { ...body, data: [], meta: { ...body.meta, total: 0 } } })
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('searchbox')).toBeHidden()
    await expect(main.getByRole('tab')).toHaveCount(0)
    for (const name of ['Filter', 'Views', 'Export', 'Display', 'Due'])
      await expect(main.getByRole('button', { name, exact: true })).toBeHidden()
  }
})

test('views, export and the button for a new record are in the header of every list', async ({ page }) => {
  await signIn(page)
  for (const [path, create] of [
    ['/customers', 'New customer'],
    ['/invoices', 'New invoice'],
    ['/services', 'New service'],
    ['/contacts', 'New contact'],
  ] as const) {
    await page.goto(path)
    const main = page.getByRole('main')
    const middles: number[] = []
    for (const name of ['Views', 'Export', create]) {
      const control = main
        .getByRole('button', { name, exact: true })
        .or(main.getByRole('link', { name, exact: true }))
      await expect(control).toBeVisible()
      const box = await control.boundingBox()
      middles.push(Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
    }
    expect(new Set(middles).size, `${path} ${middles.join(' ')}`).toBe(1)
    const search = await main.getByRole('searchbox').boundingBox()
    expect(search?.y ?? 0, path).toBeGreaterThan(middles[0] ?? 0)
  }
})
