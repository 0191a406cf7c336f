import type { Page } from '@playwright/test'

import { chooseFrom, expect, test as base, toast } from './fixtures.ts'
import { startService } from './service.ts'

/** A new service, opened from another machine: under a name that isn't loopback, without https. */
const test = base.extend<object, { mapped: string }>({
  mapped: ['bureau.test', { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, mapped }, provide) =>
      provide({ ...launchOptions, args: [`--host-resolver-rules=MAP ${mapped} 127.0.0.1`] }),
    { scope: 'worker' },
  ],
  service: [
    async ({ mapped }, provide) => {
      const service = await startService({ DEMO: '0', HOST: '0.0.0.0' })
      await provide({ ...service, url: `http://${mapped}:${new URL(service.url).port}` })
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a new invoice for Ada, which saves itself. */
async function writeDraft(page: Page) {
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await page.getByRole('combobox', { name: 'Description, line 1' }).fill('Consulting')
  await page.getByRole('textbox', { name: 'Unit price, line 1' }).fill('100')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect(page).toHaveURL(/draft=\d+/)
  await page.goto(`/invoices/${new URL(page.url()).searchParams.get('draft')}`)
}

test('from another machine without https, records are saved, sent, voided and deleted', async ({
  page,
  service,
  watch,
}) => {
  watch.allow(/Cross-Origin-Opener-Policy header has been ignored/)
  await test.step('the owner account', async () => {
    await page.goto(`/set-up${/#token=\S+/.exec(service.output())?.[0]}`)
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
    await page.getByRole('textbox', { name: 'Business name' }).fill('Lovelace Engines')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace')
    await page.getByRole('textbox', { name: 'Your email' }).fill('grace@lovelace.example')
    await page.getByRole('textbox', { name: 'Choose a password' }).fill('analytical engine 1843')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  })
  await test.step('a contact', async () => {
    await page.goto('/contacts/new')
    await page.getByRole('textbox', { name: 'First name' }).fill('Charles')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Babbage')
    await page.getByRole('textbox', { name: 'Email' }).fill('charles@lovelace.example')
    await page.getByRole('button', { name: /^Create contact/ }).click()
    await expect(toast(page, 'Contact added')).toBeVisible()
  })
  await test.step('a customer', async () => {
    await page.goto('/customers/new')
    await page.getByRole('textbox', { name: 'First name' }).fill('Ada')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lovelace')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@lovelace.example')
    await page.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0000')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Company' }).fill('Lovelace Engines')
    await page.getByRole('button', { name: 'Create now' }).click()
    await expect(toast(page, 'Customer created')).toBeVisible()
  })
  await test.step('an invoice that is sent, and voided', async () => {
    await writeDraft(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Send invoice' }).click()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Void')
    await dialog(page).getByRole('button', { name: 'Void invoice' }).click()
    await expect(toast(page, 'Invoice voided')).toBeVisible()
  })
  await test.step('a draft that is deleted', async () => {
    await writeDraft(page)
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete draft')
    await dialog(page).getByRole('button', { name: 'Delete draft' }).click()
    await expect(page).toHaveURL(/\/invoices$/)
  })
})
