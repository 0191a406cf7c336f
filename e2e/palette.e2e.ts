import type { Page, Route } from '@playwright/test'

import { expect, hideExtensions, signIn, startSession, test } from './fixtures.ts'

const input = (page: Page) => page.getByRole('combobox', { name: 'Search records, screens and actions' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const option = (page: Page, name: RegExp) => results(page).getByRole('option', { name })
const selected = (page: Page) => results(page).getByRole('option', { selected: true })

async function open(page: Page, text = '') {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
}

test('the palette opens customers, screens and actions with the keyboard alone @main', async ({ page }) => {
  await signIn(page)
  await open(page, 'kowal')
  await expect(option(page, /Greta Kowalczyk/).first()).toBeVisible()
  await expect(selected(page)).toHaveText(/Greta Kowalczyk/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Greta Kowalczyk', level: 1 })).toBeVisible()

  await open(page, 'dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await open(page, 'serv')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
  await open(page, 'nothing like this')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(input(page)).toBeHidden()
})

test('an invoice is found by part of its number, a service and a webhook by name @main', async ({ page }) => {
  await signIn(page)
  await open(page, '0169')
  await expect(selected(page)).toHaveText(/INV-2026-0169.*(Overdue|Paid|Sent|Draft)/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/\d+$/)
  await open(page, 'graphic')
  await expect(selected(page)).toHaveText(/Graphic design/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Graphic design' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('old-mill')
  await expect(selected(page)).toHaveText(/crm\.old-mill\.example.*Failing/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/webhooks\/\d+$/)
})

test('Enter pressed before the results arrive opens the first one', async ({ page }) => {
  await signIn(page)
  const held: Route[] = []
  await page.route('**/api/x/search?*', (route) => void held.push(route))
  await open(page, 'horvat')
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(input(page)).toBeVisible()
  await page.unroute('**/api/x/search?*')
  for (const route of held) await route.continue().catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Ana Horvat', level: 1 })).toBeVisible()
})

test('Enter waits for what the whole text finds, and opens nothing that only its beginning found', async ({
  page,
}) => {
  await signIn(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/x/search?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: Record<'customers' | 'contacts', unknown[]> }
    if (new URL(route.request().url()).searchParams.get('q') === 'horvat') await released
    else json.data = { ...json.data, customers: [], contacts: [] }
    await route.fulfill({ response, json })
  })
  await open(page, 'hor')
  await expect(option(page, /(INV|DRAFT)-.*Ana Horvat/).first()).toBeVisible()
  await page.keyboard.type('vat')
  await page.keyboard.press('Enter')
  await expect(selected(page)).toHaveText(/(INV|DRAFT)-.*Ana Horvat/)
  release()
  await expect(page.getByRole('heading', { name: 'Ana Horvat', level: 1 })).toBeVisible()
})

test('the first result is selected when it arrives late', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/x/search?*', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.fulfill({ response })
  })
  await page.keyboard.press('Control+k')
  await input(page).pressSequentially('horvat', { delay: 30 })
  await expect(option(page, /Ana Horvat/).first()).toBeVisible()
  await expect(selected(page)).toHaveText(/Ana Horvat/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ana Horvat', level: 1 })).toBeVisible()
})

test('keys typed before the palette has loaded are kept, and none triggers a page shortcut', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(idle|common|palette)[^/]*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await signIn(page)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('row').nth(1)).toBeFocused()
  await open(page, 'xavier horvat')
  await expect(input(page)).toHaveValue('xavier horvat')
  await expect(page.getByRole('checkbox', { checked: true, includeHidden: true })).toHaveCount(0)
  await input(page).fill('horvat')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { name: 'Ana Horvat', level: 1 })).toBeVisible()
})

test('recently opened records come first, for this person and account only', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Wanjiru Kamau' }).click()
  await expect(page.getByRole('heading', { name: 'Wanjiru Kamau', level: 1 })).toBeVisible()
  await open(page, '0169')
  await expect(selected(page)).toHaveText(/INV-2026-0169/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\/\d+$/)
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await test.step('without the one that is open, whose actions follow', async () => {
    await open(page)
    await expect(recent).toHaveText([/Wanjiru Kamau/])
    await expect(page.getByRole('option').nth(1)).toHaveAccessibleName(
      /^(Record|Edit|Download|Duplicate|Print)/,
    )
    await page.keyboard.press('Escape')
  })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await open(page)
  await expect(recent).toHaveText([/INV-2026-0169/, /Wanjiru Kamau/])
  await expect(page.getByRole('option').nth(2)).toHaveAccessibleName(/^Overview/)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /Kamau|INV-2026/,
  )
  await page.getByRole('button', { name: /switch account/ }).click()
  await page.getByRole('menuitemradio', { name: 'Finch Print Shop' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await open(page)
  await expect(page.getByRole('group', { name: 'Go to' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Recent' })).toHaveCount(0)
})

test('> shows only actions, without those the role doesn’t allow', async ({ page }) => {
  await signIn(page)
  await open(page, '>new')
  await expect(results(page).getByRole('option')).toHaveText([
    /New customer/,
    /New invoice/,
    /New recurring invoice/,
    /New plan/,
    /New subscription/,
    /New proposal/,
    /New contract/,
    /New meeting/,
    /New service/,
    /New contact/,
    /New webhook/,
  ])
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New webhook', level: 1 })).toBeVisible()
})

test('a slash opens the palette on screens without their own search', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveValue('')
})

test('on a service without search, the palette searches customers', async ({ page }) => {
  await hideExtensions(page)
  await signIn(page)
  await open(page, 'kowal')
  await expect(selected(page)).toHaveText(/Greta Kowalczyk/)
})

test('what can be done with an open invoice or webhook is in the palette', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await signIn(page)
  const choose = async (name: string) => {
    await page.keyboard.press('Control+k')
    await input(page).fill(name)
    await results(page).getByRole('option', { name }).first().click()
  }
  await page.goto('/invoices/20')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Invoice ')
  const number = (await heading.innerText()).replace('Invoice ', '')
  await choose('Copy invoice number')
  await expect(page.getByText(`Copied ${number}`)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await choose('Print invoice')
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await choose('Open the invoice’s customer')
  await expect(page).toHaveURL(/customers/)

  await page.goto('/webhooks/1')
  await expect(page.getByRole('button', { name: 'Send test', exact: true })).toBeVisible()
  await choose('Pause webhook')
  await expect(page.getByText(/^Paused /)).toBeVisible()
  await choose('Resume webhook')
  await expect(page.getByText(/^Resumed /)).toBeVisible()
  await choose('Send test event')
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Returns the id of a sent invoice without payments: only such an invoice can be voided. */
const unpaidInvoice = (page: Page) =>
  page.evaluate(async () => {
    const sent = (await (await fetch('/api/invoices?status=sent&page=1&limit=100')).json()) as {
      data: { id: number }[]
    }
    for (const { id } of sent.data) {
      const { data } = (await (await fetch(`/api/x/invoices/${id}`)).json()) as {
        data: { payments: unknown[] }
      }
      if (data.payments.length === 0) return id
    }
    throw new Error('Every sent invoice has payments')
  })

test('what can be done with an open record is in the palette, all of it', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/1')
  await expectActions(page, [
    'Edit customer',
    'Email customer',
    'Call customer',
    'Use customer as template',
    'Merge with another customer…',
    'Archive',
    'Delete customer',
    'Add a note',
    'Add contact',
    'New invoice for this customer',
  ])
  await test.step('editing comes first, deleting after everything else that can be done', async () => {
    const ofPage = page.getByRole('group', { name: 'This page' }).getByRole('option')
    await expect(ofPage.first()).toHaveAccessibleName(/^Edit customer/)
    await expect(ofPage.nth(-2)).toHaveAccessibleName(/^Delete customer/)
  })
  await test.step('a chosen action runs, and has the focus it needs', async () => {
    await option(page, /^Add a note/).click()
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await page.goto(`/invoices?status=sent&open=${await unpaidInvoice(page)}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Record payment' })).toBeVisible()
  const ofInvoice = [
    'Record payment',
    'Void invoice',
    'Duplicate invoice',
    'Print invoice',
    'Copy invoice number',
  ]
  await expectActions(page, ofInvoice)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Open page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
  await expectActions(page, [...ofInvoice, 'Open the invoice’s customer', 'Email the invoice’s customer'])
  await option(page, /^Record payment/).click()
  await expect(page.getByRole('dialog', { name: /payment/ })).toBeVisible()

  await page.goto('/services?open=4')
  await expectActions(
    page,
    ['Edit service', 'Duplicate service', 'Deactivate service', 'New service'],
    'Graphic design',
  )
  await page.keyboard.press('Escape')

  await page.goto('/contacts')
  await page.getByRole('link', { name: 'Tom Whitaker', exact: true }).click()
  await expectActions(
    page,
    [
      'Edit contact',
      'Call contact',
      'Convert contact to customer',
      'Delete contact',
      'New contact',
      'Recurring invoices',
      'Plans',
      'Subscriptions',
      'Import customers',
      'Import services',
      'Trash',
    ],
    'Tom Whitaker',
  )
})

test('a viewer finds in the palette only what viewers may do @main', async ({ page }) => {
  await page.goto('/sign-in?next=/customers')
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  const manages =
    /Edit|Delete|Duplicate|Convert|Deactivate|Record|Void|Send|(?<!Credit )note|template|New |Archive|Merge|Import|Trash/
  for (const [path, part, allowed] of [
    ['/customers/1', undefined, 'Email customer'],
    ['/invoices?open=3', /^Invoice /, 'Print invoice'],
    ['/services?open=4', 'Graphic design', undefined],
    ['/contacts?open=1', /./, 'Email contact'],
  ] as const) {
    await page.goto(path)
    await expectActions(page, allowed ? [allowed] : [], part)
    await expect(option(page, manages)).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})

/** Opens the palette, once the record beside the list is there, and looks for the actions. */
async function expectActions(page: Page, actions: readonly string[], beside?: string | RegExp) {
  if (beside !== undefined) await expect(page.getByRole('dialog', { name: beside })).toBeVisible()
  else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '>')
  await expect(option(page, /^Copy link to this page/)).toBeVisible()
  for (const action of actions) await expect(option(page, new RegExp(`^${action}`))).toBeVisible()
}
