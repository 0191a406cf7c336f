import type { Page } from '@playwright/test'

import { expect, exportList, hideExtensions, signIn, test } from './fixtures.ts'

async function exported(page: Page): Promise<string> {
  const { name, text } = await exportList(page)
  expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/)
  return text
}

const header =
  'id,name,last_name,email,phone,company_name,company_email,company_phone,company_website,address_1,address_2,zip_code,city,state,country,fax,tax_number,billing_email,billing_reference,electronic_address,billing_currency,payment_days,linked,permissions,created_at,updated_at'

test('all filtered results are exported as one CSV file in one request @main', async ({ page }) => {
  await signIn(page)
  let requests = 0
  page.on('request', (request) => (requests += request.url().includes('/api/customers?') ? 1 : 0))
  await expect(page.getByText('42 customers')).toBeVisible()
  const before = requests
  const lines = (await exported(page)).split('\r\n')
  expect(lines).toHaveLength(42 + 2)
  expect(lines[0]?.startsWith(`\uFEFF${header},custom_field.`)).toBe(true)
  await expect(page.getByText('Exported 42 customers')).toBeVisible()
  expect(requests).toBe(before)

  await page.getByRole('searchbox', { name: 'Search customers' }).fill('wanjiru')
  await expect(page.getByText('1 result')).toBeVisible()
  // A phone number keeps its plus: it is data, and no formula a spreadsheet could run.
  expect(await exported(page)).toMatch(/Wanjiru,Kamau,[^,]+@[^,]+,\+44 7700 [0-9]+,Kamau Tea,/)
})

test('a service without exports gives the same file, assembled from its pages', async ({ page }) => {
  await hideExtensions(page)
  await signIn(page)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('kamau')
  await expect(page.getByText('1 result')).toBeVisible()
  const [names = '', row = ''] = (await exported(page)).split('\r\n')
  expect(names.startsWith(`\uFEFF${header}`)).toBe(true)
  expect(row).toContain('Wanjiru,Kamau,')
})

test('two clicks save one file', async ({ page }) => {
  await signIn(page)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await page.getByRole('button', { name: 'Export' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('Exported 42 customers')).toBeVisible()
  await exportList(page)
  await expect.poll(() => saved).toHaveLength(2)
})

test('an export waits when it is rate limited, and can be canceled', async ({ page, watch }) => {
  watch.allow(/429/)
  await signIn(page)
  await expect(page.getByRole('row', { name: /Wanjiru/ })).toBeVisible()
  await page.route('**/api/x/customers.csv*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { error: { message: 'Too many requests', code: 'RATE_LIMITED' }, timestamp: '' },
    }),
  )
  let saved = 0
  page.on('download', () => (saved += 1))
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Exporting customers…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Exporting customers…')).toBeHidden()
  expect(saved).toBe(0)
})
