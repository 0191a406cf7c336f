import { chooseFrom, expect, expectAccessible, openFilters, signIn, test } from './fixtures.ts'

test('customers are archived from the list, found by the filter, and active again with Undo @main', async ({
  page,
}) => {
  await signIn(page)
  for (const name of ['Hugo Moreau', 'Isla Campbell'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('2 customers archived')).toBeVisible()
  await expect(page.getByText('40 customers')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hugo Moreau' })).toBeHidden()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 customers active again')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hugo Moreau' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select Isla Campbell' }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('Isla Campbell archived')).toBeVisible()
  await (await openFilters(page)).getByLabel('Status').selectOption('Archived')
  // The demo has two.
  await expect(page.getByText('3 results')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select Isla Campbell' }).check()
  await page.getByRole('button', { name: 'Unarchive', exact: true }).click()
  await expect(page.getByText('Isla Campbell unarchived')).toBeVisible()
  await expect(page.getByText('2 results')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Isla Campbell' })).toBeHidden()
})

test('the page of an archived customer says so, and so do the search and a new invoice', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Ravi Deshmukh' }).click()
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Archive')
  await expect(page.getByText('Ravi Deshmukh archived')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible()
  await expect(page.getByText('Customer archived')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('Deshmukh')
  await expect(page.getByRole('option', { name: /^Ravi Deshmukh/ })).toContainText('Archived')
  await page.getByRole('combobox', { name: /^Search/ }).fill('Unarchive')
  await page.getByRole('option', { name: 'Unarchive customer' }).click()
  await expect(page.getByText('Ravi Deshmukh unarchived')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeHidden()
  // What happened is taken back exactly once.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Ravi Deshmukh archived again')).toBeVisible()

  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Ravi')
  const option = page.getByRole('option', { name: /Ravi Deshmukh/ })
  await expect(option).toContainText('Archived')
  await option.click()
  await expect(page.getByText('This customer is archived')).toBeVisible()
})
