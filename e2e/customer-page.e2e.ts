import {
  chooseFrom,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  holdIdle,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'
import { makeCustomer } from './webhook-fixtures.ts'

test('previous and next follow the list the customer was opened from, across its pages @main', async ({
  page,
}) => {
  await startSession(page)
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
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
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

test('a dialog stays with its customer, whatever is pressed before it gets focus', async ({ page }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  // What the browser loads when it has nothing else to do, the dialog among it.
  await holdIdle(page)
  await page.route(/assets\/idle-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page)
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const more = page.getByRole('button', { name: 'More actions' })
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  const question = page.getByRole('dialog')

  await test.step('while the dialog is being loaded', async () => {
    await more.click()
    // A click scrolls the long menu into view first, and may miss what has moved by then.
    await remove.press('Enter')
    await expect(remove).toBeHidden()
    await page.keyboard.press('j')
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    answer()
    await expect(question.getByText('Wanjiru Kamau')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
  })

  await test.step('at the moment it opens', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    const name = await heading.innerText()
    await more.click()
    await expect(remove).toBeVisible()
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

test('activity filters are in the URL, and values can be copied and called', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await page.getByText('Notes', { exact: true }).click()
  await expect(page).toHaveURL(/only=note/)
  await expect(page.getByRole('article', { name: 'Note' })).toBeVisible()
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

test('a value the browser can’t copy shows an error', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await startSession(page)
  await page.goto('/customers/1')
  await page.getByRole('button', { name: 'Copy email', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy manually' })).toBeVisible()
  await expect(page.getByRole('tooltip', { name: 'Copy manually' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Copy email', exact: true })).toBeVisible()
})

test('a missing customer shows an error and a way back', async ({ page, watch }) => {
  watch.allow(/404/)
  await startSession(page)
  await page.goto('/customers/999999')
  await expect(page.getByRole('heading', { name: 'Customer not found', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
})

test('a customer that failed to load can be retried', async ({ page, watch }) => {
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

test('a field of an unknown type is shown as unsupported, not broken', async ({ page }) => {
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

test('a customer’s page fits every width, whatever the name and company', async ({ page }) => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  await signIn(page)
  await page.route('**/api/customers/1', async (route) => {
    const body = await (await route.fetch()).json()
    body.data.name = long
    body.data.business_information.company_name = `${long} ${long}`
    body.data.email = `${long}@example.com`
    await route.fulfill({ json: body })
  })
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/customers/1')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(long)
    await expectNoSidewaysScroll(page)
  }
})

test('an email fits on one line in a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await startSession(page)
  await page.goto('/customers/1')
  const email = page.getByRole('main').getByRole('definition').getByRole('link').first()
  await expect(email).toContainText('@')
  const lines = await email.evaluate((link) => link.getClientRects().length)
  expect(lines).toBe(1)
})

test('the top of the page shows what the customer owes, with buttons to email and call @main', async ({
  page,
}) => {
  await signIn(page)
  const { data } = await page.evaluate(async () =>
    (await fetch('/api/invoices?status=overdue&limit=1')).json(),
  )
  const [{ customer_id, customer_name, customer_email }] = data
  await page.goto(`/customers/${customer_id}`)
  await expect(page.getByRole('link', { name: `Email ${customer_name}` })).toHaveAttribute(
    'href',
    `mailto:${customer_email}`,
  )
  await expect(page.getByRole('link', { name: `Call ${customer_name}` })).toHaveAttribute(
    'href',
    /^tel:\+\d+$/,
  )
  const { data: totals } = await page.evaluate(
    async (id) => (await fetch(`/api/x/invoice-totals?customer_id=${id}&status=overdue`)).json(),
    customer_id as number,
  )
  const amount = new Intl.NumberFormat('en-US').format(totals.by_currency[0].open_amount)
  await expect(page.getByRole('definition').filter({ hasText: /\d/ }).nth(1)).toContainText(amount)
  await expect(page.getByText('Invoice overdue').first()).toBeVisible()
})

test('an invoice begun on the page of a customer is for that customer', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/6')
  await page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: 'New invoice' }).click()
  await expect(page.getByRole('heading', { name: 'New invoice', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('ليلى حداد')
})

test('the next customer never shows the previous one’s balance @main', async ({ page }) => {
  await signIn(page)
  const { data } = await page.evaluate(async () =>
    (await fetch('/api/invoices?status=overdue&limit=1')).json(),
  )
  await page.goto(`/customers/${data[0].customer_id}?size=100`)
  const figures = page.getByRole('definition')
  await expect(figures.nth(1)).toHaveText(/\d/)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/x\/invoice-totals\?/, async (route) => {
    await held
    await route.continue()
  })
  const before = page.url()
  await page.getByRole('link', { name: 'Next customer' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(data[0].customer_name)
  await expect(figures.nth(1)).toHaveText('–')
  answer()
  await expect(figures.nth(1)).not.toHaveText('–')
})

test('a phone number without digits isn’t a link', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/customers/1', async (route) => {
    const body = await (await route.fetch()).json()
    body.data.phone = 'abc'
    await route.fulfill({ json: body })
  })
  await page.goto('/customers/1')
  await expect(page.getByText('abc', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'abc' })).toBeHidden()
  await expect(page.getByRole('link', { name: /^Call/ })).toBeHidden()
})

test('the menu copies the link and uses the customer as a template', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page)
  await page.goto('/customers/1?sort=name')
  const more = page.getByRole('button', { name: 'More actions' })
  await more.click()
  await expectAccessible(page, { only: ['color-contrast'] })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/customers\/1$/)
  await chooseFrom(more, 'Use as template')
  await expect(page.getByText('Company details and permissions copied from')).toBeVisible()
})

test('permissions are a sentence that expands to the table', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/1')
  await expect(page.getByText(/^This customer /)).toBeVisible()
  const table = page.getByRole('table', { name: 'Permissions' })
  await expect(table).toBeHidden()
  await page.getByRole('button', { name: 'Show table' }).click()
  await expect(table).toBeVisible()
  await expectAccessible(page)
})

test('images and PDFs of a customer open in a dialog', async ({ page }) => {
  await signIn(page)
  const open = async (ending: RegExp) => {
    const { data } = await page.evaluate(async () => (await fetch('/api/customers')).json())
    type Row = { id: number; custom_fields: { custom_field_values: { value: unknown }[] }[] }
    const namesOf = ({ custom_fields }: Row) =>
      custom_fields
        .flatMap((field) => field.custom_field_values)
        .flatMap(({ value }) => (Array.isArray(value) ? (value as { name: string }[]) : []))
        .map(({ name }) => name)
    const owner = (data as Row[]).find((row) => namesOf(row).some((name) => ending.test(name)))
    const name = owner && namesOf(owner).find((one) => ending.test(one))
    await page.goto(`/customers/${owner?.id}`)
    await page.getByRole('link', { name: name ?? '' }).click()
    return page.getByRole('dialog', { name: name ?? '' })
  }
  // What Chromium without a window lacks; the page asks for it, and not for the browser.
  const viewer = (there: boolean) =>
    page.addInitScript((value) => {
      Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => value })
    }, there)
  await test.step('a PDF, in a browser that can’t show it', async () => {
    await viewer(false)
    const dialog = await open(/\.pdf$/)
    await expect(dialog.getByText('This PDF can’t be shown here. Download it to open it.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', /\.pdf$/)
  })
  await test.step('a PDF', async () => {
    await viewer(true)
    const dialog = await open(/\.pdf$/)
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/)
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', /\.pdf$/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('an image', async () => {
    const dialog = await open(/\.png$/)
    await expect(dialog.getByRole('img', { name: /png$/ })).toBeVisible()
    await expectAccessible(page)
  })
})

test('previous and next keep their place at the end of the list', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  const previous = page.getByRole('button', { name: 'Previous customer' })
  await expect(previous).toBeDisabled()
  const sizes = await Promise.all(
    [previous, page.getByRole('link', { name: 'Next customer' })].map((one) => one.boundingBox()),
  )
  expect(sizes[0]?.width).toBe(sizes[1]?.width)
  expect(sizes[0]?.height).toBe(sizes[1]?.height)
})

test('a phone number is corrected where it stands, checked and taken back', async ({ page }) => {
  await startSession(page)
  await page.goto('/overview')
  const id = await makeCustomer(page, 'Correctable')
  await page.goto(`/customers/${id}`)
  const details = page.getByRole('region', { name: 'Details' })
  const change = details.getByRole('button', { name: 'Change phone', exact: true })
  const phone = details.getByRole('textbox', { name: 'Phone', exact: true })
  const before = await details.getByRole('link', { name: /^\+/ }).first().textContent()
  await change.click()
  await expect(phone).toBeFocused()
  await phone.fill('')
  await phone.press('Enter')
  await expect(details.getByText('Enter the phone number')).toBeVisible()
  await expectAccessibleInBothColors(page)
  await phone.fill('+44 20 7946 0123')
  await phone.press('Enter')
  await expect(details.getByRole('link', { name: '+44 20 7946 0123' })).toBeVisible()
  await expect(change).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(details.getByRole('link', { name: before ?? '' }).first()).toBeVisible()

  await change.click()
  await phone.fill('something')
  await phone.press('Escape')
  await expect(phone).toBeHidden()
  await expect(change).toBeFocused()
})

test('a value whose answer was lost is saved once, and one that somebody else changed isn’t written over', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/overview')
  const id = await makeCustomer(page, 'Contested')
  await page.goto(`/customers/${id}`)
  const details = page.getByRole('region', { name: 'Details' })
  await details.getByRole('button', { name: 'Change phone', exact: true }).click()
  const phone = details.getByRole('textbox', { name: 'Phone', exact: true })
  await phone.fill('+44 20 7946 0999')
  await page.route(
    `**/api/x/customers/${id}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await phone.press('Enter')
  await expect(details.getByText(/reach the server/i)).toBeVisible()
  await phone.press('Enter')
  await expect(details.getByRole('link', { name: '+44 20 7946 0999' })).toBeVisible()

  await details.getByRole('button', { name: 'Change company', exact: true }).click()
  const company = details.getByRole('textbox', { name: 'Company', exact: true })
  const name = await company.inputValue()
  // Somebody else, in another tab.
  const other = await page.context().newPage()
  await other.goto(`/customers/${id}`)
  await other.getByRole('button', { name: 'Change company', exact: true }).click()
  await other.getByRole('textbox', { name: 'Company', exact: true }).fill('Their Company')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Company saved')).toBeVisible()
  await other.close()
  await company.fill('My Company')
  await company.press('Enter')
  await expect(
    details.getByText('Someone else changed it to “Their Company”. Save again to replace that.'),
  ).toBeVisible()
  await company.press('Enter')
  await expect(details.getByText('My Company')).toBeVisible()
  await details.getByRole('button', { name: 'Change company', exact: true }).click()
  await company.fill(name)
  await page.context().setOffline(true)
  await company.press('Enter')
  await expect(details.getByRole('textbox', { name: 'Company' })).toBeEnabled()
  await expect(details.getByText(/connect|offline|reach/i)).toBeVisible()
  await expect(company).toHaveValue(name)
  await page.context().setOffline(false)
  await company.press('Enter')
  await expect(details.getByText(name, { exact: true })).toBeVisible({ timeout: 20_000 })
})
