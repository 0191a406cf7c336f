import { expect, expectAccessible, provoked, signIn, test } from './fixtures.ts'

test('two selected customers are merged, and the address of the old one leads to the other @postgres', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.getByRole('link', { name: 'Leo Brandt' }).click()
  await expect(page.getByRole('heading', { name: 'Leo Brandt', level: 1 })).toBeVisible()
  const old = page.url()
  await page.goBack()
  for (const name of ['Hugo Moreau', 'Leo Brandt'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Leo Brandt into Hugo Moreau' })
  await expect(dialog.getByRole('radio', { name: 'Photo of Leo Brandt' })).toBeChecked()
  await expect(dialog.getByText('5 invoices with their payments')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Email of Leo Brandt', exact: true }).check()
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  await expect(page.getByText('Leo Brandt merged into Hugo Moreau')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hugo Moreau', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('contact37@studio37.example')
  await expect(page.getByText('10 invoices')).toBeVisible()

  await page.goto(old)
  await expect(page.getByRole('heading', { name: 'Hugo Moreau', level: 1 })).toBeVisible()
})
