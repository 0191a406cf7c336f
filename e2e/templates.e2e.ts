import { expect, expectAccessible, expectNoSidewaysScroll, inBothColors, signIn, test } from './fixtures.ts'

test('a template of a proposal is written with placeholders, and a proposal begins with it @postgres', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/settings/templates')
  await page.getByRole('link', { name: 'New template' }).click()
  await expect(page.getByRole('heading', { name: 'New template' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Proposal')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Website')
  await page.getByLabel('Use by default').check()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Website for {{customer.nam}}')
  const text = page.getByLabel('Text, section 1')
  await text.fill('Dear ')
  await page.getByRole('button', { name: 'Insert placeholder' }).click()
  await page.getByRole('menuitem', { name: /Customer’s first name/ }).click()
  await expect(text).toHaveValue('Dear {{customer.first_name}}')

  // What is unknown is marked at once, refused, and put right with one click.
  await expect(page.getByText('Unknown placeholder {{customer.nam}}.')).toBeVisible()
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('heading', { name: 'New template' })).toBeVisible()
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
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page.getByRole('option', { name: /Wanjiru/ }).click()
  await page.getByRole('button', { name: 'Create proposal' }).click()
  // The draft is shown as it would be sent.
  await expect(page.getByText('Website for Wanjiru')).toBeVisible()
  await expect(page.getByText('Dear Wanjiru')).toBeVisible()
})

inBothColors(() => {
  test('the forms of templates are accessible', async ({ page }) => {
    await signIn(page)
    for (const path of ['/settings/templates', '/settings/templates/new']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })
})
