import { expect, expectNoSidewaysScroll, signIn, startSession, test } from './fixtures.ts'

test('a customer is created in the wizard, found in the list, opened, and deleted with undo @main @postgres', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('link', { name: 'New customer' }).click()
  await expect(page.getByRole('heading', { name: 'New customer' })).toBeVisible()

  await test.step('a step with errors doesn’t continue', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Enter the first name')).toBeVisible()
  })
  await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@navy.example')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0100')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Compilers & Co')
  await page.getByRole('textbox', { name: 'City' }).fill('Arlington')
  await page.keyboard.press('Control+Enter')

  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await page.getByRole('textbox', { name: 'What matters to them' }).fill('Nanoseconds.\nIn wire.')
  await page.getByRole('button', { name: 'Next' }).click()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add to Reference pictures' }).click()
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await (await choosing).setFiles({ name: 'moth.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByText('moth.png')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('View only').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('grace@navy.example')).toBeVisible()
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expect(page.locator('#customer-created').getByText('Customer created')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Grace Hopper', level: 1 })).toBeVisible()
  await expect(page.getByText('Arlington')).toBeVisible()
  await expect(page.getByRole('link', { name: 'moth.png' })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('hopper')
  await expect(page).toHaveURL(/search=hopper/)
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()

  const select = async () => {
    await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleting Grace Hopper')).toBeVisible()
  }
  await select()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
  await select()
  await expect(page.getByText('Grace Hopper deleted')).toBeVisible()
  await expect(page.getByText('No matching customers')).toBeVisible()
})

test('typed values are restored after a reload', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Half')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Done')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a photo' }).click()
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Done')
  await expect(page.getByRole('img', { name: 'Selected, not uploaded yet' }).first()).toBeVisible()
})

test('values typed right before a reload are saved too', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Very')
  const last = page.getByRole('textbox', { name: 'Last name' })
  for (const name of ['Last', 'Latest', 'Least']) {
    await last.fill(name)
    await page.reload()
    await page.getByRole('button', { name: 'Resume draft' }).click()
    await expect(last).toHaveValue(name)
  }
})

test('what is typed while the draft is being saved is saved as well', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  const last = page.getByRole('textbox', { name: 'Last name' })
  await expect(last).toBeVisible()
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[name=last_name]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const commit = IDBTransaction.prototype.commit
    IDBTransaction.prototype.commit = function () {
      IDBTransaction.prototype.commit = commit
      set?.call(input, 'Slow')
      input?.dispatchEvent(new Event('input', { bubbles: true }))
      // The transaction stays open for as long as something is asked of it.
      const store = this.objectStore(this.objectStoreNames[0] ?? '')
      const until = Date.now() + 100
      const wait = () => {
        if (Date.now() < until) store.count().addEventListener('success', wait)
      }
      wait()
      this.addEventListener('complete', () => document.documentElement.setAttribute('data-saved', ''))
    }
  })
  await page.getByRole('textbox', { name: 'First name' }).fill('Very')
  await expect(page.locator('html[data-saved]')).toHaveCount(1)
  await page.reload()
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(last).toHaveValue('Slow')
})

test('a draft outlives a reload even if the browser drops what the page wrote while it closed', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers/new')
  const last = page.getByRole('textbox', { name: 'Last name' })
  await expect(last).toBeVisible()
  await page.evaluate(() => {
    IDBTransaction.prototype.commit = IDBTransaction.prototype.abort
  })
  await last.fill('Kept')
  await page.reload()
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(last).toHaveValue('Kept')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Kept')
})

test('two tabs have separate drafts', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  for (const [tab, name] of [
    [page, 'First'],
    [other, 'Second'],
  ] as const) {
    await tab.goto('/customers/new')
    await tab.getByRole('textbox', { name: 'First name' }).fill(name)
    await tab.getByRole('textbox', { name: 'Last name' }).fill('Tab')
  }
  for (const [tab, name] of [
    [page, 'First'],
    [other, 'Second'],
  ] as const) {
    await tab.reload()
    await expect(tab.getByRole('region', { name: 'Unsaved draft' })).toContainText(`${name} Tab`)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing scrolls sideways', async ({ page }) => {
    await signIn(page)
    for (const path of ['/customers', '/customers/1', '/customers/new', '/customers/new?step=permissions']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })
})
