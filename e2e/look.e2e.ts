import type { Locator, Page } from '@playwright/test'

import { expect, expectAccessible, signIn, test, startSession } from './fixtures.ts'

test('a dialog dims the whole window, and nothing shifts when it opens', async ({ page }) => {
  await startSession(page)
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
  const overlay = page.locator('.mantine-Modal-overlay')
  // The dialog may be there a frame before it.
  await expect.poll(() => overlay.boundingBox()).toMatchObject({ x: 0, width })
  expect(await heading.boundingBox()).toEqual(before)
})

test('an account without any data has nothing to search, filter or export, only the way to begin', async ({
  page,
}) => {
  await signIn(page)
  for (const [path, list, title] of [
    ['/customers', '**/api/customers?*', 'No customers yet'],
    ['/invoices', '**/api/invoices?*', 'No invoices yet'],
    ['/services', '**/api/services/?*', 'No services yet'],
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
    for (const name of ['Filter', 'Views', 'Export', 'Display'])
      await expect(main.getByRole('button', { name, exact: true })).toBeHidden()
    await expect(main.getByRole('link', { name: /^Create your first/ })).toBeVisible()
    if (path === '/customers' || path === '/services')
      await expect(main.getByRole('link', { name: /^Import (customers|services)$/ })).toBeVisible()
  }
})

test('the row that is open beside its list is marked, also after walking on', async ({ page }) => {
  await signIn(page)
  for (const path of ['/invoices', '/services', '/contacts']) {
    await page.goto(path)
    const marked = page.locator('tr[aria-current]')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(marked).toHaveCount(1)
    await expect(marked).toHaveAttribute('aria-rowindex', '2')
    await page.keyboard.press('j')
    await expect(marked).toHaveAttribute('aria-rowindex', '3')
    await page.keyboard.press('Escape')
    await expect(marked).toHaveCount(0)
  }
})

test('text that doesn’t fit is shown as a whole on hover, and what fits has no title', async ({ page }) => {
  await startSession(page)
  await page.goto('/webhooks')
  const cut = page.getByText(/^automation\.example\/catch/).first()
  await cut.hover()
  await expect(cut).toHaveAttribute('title', /harbor-finch-new-contacts$/)
  const whole = page.getByText(/^crm\.old-mill\.example/).first()
  await whole.hover()
  await expect(whole).not.toHaveAttribute('title')
})

test('a record that doesn’t exist says which kind is missing, and a page leads back to its list @main', async ({
  page,
  watch,
}) => {
  watch.allow(/404/)
  await signIn(page)
  for (const [one, list] of [
    ['Customer', 'customers'],
    ['Invoice', 'invoices'],
    ['Webhook', 'webhooks'],
  ] as const) {
    await page.goto(`/${list}/424242`)
    await expect(page.getByRole('heading', { name: `${one} not found`, level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: `Back to ${list}` })).toHaveAttribute('href', `/${list}`)
  }
  for (const [one, list] of [
    ['Invoice', 'invoices'],
    ['Service', 'services'],
    ['Contact', 'contacts'],
  ] as const) {
    await page.goto(`/${list}?open=424242`)
    await expect(page.getByRole('dialog').getByRole('heading', { name: `${one} not found` })).toBeVisible()
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

test('on a phone, what can be done with a list is behind one button beside the main one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto('/meetings')
  const main = page.getByRole('main')
  const actions = main.getByRole('button', { name: 'List actions' })
  const views = main.getByRole('button', { name: 'Views', exact: true })
  await expect(main.getByRole('link', { name: 'New meeting' })).toBeVisible()
  await expect(views).toBeHidden()
  await actions.click()
  await expect(actions).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(views).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(views).toBeHidden()
  await expect(actions).toBeFocused()

  await actions.click()
  await main.getByRole('heading', { name: 'Meetings' }).click()
  await expect(views).toBeHidden()

  await actions.click()
  await views.click()
  await page.getByRole('menuitem', { name: 'All', exact: true }).click()
  await expect(views).toBeHidden()
  await expect(actions).toBeFocused()

  await actions.click()
  await main.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/meetings\/calendar/)

  // A dialog that one of them opens is no part of the menu, and keeps the focus.
  await page.goto('/invoices')
  await actions.click()
  await main.getByRole('button', { name: 'Bookkeeping…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export for bookkeeping' })
  await expect(dialog.getByRole('radio', { checked: true })).toBeVisible()
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.matches('[aria-label="List actions"]'))
        document.body.dataset['hasLeftDialog'] = 'true'
    }),
  )
  await dialog.getByRole('button', { name: 'Open the calendar' }).first().click()
  const day = page.getByRole('dialog', { name: 'Choose a date' }).getByRole('button', { pressed: true })
  await expect(day).toBeFocused()
  await expect(page.locator('body')).not.toHaveAttribute('data-has-left-dialog')
  await day.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto('/meetings')
  await expect(views).toBeVisible()
  await expect(actions).toBeHidden()
})

test('on a very wide window pages are centered, and lists use the width', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  await signIn(page)
  for (const path of ['/overview', '/customers/1', '/customers/1/edit', '/invoices/1', '/services/new']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Until the rest is loaded, the heading stands alone.
    await expect(async () => {
      const [start, end] = await roomBeside(page)
      expect(Math.abs(start - end), `${path} ${start} ${end}`).toBeLessThanOrEqual(1)
      expect(start, path).toBeGreaterThan(200)
    }).toPass({ timeout: 10_000 })
  }
  for (const path of ['/customers', '/invoices', '/services', '/contacts', '/webhooks']) {
    await page.goto(path)
    await expect(page.locator('[data-list]').first()).toBeVisible()
    await expect(async () => {
      const [start, end] = await roomBeside(page)
      expect(Math.abs(start - end), `${path} ${start} ${end}`).toBeLessThanOrEqual(1)
      expect(start, path).toBeLessThan(100)
    }).toPass({ timeout: 10_000 })
  }
})

/** The room in the main part before and after what the screen shows there, in pixels. */
const roomBeside = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const sidebar = parseFloat(getComputedStyle(main).getPropertyValue('--frame-side'))
    const boxes = [...main.querySelectorAll('h1, section, form, [data-list]')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 0)
    return [
      Math.min(...boxes.map(({ left }) => left)) - sidebar,
      innerWidth - Math.max(...boxes.map(({ right }) => right)),
    ] as const
  })

test('the ring around a row reaches over the columns that stay in sight', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('j')
  const row = page.getByRole('row').nth(1)
  await expect(row).toBeFocused()
  const rings = await row
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).boxShadow))
  expect(rings.filter((ring) => ring === 'none')).toEqual([])
})

test('in a wide window the rows share its width, and an open record stands beside its list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  await startSession(page)
  await page.goto('/services')
  const table = page.getByRole('table', { name: 'Services' })
  const list = page.getByRole('region', { name: 'Services' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox()
    return { left: box?.x ?? 0, width: box?.width ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }
  }
  const check = async () => {
    expect((await boxOf(table.locator('th').first())).width).toBeCloseTo(40, 0)
    expect((await boxOf(table)).width).toBeCloseTo((await boxOf(list)).width, 0)
  }
  await check()

  await table.getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expect
    .poll(async () => (await boxOf(drawer)).left - (await boxOf(list)).right)
    .toBeGreaterThanOrEqual(0)
  await check()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await boxOf(list)).right).toBeGreaterThan(2400)
})

test('the lists of invoices, credit notes, recurring invoices, subscriptions and services fit 1,024 px, amounts too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page)
  for (const [path, label] of [
    ['/invoices', 'Invoices'],
    ['/invoices/credit-notes', 'Credit notes'],
    ['/invoices/recurring', 'Recurring invoices'],
    ['/invoices/subscriptions', 'Subscriptions'],
    ['/services', 'Services and products'],
  ] as const) {
    await page.goto(path)
    const list = page.getByRole('region', { name: label, exact: true })
    await expect(list.getByRole('link').first()).toBeVisible()
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth), label).toBe(0)
  }
})

test('on a phone, the head of an open row has its buttons in one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await page.goto('/invoices?open=100')
  const drawer = page.getByRole('dialog', { name: /^Invoice INV-/ })
  await expect(drawer.getByRole('article').first()).toBeVisible()
  const middles = await Promise.all(
    [
      drawer.getByRole('link', { name: 'Open page' }),
      drawer.getByRole('button', { name: 'Previous invoice' }),
      drawer.getByRole('button', { name: 'Next invoice' }),
      drawer.getByRole('button', { name: 'Close' }),
    ].map(async (one) => {
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
      return Math.round(y + height / 2)
    }),
  )
  expect(new Set(middles).size).toBe(1)
})
