import {
  beIdle,
  endOfMotion,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  holdIdle,
  provoked,
  signInOnPage,
  startSession,
  test,
} from './fixtures.ts'

test('the printed URL leads to sign-in and then to the list @main', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a question mark shows the shortcuts, except while typing', async ({ page }) => {
  await signInOnPage(page)
  await page
    .getByRole('searchbox', { name: /search/i })
    .first()
    .pressSequentially('?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
})

test('opening the palette over a dialog leaves the dialog unchanged', async ({ page }) => {
  await startSession(page)
  await page.goto('/services')
  await page.getByRole('link', { name: 'Graphic design' }).click()
  const drawer = page.getByRole('dialog', { name: 'Graphic design' })
  await expect(drawer).toBeVisible()
  await test.step('Escape closes only the palette', async () => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: /search records/i })
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await endOfMotion(page)
    await expect(drawer).toBeVisible()
  })
  await test.step('a question mark shows the shortcuts over both, and Escape closes one at a time', async () => {
    await drawer.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toBeVisible()
    await endOfMotion(page)
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    await expect(drawer).toBeVisible()
    await endOfMotion(page)
    // Out of sight it is still there for a moment, and has the keys.
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts', includeHidden: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })
})

test('the first Tab skips the navigation', async ({ page }) => {
  await signInOnPage(page)
  await page.reload()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('an unknown URL says so and offers a way back', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('a session that fails to load can be retried', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signInOnPage(page)
  await page.route('**/api/x/session', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/services')
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessible(page)
  await page.unroute('**/api/x/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
})

test('while a dialog is open the page neither shifts nor has an undimmed edge', async ({ page }) => {
  await startSession(page)
  await page.goto('/overview')
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  expect(await page.evaluate(() => document.documentElement.clientWidth - innerWidth)).toBe(0)
})

test('a rate limit pause is counted down, then the list loads automatically', async ({ page, watch }) => {
  watch.allow(/429/)
  await signInOnPage(page)
  let refusals = 1
  await page.route('**/api/customers?**', (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 429,
          // Longer than a busy machine takes to open the page.
          headers: { 'retry-after': '6' },
          json: { message: 'Too many requests' },
        })
      : route.continue(),
  )
  await page.goto('/customers?search=kowal')
  await expect(page.getByText(/Resuming in \d seconds?/)).toBeVisible()
  await expect(page.getByText(/Greta Kowalczyk/)).toBeVisible()
  await expect(page.getByText(/Resuming/)).toBeHidden()
})

test('a rate-limited write keeps its input and says when to retry @main', async ({ page, watch }) => {
  watch.allow(/429/)
  await startSession(page)
  await page.goto('/webhooks/1')
  let refusals = 1
  await page.route('**/api/v1/webhooks/*', (route) =>
    route.request().method() === 'PUT' && refusals-- > 0
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '3' },
          json: { message: 'Too many requests' },
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/Try again in \d seconds?/)).toBeVisible()
  await expect(page.getByText(/Try again/)).toBeHidden()
})

test('the account is selected at the top of the sidebar, the colors at the bottom', async ({ page }) => {
  await signInOnPage(page)
  const person = page.getByRole('button', { name: /your menu/ })
  await expect(person).toContainText('Ada Finch')
  await expect(person).toContainText('Owner')
  await person.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /switch account/ }).click()
  await page.getByRole('menuitemradio', { name: 'Finch Print Shop' }).click()
  await expect(page.getByRole('button', { name: /Finch Print Shop/ })).toBeVisible()
  await expect(person).toContainText('Staff')
})

test('the sidebar counts what needs attention and updates', async ({ page }) => {
  await signInOnPage(page)
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await expect(entry('Invoices')).toHaveAccessibleDescription(/^\d+ overdue$/)
  await expect(entry('Webhooks')).toHaveAccessibleDescription('1 webhook failing')
  await page.goto('/webhooks')
  const row = page.getByRole('row').filter({ hasText: 'Old Mill CRM' })
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Pause')
  await expect(entry('Webhooks')).toHaveAccessibleDescription('')
  await choose('Resume')
  await expect(entry('Webhooks')).toHaveAccessibleDescription('1 webhook failing')
})

test('the sidebar collapses to icons with tooltips and stays collapsed', async ({ page }) => {
  await signInOnPage(page)
  const main = page.getByRole('heading', { level: 1 })
  const wide = (await main.boundingBox())?.x ?? 0
  await page.getByRole('button', { name: 'Collapse or expand sidebar' }).click()
  await expect.poll(async () => (await main.boundingBox())?.x).toBeLessThan(wide - 150)
  await page.reload()
  await expect(main).toBeVisible()
  expect((await main.boundingBox())?.x).toBeLessThan(wide - 150)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Services' })).toBeVisible()
  await expectAccessible(page)
})

test('G and a letter open a screen, C starts a new record, and a letter after G does nothing else @main', async ({
  page,
}) => {
  await signInOnPage(page)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New webhook', level: 1 })).toBeVisible()
  // In a form letters are text.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New customer', level: 1 })).toBeVisible()
  await page.goto('/invoices/recurring')
  await expect(page.getByRole('link', { name: 'New recurring invoice' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New recurring invoice', level: 1 })).toBeVisible()
})

test('single-key shortcuts can be turned off in this browser, without the others', async ({ page }) => {
  await signInOnPage(page)
  const rows = page.getByRole('row')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const choice = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await page.keyboard.press('Shift+?')
  await expect(choice).toBeChecked()
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  // While the dialog still takes the focus, a key would go down on one thing and up on another.
  await expect(async () => {
    await choice.focus()
    await endOfMotion(page)
    await expect(choice).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(choice).not.toBeChecked()
  await expectAccessibleInBothColors(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.reload()
  await expect(rows.nth(2)).toBeVisible()
  for (const key of ['j', 'k', '/', 'Shift+?']) await page.keyboard.press(key)
  await expect(rows.nth(1)).not.toBeFocused()
  await expect(search).not.toBeFocused()
  await rows.nth(1).focus()
  for (const key of ['j', 'x', '/', 'Shift+?']) await page.keyboard.press(key)
  await expect(rows.nth(1)).toBeFocused()
  await expect(rows.nth(1).getByRole('checkbox')).not.toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /search records/i })).toBeFocused()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet).toBeVisible()
  await endOfMotion(page)
  await choice.press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('j')
  await expect(page.getByText(/^3 of \d+$/)).toBeVisible()
})

for (const [name, role] of [
  ['Display', 'dialog'],
  ['your menu', 'menu'],
  ['switch account', 'menu'],
] as const) {
  test(`a press on “${name}” opens its menu even if that arrives before the release`, async ({ page }) => {
    await holdIdle(page)
    await signInOnPage(page)
    await page.getByRole('button', { name }).hover()
    await page.mouse.down()
    await beIdle(page)
    const opened = page.getByRole(role)
    await expect(opened).toBeVisible()
    await page.mouse.up()
    await endOfMotion(page)
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  })

  test(`“${name}” keeps the focus when its menu arrives`, async ({ page }) => {
    await holdIdle(page)
    await signInOnPage(page)
    const button = page.getByRole('button', { name })
    await button.focus()
    await beIdle(page)
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(button).toBeFocused()
  })
}

test('every entry of the rail can be pressed in a low window, as on an enlarged screen', async ({ page }) => {
  await startSession(page)
  await page.setViewportSize({ width: 1024, height: 420 })
  await page.goto('/customers')
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Settings', 'Webhooks', 'Overview']) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('on a phone Escape closes the navigation wherever the focus is, which is on its button then', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await page.goto('/customers')
  const button = page.getByRole('button', { name: 'Navigation' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' })
  for (const element of [button, link]) {
    await button.click()
    await expect(link).toBeInViewport()
    await element.focus()
    await page.keyboard.press('Escape')
    await expect(link).not.toBeInViewport()
    await expect(button).toBeFocused()
  }
})

test('on a phone the navigation closes once Tab leaves it for what it covers', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await page.goto('/customers')
  const button = page.getByRole('button', { name: 'Navigation' })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await button.click()
  await expect(menu.getByRole('link', { name: 'Services' })).toBeInViewport()
  await menu.getByRole('button', { name: /your menu/ }).focus()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeInViewport()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})
