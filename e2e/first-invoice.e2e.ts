import type { Locator } from '@playwright/test'

import type { Electronic } from '#contract/invoices/electronic-invoices.ts'

import { test as base, expect } from './fixtures.ts'
import { setUpOwner } from './pictures/screen.ts'
import { startService } from './service.ts'

const test = base.extend({
  service: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      const service = await startService({ DEMO: '0' })
      await provide(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})
test.use({ locale: 'de' })

test('from an empty account to an invoice that is sent and lacks nothing it takes twelve clicks @main', async ({
  page,
  service,
}) => {
  let clicks = 0
  const press = async (button: Locator) => {
    clicks += 1
    await button.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).first().fill(value)
  }

  clicks += 1
  await setUpOwner(page, service.output())

  await press(link('Company details'))
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany')
  await fill({ Address: 'Kai 1', 'Postal code': '20457', City: 'Hamburg', 'Tax number': 'DE123456789' })
  await fill({ 'Bank details': 'IBAN DE89 3704 0044 0532 0130 00', Email: 'noor@haddad.example' })
  await press(button(/^Save/))
  await expect(page.getByText('Company saved')).toBeVisible()

  await press(link('Customers'))
  await press(link('New customer'))
  await fill({ 'First name': 'Nils', 'Last name': 'Berg', Email: 'nils@berg.example', Phone: '+49 1' })
  await press(button(/^Next/))
  await fill({
    Company: 'Berg GmbH',
    'Address line 1': 'Hauptstraße 1',
    'Postal code': '10115',
    City: 'Berlin',
  })
  await page.getByRole('combobox', { name: 'Country' }).fill('germ')
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: /Review/ }))
  await press(button(/^Create customer/))
  await expect(page.getByRole('heading', { name: 'Nils Berg', level: 1 })).toBeVisible()

  await press(link('New invoice'))
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
  await page.getByRole('combobox', { name: /Description/ }).fill('Lettering')
  await page.getByRole('textbox', { name: /Unit price/ }).fill('100')
  await expect(page.getByText('€119.00')).toBeVisible()
  await press(link('Preview and send'))
  await press(page.getByRole('button', { name: 'Send', exact: true }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('owes')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await press(dialog.getByRole('button', { name: 'Send invoice' }))
  await expect(dialog).toContainText('Invoice INV-')

  expect(clicks).toBe(12)
  const answer = await page.request.get('/api/x/invoices/1/electronic')
  const { formats } = ((await answer.json()) as { data: Electronic }).data
  expect(formats.find(({ format }) => format === 'factur-x')?.missing).toEqual([])
})
