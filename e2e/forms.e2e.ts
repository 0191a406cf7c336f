import type { Page } from '@playwright/test'

import { expect, provoked, startSession, test, toast } from './fixtures.ts'

const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** What is typed into a form so that it can be saved, and its button. */
const forms: readonly (readonly [
  title: string,
  path: string,
  button: RegExp,
  fill: (page: Page) => Promise<void>,
])[] = [
  [
    'a customer',
    '/customers/1/edit',
    /^Save/,
    (page) => page.getByRole('textbox', { name: 'First name' }).fill('Changed'),
  ],
  [
    'a proposal',
    '/proposals/new',
    /^Create proposal/,
    async (page) => {
      await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
      await page.getByRole('option', { name: /Wanjiru Kamau/ }).click()
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Website')
      await page.getByRole('combobox', { name: 'Description, line 1' }).fill('Design')
      await page.getByRole('textbox', { name: 'Unit price, line 1' }).fill('100')
    },
  ],
  [
    'the company',
    '/settings/company',
    /^Save/,
    (page) => page.getByRole('textbox', { name: 'Company name' }).fill('Changed'),
  ],
  [
    'a credential',
    '/settings/credentials/new',
    /^Create/,
    (page) => page.getByRole('textbox', { name: 'Name' }).fill('Changed'),
  ],
  [
    'a meeting',
    '/meetings/new',
    /^Schedule meeting/,
    (page) => page.getByRole('textbox', { name: 'Title' }).fill('Kickoff'),
  ],
]

for (const [title, path, button, fill] of forms)
  test(`when ${title} can’t be saved, the reason is in sight at every width`, async ({ page, watch }) => {
    watch.allow(...provoked)
    await startSession(page)
    await page.goto(path)
    await fill(page)
    const alert = page.getByRole('alert').filter({ hasText: 'Broken' })
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'Broken' } } }),
    )
    await page.getByRole('button', { name: button }).click()
    await expect(alert).toContainText('Your changes are still here. Try again in a moment.')
    for (const size of widths) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo(0, 0))
      await expect(alert).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
    }
    await page.unrouteAll()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the server' })).toBeInViewport({
      ratio: 1,
    })
    await page.context().setOffline(false)
    await expect(page.getByRole('alert').filter({ hasText: 'You’re back online. Try again.' })).toBeVisible()
  })

test('Enter chooses the customer of a new meeting that was typed', async ({ page }) => {
  await startSession(page)
  await page.goto('/meetings/new')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Kickoff')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('wanjiru')
  await customer.press('Enter')
  await expect(customer).toHaveValue('Wanjiru Kamau')
  await page.getByRole('button', { name: /^Schedule meeting/ }).click()
  await expect(page.getByRole('heading', { name: 'Kickoff', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
})

test('a text that chose no customer isn’t dropped: the form is saved once it is cleared @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/contacts/new')
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Charles')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  const create = page.getByRole('button', { name: /^Create contact/ })
  const refusal = page.getByText('Choose a customer from the list or clear the field')
  await customer.pressSequentially('xyzzy')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(refusal).toBeVisible()
  await create.click()
  await expect(customer).toBeFocused()
  await expect(customer).toHaveValue('xyzzy')
  await page.keyboard.press('Control+Enter')
  await expect(refusal).toBeVisible()
  await expect(page).toHaveURL(/\/contacts\/new$/)
  await customer.fill('')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Contact added')).toBeVisible()
})

test('the end of a meeting moves with its start', async ({ page }) => {
  await startSession(page)
  await page.goto('/meetings/new')
  await page.getByLabel('End time').fill('11:30')
  await page.getByLabel('Start time').fill('15:00')
  await expect(page.getByLabel('End time')).toHaveValue('16:30')
  await page.getByLabel('Start time').fill('23:00')
  await expect(page.getByLabel('End time')).toHaveValue('00:30')
})

for (const [path, name] of [
  ['/settings/custom-fields/new', 'Name'],
  ['/settings/credentials/new', 'Name'],
  ['/webhooks/new', ''],
  ['/customers/new', 'First name'],
  ['/services/new', 'Name'],
  ['/invoices/plans/new', 'Name'],
] as const)
  test(`what is typed at ${path} goes to its first input, and no letter leads away`, async ({ page }) => {
    await startSession(page)
    await page.goto(path)
    const focused = page.locator('form :focus')
    await expect(focused).toBeVisible()
    if (name !== '') await expect(focused).toHaveAccessibleName(new RegExp(`^${name}`))
    await page.keyboard.type('Preferred courier')
    await expect(focused).toHaveValue('Preferred courier')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.type('cegi?/')
    await expect(page).toHaveURL(new RegExp(`${path}`))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
