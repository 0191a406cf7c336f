import type { Page } from '@playwright/test'

import { type test as base, expect, openFromMenu, provoked } from './fixtures.ts'
import type { SpecService } from './spec-service.ts'

interface Way {
  /** Signs in and leads to the customers of the other service. */
  readonly open: (page: Page) => Promise<void>
  /** Answers the question that a deletion of customers asks, if it asks one. */
  readonly confirm?: (page: Page, other: SpecService) => Promise<void>
}

/** What people do on a service of the specification, whichever way the dashboard reaches it. */
export function specJourneys(
  test: ReturnType<typeof base.extend<{ other: SpecService }>>,
  { open, confirm }: Way,
): void {
  test('customers are listed, found, opened, created and deleted on a service of the specification @main', async ({
    page,
    other,
  }) => {
    await open(page)
    await expect(page.getByText('29 customers')).toBeVisible()
    await expect(page.getByText('Couldn’t be read: ID 7015')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('marsh27')
    await expect(page.getByText('1 result')).toBeVisible()
    await page.getByRole('link', { name: /Marsh 27/ }).click()
    await expect(page.getByRole('heading', { name: /Marsh 27/, level: 1 })).toBeVisible()

    await page.goto('/customers?sort=id')
    const row = (place: number) => page.getByRole('row').nth(place)
    await expect(row(4)).toContainText('Marsh 4')
    await expect(row(5)).toHaveText('This customer can’t be readID 7015')
    await expect(row(6)).toContainText('Marsh 6')

    await page.goto('/customers/7012')
    await expect(page.getByRole('heading', { name: /Marsh 4/, level: 1 })).toBeVisible()

    await test.step('a customer is created', async () => {
      await page.goto('/customers/new')
      await page.getByRole('textbox', { name: 'First name' }).fill('Nuno')
      await page.getByRole('textbox', { name: 'Last name' }).fill('Reis')
      await page.getByRole('textbox', { name: 'Email' }).fill('nuno@client.example')
      await page.getByRole('textbox', { name: 'Phone' }).fill('+351 210 123 456')
      await page.getByRole('button', { name: 'Business' }).click()
      await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Reis Lda')
      await page.getByRole('button', { name: 'Permissions' }).click()
      await page.getByRole('checkbox', { name: 'View invoices' }).check()
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('button', { name: 'Create customer' }).click()
      await expect(page.getByRole('heading', { name: 'Nuno Reis', level: 1 })).toBeVisible()
      expect(other.customers).toHaveLength(31)
    })

    await test.step('a customer is deleted', async () => {
      await page.goto('/customers?search=nuno')
      await page.getByRole('checkbox', { name: 'Select Nuno Reis' }).check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await confirm?.(page, other)
      await expect(page.getByRole('link', { name: 'Nuno Reis' })).toBeHidden()
      // Once the time to undo it has passed.
      await expect.poll(() => other.customers.length, { timeout: 20_000 }).toBe(30)
      await page.goto('/customers')
      await expect(page.getByText('29 customers')).toBeVisible()
    })
  })

  test('services and contacts are listed and opened on a service of the specification', async ({
    page,
    other,
  }) => {
    await open(page)
    await openFromMenu(page, 'Services')
    await expect(page.getByText('Couldn’t be read: ID 403')).toBeVisible()
    await expect(page.getByRole('row').nth(3)).toHaveText('This item can’t be readID 403')
    await page.getByRole('searchbox', { name: 'Search services' }).fill('Offer 4')
    await expect(page.getByText('1 result')).toBeVisible()
    await page.getByRole('link', { name: 'Offer 4' }).click()
    await expect(page.getByRole('heading', { name: 'Offer 4' })).toBeVisible()
    expect(other.requests.some((request) => request.includes('search=Offer+4'))).toBe(true)

    await page.goto('/contacts')
    await expect(page.getByText('3 contacts')).toBeVisible()
    await page.getByRole('link', { name: /Contact 2/ }).click()
    await expect(page.getByRole('heading', { name: /Contact 2/ })).toBeVisible()
  })

  test('invoices that the service doesn’t filter are filtered, sorted and paged in the browser', async ({
    page,
    other,
    watch,
  }) => {
    watch.allow(...provoked)
    other.failNext('GET /api/invoices', 'error')
    other.failNext('GET /api/invoices', 'reset')
    await open(page)
    await openFromMenu(page, 'Invoices')
    await expect(page.getByText('119 invoices')).toBeVisible()
    await expect(page.getByText('Couldn’t be read: ID 5007')).toBeVisible()
    await page.getByRole('tab', { name: /^Overdue/ }).click()
    await expect(page.getByText('29 results')).toBeVisible()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByText('26–29 of 29')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('F-0111')
    await expect(page.getByText('1 result')).toBeVisible()
    await page.goto('/invoices/5008')
    await expect(page.getByRole('heading', { name: /F-0008/, level: 1 })).toBeVisible()
  })

  test('webhooks are listed, opened, created, paused and deleted on a service of the specification', async ({
    page,
    other,
    watch,
  }) => {
    watch.allow(...provoked)
    await open(page)
    await openFromMenu(page, 'Webhooks')
    await expect(page.getByText('suspended')).toBeVisible()
    await page.getByRole('row').filter({ hasText: '/one' }).getByRole('link').click()
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('button')).toHaveText([
      /contact\.created.*Delivered/,
      /document\.sent.*Failed/,
    ])
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await expect.poll(() => other.webhooks[0]?.['status']).toBe('paused')

    await page.goto('/webhooks/new')
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://receiver.example/three')
    await page.getByRole('checkbox', { name: 'contact.created', exact: true }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('button', { name: 'Show secret' }).click()
    await expect(page.getByText(/^secret-of-\d+$/)).toBeVisible()
    // How deliveries of that service are verified is its own affair.
    await expect(page.getByText('whsec_')).toHaveCount(0)
    await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
    await expect.poll(() => other.webhooks.length).toBe(3)

    await page.goto('/webhooks/62')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' })
    await dialog.getByRole('textbox').fill('receiver.example/two')
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByText('Deleted receiver.example/two')).toBeVisible()
    expect(other.webhooks.map(({ id }) => id)).not.toContain(62)
  })
}
