import type { Page } from '@playwright/test'

import { fault } from './faults.ts'
import { expect, provoked, signIn, test } from './fixtures.ts'

test.describe('a list that cannot be loaded says so and comes back', () => {
  for (const kind of ['500', '503 with HTML', 'hang', 'abort', 'offline'] as const) {
    test(kind, async ({ page, watch }) => {
      watch.allow(...provoked)
      await signIn(page)
      const heal = await fault(page, 'list', kind)
      await page.getByRole('searchbox', { name: 'Search customers' }).fill(`kamau`)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 })
      await heal()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
    })
  }
})

test.describe('a customer that could not be sent is kept, and in the end there is exactly one', () => {
  for (const kind of [
    '500',
    '503 with HTML',
    'abort',
    'offline',
    '422 unknown field',
    '429',
    'reply lost after commit',
  ] as const) {
    test(kind, async ({ page, watch }) => {
      watch.allow(...provoked)
      const lastName = `Fault ${kind.replace(/\W/g, '')}`
      await signIn(page)
      await fillWizard(page, lastName)
      const heal = await fault(page, 'create', kind)
      await page.getByRole('button', { name: 'Create customer' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(`Test ${lastName}`).first()).toBeVisible()
      await heal()
      await page.getByRole('button', { name: 'Create customer' }).click()
      await expect(page.getByRole('heading', { name: `Test ${lastName}`, level: 1 })).toBeVisible()
      await page.goto(`/customers?search=${encodeURIComponent(lastName)}`)
      await expect(page.getByText('1 result')).toBeVisible()
    })
  }
})

async function fillWizard(page: Page, lastName: string) {
  await page.getByRole('link', { name: 'New customer' }).click()
  await page.getByRole('textbox', { name: 'First name' }).fill('Test')
  await page.getByRole('textbox', { name: 'Last name' }).fill(lastName)
  await page.getByRole('textbox', { name: 'Email' }).fill('fault@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0199')
  await page.getByRole('button', { name: 'Generate from initials' }).click()
  await expect(page.getByRole('img', { name: 'Selected, not uploaded yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Fault & Sons')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  for (const step of ['Files', 'Permissions', 'Review']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
}
