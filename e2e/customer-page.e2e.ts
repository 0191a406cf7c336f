import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('previous and next follow the list one came from, over the edge of its pages @postgres', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/customers?sort=name&size=5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const names = async () => {
    const { data } = await page.evaluate(async () =>
      (await fetch('/api/customers?sort=name&limit=12&page=1')).json(),
    )
    return (data as { name: string; last_name: string }[]).map(
      ({ name, last_name }) => `${name} ${last_name}`,
    )
  }
  const order = await names()
  const title = (index: number) => page.getByRole('heading', { name: order[index] ?? '', level: 1 })
  await page.getByRole('link', { name: order[4] ?? '' }).click()
  await expect(title(4)).toBeVisible()
  await expect(page.getByText(/^5 of \d+$/)).toBeVisible()

  await page.getByRole('link', { name: 'Next customer' }).click()
  await expect(title(5)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('j')
  await expect(title(6)).toBeVisible()
  await page.keyboard.press('k')
  await expect(title(5)).toBeVisible()
  // What is asked over the page is about this customer, and no key may change that.
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title(5)).toBeVisible()
  await page.getByRole('link', { name: 'Previous customer' }).click()
  await expect(title(4)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^5 of \d+$/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/sort=name/)
})

test('what a question is about stays, whatever is pressed before it has the focus', async ({ page }) => {
  await signIn(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/delete-dialog/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  const question = page.getByRole('dialog')

  await test.step('while the question is being fetched', async () => {
    await remove.click()
    await page.keyboard.press('j')
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    answer()
    await expect(question.getByText('Wanjiru Kamau')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
  })

  await test.step('in the instant in which it opens', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    const name = await heading.innerText()
    await remove.evaluate(async (button: HTMLButtonElement) => {
      button.click()
      while (!document.querySelector('[role=dialog]')) await new Promise((next) => setTimeout(next))
      button.focus()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    await expect(question.getByText(name)).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(heading).toHaveText(name)
  })
})

test('what happened is filtered in the URL, and values are ready to be used', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await page.getByText('Notes', { exact: true }).click()
  await expect(page).toHaveURL(/only=note/)
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(page.getByText('Customer created')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Notes' })).toBeChecked()

  await page.getByRole('button', { name: 'Copy email', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Email copied' })).toBeVisible()
  const email = await page.evaluate(() => navigator.clipboard.readText())
  expect(email).toContain('@')
  await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  await expectAccessible(page)
})

test('a value that the browser refuses to copy says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await signIn(page)
  await page.goto('/customers/1')
  await page.getByRole('button', { name: 'Copy email', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy manually' })).toBeVisible()
  await expect(page.getByRole('tooltip', { name: 'Copy manually' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Copy email', exact: true })).toBeVisible()
})

test('a customer that is not there says so and leads back', async ({ page, watch }) => {
  watch.allow(/404/)
  await signIn(page)
  await page.goto('/customers/999999')
  await expect(page.getByText('It may have been deleted')).toBeVisible()
  await expectAccessible(page)
})

test('a customer that could not be loaded comes with another try', async ({ page, watch }) => {
  watch.allow(/503/)
  await signIn(page)
  let isDown = true
  await page.route('**/api/customers/1', (route) =>
    isDown
      ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Down</h1>' })
      : route.continue(),
  )
  await page.goto('/customers/1')
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible()
})

test('a field of an unknown kind is shown as unsupported, not broken', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/customers/1', async (route) => {
    const answer = await (await route.fetch()).json()
    const [field] = answer.data.custom_fields
    field.type = 42
    field.custom_field_values = [
      {
        id: 1,
        owner_id: 1,
        user_id: 1,
        custom_field_id: field.id,
        value: 'from the future',
        created_at: answer.data.custom_fields[0].created_at,
        updated_at: answer.data.custom_fields[0].created_at,
      },
    ]
    await route.fulfill({ json: answer })
  })
  await page.goto('/customers/1')
  await expect(page.getByText(/from the future .*unsupported field type/)).toBeVisible()
})

test('the page of a customer fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/customers/1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
