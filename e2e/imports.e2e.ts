import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, expectAccessible, expectNoSidewaysScroll, provoked, startSession, test } from './fixtures.ts'
import { uploadCsv as upload } from './import-fixtures.ts'

const header = 'E-mail;First name;Surname;Telephone;Firm;Where from'
const person = (email: string, name = 'Nils') => `${email};${name};Holgersson;+46 1;Vildgåsen AB;Search`

const outcome = (page: Page, label: string) =>
  page
    .locator('dl div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition')

/** Says what the columns of that file are that nothing tells. */
async function matchColumns(page: Page) {
  await page.getByRole('combobox', { name: 'Import Firm as' }).selectOption('Company name (required)')
  await page
    .getByRole('combobox', { name: 'Import Where from as' })
    .selectOption('How they found us (required)')
}

test('customers are imported from a file of another program, and the rest of its rows after a fix @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect(page.getByRole('heading', { name: 'Import customers', level: 1 })).toBeFocused()
  await expectAccessible(page)
  const rows = [person('nils@example.com'), person('akka.example.com', 'Akka'), person('maren@example.com')]
  await upload(page, 'geese.csv', [header, ...rows].join('\n'))

  await expect(page.getByText('geese.csv has 3 rows')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Import Surname as' })).toHaveValue('last_name')
  await expect(page.getByText('Not imported: Firm and Where from.')).toBeVisible()
  const check = page.getByRole('button', { name: 'Check 3 rows' })
  await expect(check).toBeDisabled()
  await expect(check).toHaveAccessibleDescription(/Company name and How they found us/)
  await matchColumns(page)
  await expectAccessible(page)
  await check.click()

  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(outcome(page, 'To create')).toHaveText('2')
  await expect(page.getByRole('row', { name: /akka.example.com/ })).toContainText(
    'Email must be an address like name@example.com',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  await expect(outcome(page, 'Created')).toHaveText('2')
  await expect(outcome(page, 'Not imported')).toHaveText('1')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows with problems' }).click()
  const failed = await readFile(await (await downloading).path(), 'utf8')
  expect(failed).toContain('import_row,import_problem')

  // Bureau's own file, fixed: its columns are matched as before.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByRole('link', { name: 'geese.csv' })).toBeVisible()
  await upload(page, 'fixed.csv', failed.replace('akka.example.com', 'akka@example.com'))
  await expect(page.getByText('matched as in your last import')).toBeVisible()
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByRole('button', { name: 'Import 1 customer', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  await page.getByRole('link', { name: 'akka@example.com' }).click()
  await expect(page.getByRole('heading', { name: 'Akka Holgersson', level: 1 })).toBeVisible()

  await test.step('those imported together are listed alone, and deleted together', async () => {
    await page.goBack()
    await page.getByRole('link', { name: 'Show customers' }).click()
    await expect(page.getByText('1 result', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Akka Holgersson deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Imported together' }).click()
    await expect(page.getByRole('row', { name: /nils@example.com/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /akka@example.com/ })).toBeHidden()
  })
})

test('a row with a problem is fixed in place, and what is typed isn’t lost on the way', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/customers/import')
  const rows = [person('dunfin@example.com'), person('gunvor.example.com', 'Gunvor')]
  await upload(page, 'more-geese.csv', [header, ...rows].join('\n'))
  await matchColumns(page)
  await page.getByRole('button', { name: 'Check 2 rows' }).click()

  const email = page.getByRole('textbox', { name: 'E-mail, row 3' })
  await expect(email).toHaveValue('gunvor.example.com')
  await email.fill('gunvor@example.com')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Import 1 customer' })).toBeDisabled()
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave without checking?' })
  await leaving.getByRole('button', { name: 'Stay' }).last().click()
  await expect(email).toHaveValue('gunvor@example.com')

  // The line breaks as the change is sent.
  await page.route('**/customer-imports/*/fix', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Check 1 change' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(email).toHaveValue('gunvor@example.com')
  await page.getByRole('button', { name: 'Check 1 change' }).click()
  await expect(page.getByRole('region', { name: /with problems/ })).toBeHidden()
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(outcome(page, 'Created')).toHaveText('2')
})

test('a field without a column gets one value for every row, remembered for the next such file', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/customers/import')
  const rows = [
    'Email,First name,Last name,Phone',
    'ebbe@example.com,Ebbe,Skam,+45 1',
    'ib@example.com,Ib,Rehné,+45 2',
  ]
  await upload(page, 'fair.csv', rows.join('\n'))
  const card = page.getByRole('region', { name: 'Same value for every row' })
  const company = card.getByRole('textbox', { name: 'Company name' })
  const check = page.getByRole('button', { name: 'Check 2 rows' })
  await expect(check).toHaveAccessibleDescription(/enter the same value for every row for Company name and/)
  await company.fill('Olsen-banden ApS')
  await card.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await card.getByRole('combobox', { name: 'Add a field' }).selectOption('Permissions')
  const permissions = card.getByRole('textbox', { name: 'Permissions' })
  await expect(permissions).toBeFocused()
  await permissions.fill('see-invoice')
  await expectAccessible(page)
  await check.click()
  await expect(permissions).toHaveAccessibleDescription(/see-invoice isn’t a permission/)
  await permissions.fill('view-invoice')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await check.click()
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()

  await page.getByRole('button', { name: 'Import another file' }).click()
  await upload(page, 'fair.csv', rows.join('\n'))
  await expect(company).toHaveValue('Olsen-banden ApS')
  // What a column is imported as needs no value.
  await page.getByRole('combobox', { name: 'Import Phone as' }).selectOption('Company name (required)')
  await expect(company).toBeHidden()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await page.goto('/customers?search=ebbe')
  await page.getByRole('link', { name: 'Ebbe Skam', description: 'Ebbe Skam' }).click()
  await expect(page.getByText('Olsen-banden ApS').first()).toBeVisible()
})

test('an import that was stopped is shown above the list, and resumes where it was', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/import')
  const rows = Array.from({ length: 1_000 }, (_, index) => person(`many${index}@example.com`))
  const names = header.replace('Firm', 'Company').replace('Where from', 'Source')
  await upload(page, 'many.csv', [names, ...rows].join('\n'))
  await page.getByRole('button', { name: 'Check 1,000 rows' }).click()
  await expect(page.getByRole('button', { name: 'Import 1,000 customers' })).toBeVisible()
  // As someone would who is very quick.
  const stopped = await page.evaluate(async () => {
    const id = new URLSearchParams(location.search).get('id')
    const post = async (act: string, body: object) =>
      fetch(`/api/x/customer-imports/${id}/${act}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('start', { checks: 1 })
    const { data } = (await (await post('stop', {})).json()) as { data: { state: string } }
    return data.state
  })
  expect(stopped).toBe('stopped')
  await page.goto('/customers')
  await expect(page.getByText(/Import of many\.csv stopped: [\d,]+ of 1,000 rows/)).toBeVisible()
  await page.getByRole('link', { name: 'Show import' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Resume import' }).click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible({ timeout: 30_000 })
  await expect(outcome(page, 'Created')).toHaveText('1,000')
})

test('services are imported all at once or not at all, and an export imported again changes nothing @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const exported = await readFile(await (await downloading).path(), 'utf8')
  await page.getByRole('link', { name: 'Import…' }).click()
  await upload(page, 'services.csv', exported)
  await page.getByRole('radio', { name: 'Update it' }).check()
  await page.getByRole('button', { name: /^Check/ }).click()
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await expect(outcome(page, 'With problems')).toHaveText('0')

  await page.getByRole('button', { name: 'Upload another file' }).click()
  await upload(
    page,
    'new.csv',
    'Name,Category,Price,Currency\nGilding,Finishes,85.50,EUR\nEmbossing,Finishes,"12,5",EUR\n',
  )
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(page.getByText('Services are imported all at once or not at all')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Upload another file' }).click()
  await upload(
    page,
    'new.csv',
    'Name,Category,Price,Currency\nGilding,Finishes,85.50,EUR\nEmbossing,Finishes,12.5,EUR\n',
  )
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await page.getByRole('button', { name: 'Import 2 services' }).click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  await page.getByRole('link', { name: 'Gilding' }).click()
  await expect(page.getByText('€85.50').first()).toBeVisible()
})
