import type { Page } from '@playwright/test'

import { failInEveryWay } from './faults.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, provoked, signIn, test } from './fixtures.ts'
import { makeCustomer } from './webhook-fixtures.ts'

test('two selected customers are merged, and the address of the old one leads to the other @main', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await page.getByRole('link', { name: 'Ana Horvat' }).click()
  await expect(page.getByRole('heading', { name: 'Ana Horvat', level: 1 })).toBeVisible()
  const old = page.url()
  await page.goBack()
  for (const name of ['Rosa Delgado', 'Ana Horvat'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Ana Horvat into Rosa Delgado' })
  await expect(dialog.getByRole('radio', { name: 'Photo of Ana Horvat, to remove' })).toBeChecked()
  await expect(dialog.getByText('5 invoices with their payments')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Email of Ana Horvat, to remove', exact: true }).check()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  await expect(page.getByText('Ana Horvat merged into Rosa Delgado')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rosa Delgado', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('contact34@studio34.example')
  await expect(page.getByText('9 invoices')).toBeVisible()
  // Nothing asks for the customer that is gone.
  expect(refused).toEqual([])

  await page.goto(old)
  await expect(page.getByRole('heading', { name: 'Rosa Delgado', level: 1 })).toBeVisible()

  await page.goto('/customers/trash')
  const merged = page.getByRole('row', { name: /Ana Horvat/ })
  await expect(merged).toContainText('merged into Rosa Delgado')
  await expectAccessible(page)
  await merged.getByRole('link', { name: 'Rosa Delgado' }).click()
  await expect(page.getByRole('heading', { name: 'Rosa Delgado', level: 1 })).toBeVisible()
})

test('the customer that stays can be swapped before two are merged', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  for (const name of ['Isla Campbell', 'Ravi Deshmukh'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: / into / })
  const [, other = '', survivor = ''] =
    /^Merge (.+) into (.+)$/.exec((await dialog.getByRole('heading').textContent()) ?? '') ?? []
  await dialog.getByRole('radio', { name: `Email of ${other}, to remove`, exact: true }).check()
  await dialog.getByRole('button', { name: 'Keep the other one instead' }).click()
  // What was chosen for the other way around doesn't hold any more.
  await expect(page.getByRole('dialog', { name: `Merge ${survivor} into ${other}` })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: `Email of ${other}, to keep`, exact: true })).toBeChecked()
  await expect(dialog.getByRole('region', { name: 'What happens' })).toContainText('on the left stays')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  await expect(page.getByText(`${survivor} merged into ${other}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: other, level: 1 })).toBeVisible()
})

test('a customer’s page merges another one into it, also after whatever fails', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await makeCustomer(page, 'Stays')
  await makeCustomer(page, 'Goes')
  const [stays, goes] = [await idOf(page, 'Stays'), await idOf(page, 'Goes')]
  await page.goto(`/customers/${stays}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Merge/ }).click()
  const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Other customer' })
  await choice.fill('Goes')
  await page.getByRole('option', { name: /Goes/ }).click()
  const merge = page.getByRole('dialog').getByRole('button', { name: 'Merge customers' })
  await expect(merge).toBeVisible()
  await expectAccessible(page)
  await failInEveryWay({ page, url: /\/merge$/, submit: () => merge.click() }, (says) =>
    expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible(),
  )
  await merge.click()
  await expect(page.getByText(/merged into/).first()).toBeVisible()
  await page.goto(`/customers/${goes}`)
  await expect(page).toHaveURL(new RegExp(`/customers/${stays}$`))
})

const idOf = async (page: Page, name: string): Promise<number> => {
  const found = await page.request.get(`/api/customers?page=1&limit=1&search=${name}`)
  return ((await found.json()) as { data: { id: number }[] }).data[0]?.id ?? 0
}
