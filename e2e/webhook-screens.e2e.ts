import { createHmac } from 'node:crypto'

import type { Locator } from '@playwright/test'

import {
  chooseFrom,
  endOfMotion,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  signIn,
  startSession,
} from './fixtures.ts'
import { fillWebhook, makeWebhook, sendTest, test } from './webhook-fixtures.ts'

test('the signature checker accepts a valid signature and names the likely cause of an invalid one @main', async ({
  page,
}) => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const body = '{"type":"contact.created","data":{"id":7}}'
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = (index: number) =>
    createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`msg_1.${index}.${body}`)
      .digest('base64')
  const headersAt = (index: number) =>
    `webhook-id: msg_1\nwebhook-timestamp: ${index}\nwebhook-signature: v1,${sign(index)}`
  await startSession(page)
  await page.goto('/webhooks/checker')
  const result = page.getByRole('status', { name: 'Result' })
  await expect(result).toContainText('Still missing: the secret')

  await page.getByRole('textbox', { name: 'Secret' }).fill(secret)
  await page.getByRole('textbox', { name: 'Headers' }).fill(headersAt(timestamp))
  await page.getByRole('textbox', { name: 'Raw body' }).fill(body)
  await expect(result).toContainText('The signature is valid')
  await expect(result).toContainText('No webhook in this account currently uses this secret')

  await page.getByRole('textbox', { name: 'Raw body' }).fill(JSON.stringify(JSON.parse(body), null, 2))
  await expect(result).toContainText('Likely cause: re-serialized body')
  await page.getByRole('textbox', { name: 'Raw body' }).fill(body)
  await page.getByRole('textbox', { name: 'Headers' }).fill(headersAt(timestamp - 3600))
  await expect(result).toContainText('60 minutes old')
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret.replace('AAEC', 'AAED'))
  await expect(result).toContainText('Likely cause: wrong secret')
})

test('without the permission the navigation entry is locked and says who has access', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: /Harbor & Finch Studio/ }).click()
  await page.getByRole('menuitemradio', { name: 'Finch Print Shop' }).click()
  await expect(page.getByRole('button', { name: /Finch Print Shop/ })).toBeVisible()
  const entry = page.getByRole('link', { name: /Webhooks/ })
  await expect(entry).toContainText('Admins only')
  await entry.click()
  await expect(page.getByRole('heading', { name: 'You don’t have access to webhooks' })).toBeVisible()
  await expect(page.getByText(/requires the “Manage settings” permission/)).toBeVisible()
  await expectAccessible(page)
})

test('the remaining requests are shown when few are left', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('progressbar', { name: 'Requests left this minute' })).toBeHidden()
  await page.route(/\/api\/(?!x\/live)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-ratelimit-remaining': '40' } })
  })
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('kamau')
  await expect(page.getByText('40 of 600 requests left')).toBeVisible()
  // The rows of before fade until the answer to the search; another one may have shown the requests left.
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.locator('[data-list] [aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)
})

test('every webhook screen is accessible', async ({ page, receiver }) => {
  test.setTimeout(120_000)
  await signIn(page)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('link', { name: 'Old Mill CRM' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.getByRole('link', { name: 'Old Mill CRM' }).click()
  await expect(page.getByRole('list', { name: 'Deliveries' })).toBeVisible()
  await page.getByRole('list', { name: 'Deliveries' }).getByRole('button').first().click()
  await expect(page.getByRole('list', { name: 'Attempts' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.goto('/webhooks/checker')
  await page.getByRole('textbox', { name: 'Secret' }).fill('whsec_AAAA')
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('webhook-id')
  await expectAccessibleInBothColors(page)

  await fillWebhook(page, receiver.url, ['contact.created'])
  for (const section of [/^Method/, /^Headers/, /^Conditions/, /^Timeout/, /^Retries/])
    await page.getByRole('button', { name: section }).click()
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Enter a field, such as data.email')).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.getByRole('button', { name: 'Remove condition 1' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('region', { name: 'Signing secret' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  for (const [opener, title] of [
    ['Rotate secret', 'Rotate the secret?'],
    ['Delete', 'Delete this webhook?'],
  ] as const) {
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), opener)
    // Half faded in, nothing has enough contrast.
    await expect(page.getByRole('dialog', { name: title })).toHaveCSS('opacity', '1')
    await expect(page.getByRole('menu')).toBeHidden()
    await expectAccessibleInBothColors(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('no webhook screen scrolls sideways', async ({ page, receiver }) => {
    await makeWebhook(page, `${receiver.url}/${'a-very-long-path-'.repeat(20)}`, ['contact.created'])
    await expectNoSidewaysScroll(page)
    await sendTest(page, 'contact.created')
    await expect(page.getByRole('article')).toContainText('Delivered')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'All deliveries' }).click()
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('button')).toHaveCount(1)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    for (const path of ['/webhooks', '/webhooks/new', '/webhooks/checker']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })
})

test('a change or deletion can’t be canceled once it is sent', async ({ page }) => {
  await makeWebhook(page, 'https://late.example.com/in', ['contact.created'])
  let held = Promise.resolve()
  const escapeDoesNothing = async (dialog: Locator, button: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    await dialog.getByRole('button', { name: button }).click()
    await page.keyboard.press('Escape')
    await endOfMotion(page)
    await expect(dialog).toBeVisible()
    resolve()
  }
  await page.route(/\/api\/(v1|x)\/webhooks\/\d+$/, async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  await test.step('a change', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('checkbox', { name: 'contact.updated', exact: true }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save these changes?' })
    await escapeDoesNothing(dialog, 'Save')
    await expect(page.getByRole('region', { name: 'Status' })).toBeVisible()
  })
  await test.step('a deletion', async () => {
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' })
    await dialog.getByRole('textbox').fill('late.example.com/in')
    await escapeDoesNothing(dialog, 'Delete webhook')
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  })
})

test('the events of a webhook are named to the keyboard, too', async ({ page }) => {
  await startSession(page)
  await page.goto('/webhooks')
  const several = page.getByRole('button', { name: /^\d+ events$/ }).first()
  await expect(several).toBeVisible()
  await expectAccessible(page)
  await several.focus()
  await expect(page.getByRole('tooltip')).toContainText(/[a-z]+\.[a-z]+, [a-z]+\.[a-z]+/)
  await expect(several).toHaveAccessibleDescription(/[a-z]+\.[a-z]+, [a-z]+\.[a-z]+/)
})
