import type { Page } from '@playwright/test'

import {
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  signIn,
  startSession,
  test,
} from './fixtures.ts'
import { demoCustomer, enterPortal, grant, send } from './portal-fixtures.ts'

const line = (description: string, unit_price: number, more: object = {}) => ({
  description,
  quantity: 1,
  unit_price,
  discount: 0,
  tax_rate: 20,
  ...more,
})
const optional = { is_optional: true }

/** Sends a proposal with two options to the customer; returns its id. */
async function offer(page: Page, customer_id: number): Promise<number> {
  const { id, version } = await send(page, '/api/x/proposals', {
    customer_id,
    title: 'Shop sign',
    currency: 'EUR',
    sections: [],
    line_items: [line('Sign', 100), line('Lights', 50, optional), line('Mounting', 30, optional)],
    valid_until: null,
  })
  await send(page, `/api/x/proposals/${id}/send`, {}, version)
  return id
}

test('lines of a proposal are made optional, by its menu and by keyboard', async ({ page }) => {
  await signIn(page)
  await page.goto(`/proposals/new?customer=${await demoCustomer(page)}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Shop sign')
  const first = page.getByRole('listitem', { name: 'Line 1' })
  await first.getByRole('combobox', { name: 'Description' }).fill('Sign')
  await first.getByRole('textbox', { name: 'Unit price' }).fill('100')
  await first.getByRole('textbox', { name: 'Tax' }).fill('20')
  await page.getByRole('button', { name: 'Add line' }).click()
  const second = page.getByRole('listitem', { name: 'Line 2' })
  await second.getByRole('combobox', { name: 'Description' }).fill('Lights')
  await second.getByRole('textbox', { name: 'Unit price' }).fill('50')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('€180.00')
  await second.getByRole('textbox', { name: 'Unit price' }).press('Control+/')
  await expect(second).toContainText('Optional, not in the total')
  await expect(total).toContainText('€120.00')
  await first.getByRole('button', { name: 'Actions for line 1' }).click()
  await page.getByRole('menuitem', { name: 'Make optional' }).click()
  await expect(total).toContainText('€0.00')
  await first.getByRole('button', { name: 'Actions for line 1' }).click()
  await page.getByRole('menuitem', { name: 'Make required' }).click()
  await page.getByRole('button', { name: 'Create proposal' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row', { name: /^Lights/ })).toContainText('Optional')
  await expect(sheet).toContainText('Total EUR€120.00')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(second).toContainText('Optional, not in the total')
  await expectAccessible(page)
})

test('a customer ticks what they want of a proposal, and accepts what that comes to @main', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page)
  await grant(page, customer, ['view-proposal'])
  const id = await offer(page, customer)
  const portal = await enterPortal(page, browser, service.url, customer)
  await portal.goto(`/portal/proposals/${id}`)
  const total = portal.getByRole('row', { name: /^Total/ })
  await expect(total).toContainText('€120.00')
  await expect(portal.getByText('Tick the options that you want')).toBeVisible()
  const lights = portal.getByRole('checkbox', { name: 'Lights' })
  await lights.check()
  await expect(total).toContainText('€180.00')
  await portal.getByRole('checkbox', { name: 'Mounting' }).check()
  await expect(total).toContainText('€216.00')
  await lights.press('Space')
  await expect(lights).toBeFocused()
  await expect(total).toContainText('€156.00')
  await expectAccessibleInBothColors(portal)
  await portal.getByRole('button', { name: 'Accept' }).click()
  const question = portal.getByRole('dialog', { name: 'Accept this proposal?' })
  await expect(question).toContainText('€156.00')
  await question.getByRole('button', { name: 'Accept proposal' }).click()
  await expect(portal.getByRole('region', { name: 'Accepted' })).toBeVisible()
  await expect(portal.getByRole('row', { name: /^Lights/ })).toContainText('Optional, not chosen')
  await expect(portal.getByRole('checkbox')).toHaveCount(0)
  await expect(total).toContainText('€156.00')

  await page.goto(`/proposals/${id}`)
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row', { name: /^Mounting/ })).toContainText('Optional, chosen')
  await expect(sheet).toContainText('Total EUR€156.00')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice DRAFT/, level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('€156.00')
  await expect(page.getByRole('row', { name: /^Lights/ })).toHaveCount(0)
})

test('staff record which options a customer chose', async ({ page }) => {
  await startSession(page)
  await page.goto('/proposals')
  const id = await offer(page, await demoCustomer(page))
  await page.goto(`/proposals/${id}`)
  await page.getByRole('button', { name: 'Mark as accepted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark this proposal as accepted?' })
  await dialog.getByRole('checkbox', { name: 'Lights, €50.00' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as accepted' }).click()
  await expect(page.getByText('Proposal marked as accepted')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Total EUR€180.00')
})
