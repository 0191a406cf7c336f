import { expect, expectAccessible, expectNoSidewaysScroll, startSession, test } from './fixtures.ts'

test('a template of a proposal is written with placeholders, and a proposal begins with it @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/settings/templates')
  await page.getByRole('link', { name: 'New text template' }).click()
  await expect(page.getByRole('heading', { name: 'New text template' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Proposal')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Website')
  await page.getByLabel('Use by default').check()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Website for {{customer.nam}}')
  const text = page.getByRole('textbox', { name: 'Text, section 1' })
  await text.focus()
  await page.keyboard.type('Dear ')
  await page
    .getByRole('region', { name: 'Text', exact: true })
    .getByRole('button', { name: 'Insert placeholder' })
    .click()
  await page.getByRole('menuitem', { name: /Customer’s first name/ }).click()
  await expect(text).toHaveText('Dear {{customer.first_name}}')

  await page.getByRole('textbox', { name: 'Valid for, days' }).fill('14')
  await page.getByRole('combobox', { name: /Description/ }).fill('Homepage')
  await page.getByRole('textbox', { name: /Unit price/ }).fill('1200')

  // What is unknown is marked at once, refused, and put right with one click.
  await expect(page.getByText('Unknown placeholder {{customer.nam}}.')).toBeVisible()
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('heading', { name: 'New text template' })).toBeVisible()
  await page.getByRole('button', { name: 'Use {{customer.name}}' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Website for {{customer.name}}',
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  const name =
    (await preview.getByRole('combobox', { name: 'Show with' }).locator('option').first().textContent()) ?? ''
  await expect(preview).toContainText(`Website for ${name.split(' · ').at(-1)}`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/proposals/new')
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue(/\d+/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Website for {{customer.name}}',
  )
  await expect(page.getByRole('combobox', { name: /Description/ })).toHaveValue('Homepage')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('1,200')
  // What was replaced comes back with Undo.
  await page.getByRole('combobox', { name: 'Template' }).selectOption('None')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page.getByRole('option', { name: /Wanjiru/ }).click()
  await page.getByRole('button', { name: 'Create proposal' }).click()
  // The draft is shown as it would be sent.
  await expect(page.getByText('Website for Wanjiru')).toBeVisible()
  await expect(page.getByText('Dear Wanjiru')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Homepage')
})

test('an invoice template gives invoices a color that can be read, and another language', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/settings/templates/invoice/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('German')
  const color = page.getByRole('textbox', { name: 'Color', exact: true })
  await color.fill('#facc15')
  await expect(page.getByText('This color is too light to read on white.')).toBeVisible()
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(color).toBeFocused()
  await color.fill('#1e3a8a')
  await expect(page.getByText(/^Contrast with white/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('German')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Rechnung an')).toBeVisible()
  // What is printed on each page is in the language of the sheet as well.
  await expect(page.locator('html')).toHaveAttribute('style', /--sheet-page: "Seite"/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('link', { name: 'German' })).toBeVisible()

  // For one customer, from the menu of their page; what was sent stays.
  await page.setViewportSize({ width: 1440, height: 900 })
  const known = await page.request.get('/api/customers?page=1&limit=1&search=wanjiru')
  const [customer] = ((await known.json()) as { data: { id: number }[] }).data
  await page.goto(`/customers/${customer?.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Invoice template…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('German')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const chosen = await page.request.get(`/api/x/customers/${customer?.id}/invoice-template`)
  expect(
    ((await chosen.json()) as { data: { invoice_template_id: number } }).data.invoice_template_id,
  ).toBeGreaterThan(0)
  // A new proposal for them looks like it from the start.
  await page.goto(`/proposals/new?customer=${customer?.id}`)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Angebot')
})

test('files of a template are attached to what is written from it', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings/templates/new')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Contract')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Maintenance')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Maintenance')
  await page.getByRole('textbox', { name: 'Text, section 1' }).focus()
  await page.keyboard.type('Once a year')
  await expect(page.getByText('Create the template first.')).toBeVisible()
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('link', { name: 'Maintenance' }).click()

  const attachments = page.getByRole('region', { name: 'Attachments', exact: true })
  const attach = async (...names: string[]) => {
    const choosing = page.waitForEvent('filechooser')
    await attachments.getByRole('button', { name: 'Attach files' }).click()
    await (
      await choosing
    ).setFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
    for (const name of names) await expect(attachments.getByRole('link', { name })).toBeVisible()
  }
  await attach('terms.txt', 'prices.txt', 'old.txt')
  await attachments.getByRole('button', { name: 'Remove old.txt' }).click()
  await expect(attachments.getByRole('link', { name: 'old.txt' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('prices.txt')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  // Its texts are saved as they would be without the files.
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Maintenance of the sign')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/contracts/new')
  const template = page.getByRole('combobox', { name: 'Template' })
  await template.selectOption('Maintenance')
  await expect(template).toHaveAccessibleDescription('Attaches terms.txt and prices.txt')
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page.getByRole('option', { name: /Wanjiru/ }).click()
  await page.getByRole('button', { name: 'Create contract' }).click()
  await expect(page.getByRole('heading', { name: 'Maintenance of the sign' })).toBeVisible()
  for (const name of ['terms.txt', 'prices.txt'])
    await expect(attachments.getByRole('link', { name })).toBeVisible()
})

test('a template that was deleted meanwhile is said to be, and what was written with it stays', async ({
  page,
  watch,
}) => {
  watch.allow(/422 \(Unprocessable Entity\)/, /404 \(Not Found\)/)
  await startSession(page)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const made = await page.request.post('/api/x/templates', {
    headers,
    data: {
      kind: 'contract',
      name: 'Soon gone',
      is_default: false,
      subject: 'Signs',
      message: '',
      sections: [{ heading: '', text: 'A sign' }],
    },
  })
  const { data } = (await made.json()) as { data: { id: number } }
  await page.goto('/contracts/new')
  const template = page.getByRole('combobox', { name: 'Template' })
  await template.selectOption('Soon gone')
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page.getByRole('option', { name: /Wanjiru/ }).click()
  const removed = await page.request.delete(`/api/x/templates/${data.id}`, {
    headers: { ...headers, 'if-match': '"1"' },
  })
  expect(removed.status()).toBe(204)
  await page.getByRole('button', { name: 'Create contract' }).click()
  await expect(page.getByText('There’s no template of a contract with this id')).toBeVisible()
  await template.selectOption('None')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Signs')
  await page.getByRole('button', { name: 'Create contract' }).click()
  await expect(page.getByRole('heading', { name: 'Signs' })).toBeVisible()
})
