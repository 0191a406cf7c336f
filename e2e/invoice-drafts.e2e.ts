import type { Page } from '@playwright/test'

import type { InvoiceDetails } from '#contract/invoices/invoices.ts'

import { failNextWrite, failures, loseNextResponse } from './faults.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hideExtensions,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const writes = /\/api\/x\/invoices(\/\d+)?$/
const cell = (page: Page, name: string, line: number) =>
  page.getByRole(name === 'Description' ? 'combobox' : 'textbox', {
    name: `${name}, line ${line}`,
    exact: true,
  })
const total = (page: Page) => page.getByLabel('Totals', { exact: true }).getByRole('definition').last()
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

async function chooseCustomer(page: Page, search: string, name: RegExp) {
  await page.getByRole('combobox', { name: 'Customer' }).fill(search)
  await page.getByRole('option', { name }).click()
}

/** Opens a new invoice and saves it with one line. Returns its id. */
async function newDraft(page: Page, description = 'Consulting'): Promise<number> {
  await page.goto('/invoices/new')
  await chooseCustomer(page, 'wanjiru', /Wanjiru Kamau/)
  await cell(page, 'Description', 1).fill(description)
  await cell(page, 'Unit price', 1).fill('100')
  await expect(page).toHaveURL(/draft=\d+/)
  await saved(page)
  return Number(new URL(page.url()).searchParams.get('draft'))
}

/** The total of a new line at that price: the studio of the demo charges 21% unless told otherwise. */
const withTax = (price: number) => Math.round(price * 121) / 100

const readDraft = async (page: Page, id: number) =>
  ((await (await page.request.get(`/api/x/invoices/${id}`)).json()) as { data: InvoiceDetails }).data

test('an invoice is written by keyboard alone, and saved while it is written @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices')
  await expect(page.getByRole('link', { name: 'New invoice' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await page.keyboard.type('wanjiru')
  // Before the results have arrived; it opens the first one once they have.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Wanjiru Kamau')
  for (const next of ['Currency', 'Payment terms']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: next })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Description', 1)).toBeFocused()

  await test.step('Tab leads from cell to cell, and from the last one to a new line', async () => {
    for (const text of ['Brand workshop', '2', '450', '10', '21']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await expect(cell(page, 'Description', 2)).toBeFocused()
    await expect(cell(page, 'Tax', 2)).toHaveValue('21')
  })

  await test.step('Enter leads to the next line, arrows between lines, Alt with arrows moves them', async () => {
    await page.keyboard.type('Paper')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0,25')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Description', 3)).toBeFocused()
    await page.keyboard.type('Travel')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await expect(cell(page, 'Quantity', 2)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(cell(page, 'Description', 1)).toHaveValue('Paper')
    await expect(cell(page, 'Quantity', 1)).toBeFocused()
  })

  await test.step('Ctrl+Backspace removes a line, and Ctrl+Z brings it back and changes nothing else', async () => {
    await cell(page, 'Quantity', 3).focus()
    await page.keyboard.press('Control+Backspace')
    await expect(cell(page, 'Description', 3)).toHaveCount(0)
    await expect(cell(page, 'Description', 2)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(cell(page, 'Description', 3)).toBeFocused()
    await expect(cell(page, 'Description', 3)).toHaveValue('Travel')
    await expect(cell(page, 'Discount', 2)).toHaveValue('10')
    await expect(cell(page, 'Quantity', 1)).toHaveValue('100')
    await page.keyboard.press('Control+Backspace')
    await expect(cell(page, 'Description', 3)).toHaveCount(0)
  })

  // 810.00 and 25.00, with 21% of 835.00.
  await expect(total(page)).toHaveText(/1,010\.35/)
  await saved(page)
  await page.reload()
  await expect(cell(page, 'Description', 2)).toHaveValue('Brand workshop')
  await expect(total(page)).toHaveText(/1,010\.35/)

  await page.getByRole('link', { name: 'Preview and send' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Brand workshop10% discount')
  await expect(sheet).toContainText(/VAT 21%.*175\.35/)
  await expect(sheet).toContainText(/Total .*1,010\.35/)
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('the invoice stands beside its editor as the customer will see it, and nothing in it takes the focus', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices/new')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Choose a customer')
  await chooseCustomer(page, 'wanjiru', /Wanjiru Kamau/)
  await cell(page, 'Description', 1).fill('Brand workshop')
  await cell(page, 'Unit price', 1).fill('450')
  await expect(preview).toContainText('Brand workshop')
  await expect(preview).toContainText('€544.50')
  await expect(preview).toContainText('Wanjiru Kamau')
  await page.getByRole('textbox', { name: 'Notes' }).focus()
  await page.keyboard.press('Tab')
  await expect(preview).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(preview.getByRole('link')).not.toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('a service of the catalog fills in its line', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices/new')
  const currency = page.getByRole('combobox', { name: 'Currency' })
  await currency.fill('JPY')
  await currency.press('Enter')
  await expect(currency).toHaveValue('JPY')
  await currency.fill('EUR')
  await currency.press('Enter')
  await expect(page.getByText('Unit price, EUR')).toBeVisible()
  // The list is another one until then, and moves under a click.
  const isSearched = page.waitForResponse((response) => response.url().includes('search=lettering'))
  await cell(page, 'Description', 1).fill('lettering')
  await isSearched
  await page.getByRole('option', { name: /Window lettering/ }).click()
  await expect(cell(page, 'Unit price', 1)).not.toHaveValue('')
  await expect(cell(page, 'Tax', 1)).toHaveValue('21')
  await expect(cell(page, 'Quantity', 1)).toBeFocused()
  // Its name is enough, without choosing it; what has a price of its own keeps it.
  await page.getByRole('button', { name: 'Add line' }).click()
  await cell(page, 'Description', 2).fill('window lettering')
  await expect(page.getByRole('option', { name: /Window lettering/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Description', 2)).toHaveValue('Window lettering')
  await expect(cell(page, 'Unit price', 2)).not.toHaveValue('')
  await expect(cell(page, 'Quantity', 2)).toBeFocused()
  await page.getByRole('button', { name: 'Add line' }).click()
  await cell(page, 'Unit price', 3).fill('7')
  await cell(page, 'Description', 3).fill('window lettering')
  await expect(page.getByRole('option', { name: /Window lettering/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Unit price', 3)).toHaveValue('7')
})

test('without a customer nothing is saved, and leaving asks first', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices/new')
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'New invoice' }).click()
  await cell(page, 'Description', 1).fill('Not for nothing')
  await expect(page.getByText('Not saved yet: choose a customer')).toBeVisible()
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).last().click()
  await expect(cell(page, 'Description', 1)).toHaveValue('Not for nothing')
})

test('what was typed in the last moment is saved on leaving, without a question', async ({ page }) => {
  await startSession(page)
  const id = await newDraft(page)
  await cell(page, 'Unit price', 1).fill('77')
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  expect((await readDraft(page, id)).total_amount).toBe(withTax(77))
})

test('mistakes are shown at their input and not saved', async ({ page }) => {
  await startSession(page)
  const id = await newDraft(page)
  await cell(page, 'Unit price', 1).fill('12.345')
  await expect(page.getByText('Enter a price with at most 2 decimals')).toBeVisible()
  await expect(page.getByText('Not saved: fix the highlighted fields')).toBeVisible()
  expect((await readDraft(page, id)).total_amount).toBe(withTax(100))
  await cell(page, 'Unit price', 1).fill('12.34')
  await saved(page)
  expect((await readDraft(page, id)).total_amount).toBe(withTax(12.34))
})

test('a draft whose responses are lost is created and saved once @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/invoices/new')
  await loseNextResponse(page, writes)
  await chooseCustomer(page, 'wanjiru', /Wanjiru Kamau/)
  await cell(page, 'Description', 1).fill('Lost and found')
  await cell(page, 'Unit price', 1).fill('10')
  await expect(page.getByText(/^Not saved yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await saved(page)
  await loseNextResponse(page, writes)
  await cell(page, 'Unit price', 1).fill('20')
  await expect(page.getByText(/^Not saved yet/)).toBeVisible()
  await cell(page, 'Unit price', 1).fill('30')
  await page.getByRole('button', { name: 'Try again' }).click()
  await saved(page)
  const id = Number(new URL(page.url()).searchParams.get('draft'))
  expect((await readDraft(page, id)).total_amount).toBe(withTax(30))
  const drafts = await page.request.get(`/api/invoices?search=DRAFT-&sort=-id&limit=2`)
  const { data } = (await drafts.json()) as { data: { line_items: { description: string }[] }[] }
  expect(data.filter(({ line_items: [line] }) => line?.description === 'Lost and found')).toHaveLength(1)
})

test('a save that fails keeps what was typed, whatever failed, and is repeated', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  const id = await newDraft(page)
  for (const [index, [what, answer]] of Object.entries(failures).entries())
    await test.step(what, async () => {
      const price = 55 + index
      await failNextWrite(page, writes, answer)
      await cell(page, 'Unit price', 1).fill(String(price))
      await expect(page.getByText(/^Not saved yet/)).toBeVisible()
      await expect(cell(page, 'Unit price', 1)).toHaveValue(String(price))
      await saved(page)
      expect((await readDraft(page, id)).total_amount).toBe(withTax(price))
    })
})

test('two people who edit a draft keep what both changed, and choose where they differ @main', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/412/)
  await startSession(page)
  const id = await newDraft(page)
  const second = await context.newPage()
  await second.goto(`/invoices/${id}/edit`)
  await second.getByRole('textbox', { name: 'Notes' }).fill('Thank you')
  await saved(second)
  await cell(page, 'Unit price', 1).fill('200')
  await expect(
    page.getByText(/Someone else changed this invoice while you were editing: Notes/),
  ).toBeVisible()
  await saved(page)
  expect(await readDraft(page, id)).toMatchObject({ notes: 'Thank you', total_amount: withTax(200) })

  await second.getByRole('textbox', { name: 'Notes' }).fill('Theirs')
  await saved(second)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else changed this invoice' })
  await expect(alert).toContainText('Theirs')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mine')
  await expectAccessible(page)
  await alert.getByText('Use theirs').click()
  await alert.getByRole('button', { name: 'Save' }).click()
  await saved(page)
  expect((await readDraft(page, id)).notes).toBe('Theirs')
})

test('a draft is duplicated and deleted', async ({ page }) => {
  await startSession(page)
  const id = await newDraft(page, 'Original')
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible()
  await expect(cell(page, 'Description', 1)).toHaveValue('Original')
  expect(page.url()).not.toContain(`/${id}/`)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  expect((await readDraft(page, id)).status).toBe('draft')
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible()
})

test('what was sent can’t be edited', async ({ page }) => {
  await signIn(page)
  const answer = await page.request.get('/api/invoices?status=paid&limit=1')
  const { data } = (await answer.json()) as { data: { id: number }[] }
  await page.goto(`/invoices/${data[0]?.id}/edit`)
  await expect(page.getByRole('heading', { name: 'This invoice can’t be edited' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the invoice' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
})

test('a service without drafts shows nothing of them', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New invoice' })).toHaveCount(0)
  await page.goto('/invoices/new')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

for (const width of [390, 768, 1440]) {
  test(`the editor fits a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await startSession(page)
    await newDraft(page, 'A description that is long enough to need more room than there is')
    await expectNoSidewaysScroll(page)
  })
}

test('a customer who doesn’t exist yet is created from the invoice that is written for them', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/invoices/new')
  const picker = page.getByRole('combobox', { name: 'Customer' })
  await picker.fill('Lena Berg')
  await expect(page.getByRole('option', { name: 'Create customer “Lena Berg”' })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Lena')
  await expect(dialog.getByRole('textbox', { name: 'Last name' })).toHaveValue('Berg')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter the email address')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('lena@berg.example')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0999')
  await dialog.getByRole('textbox', { name: 'Company' }).fill('Berg Bikes')
  await dialog.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await dialog.getByRole('button', { name: 'Create customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(picker).toHaveValue('Lena Berg')
  await expect(picker).toHaveAccessibleDescription('lena@berg.example')
  await cell(page, 'Description', 1).fill('Frame paint')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Send this invoice?' })).toBeVisible()
})
