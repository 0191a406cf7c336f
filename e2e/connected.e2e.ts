import type { Locator, Page } from '@playwright/test'

import { test as base, expect, expectAccessible, openFromMenu, provoked, signInOnPage } from './fixtures.ts'
import { startService } from './service.ts'
import { specJourneys } from './spec-journeys.ts'
import { type Fault, type SpecService, startSpecService } from './spec-service.ts'
import { fillWebhook } from './webhook-fixtures.ts'

let connected = 0

/** Our service in connected mode: every test has an account of its own, on a service that implements the specification alone. */
const test = base.extend<{
  perMinute: number
  environment: 'production' | 'development'
  other: SpecService
  account: string
}>({
  perMinute: [600, { option: true }],
  environment: ['production', { option: true }],
  other: async ({ perMinute }, provide) => {
    const other = await startSpecService({ perMinute })
    await provide(other)
    await other.stop()
  },
  service: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      const service = await startService({ SERVICE_ALLOW_NETWORKS: '127.0.0.0/8' })
      await provide(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  account: [
    async ({ page, service, other, environment }, provide) => {
      connected += 1
      const { name } = await service.connect(`Acme ${connected}`, environment, other)
      accounts.set(page, name)
      await provide(name)
    },
    { auto: true },
  ],
})

/** The name of the account that a page is to open. */
const accounts = new WeakMap<Page, string>()

/** Signs in and changes to the connected account. */
async function open(page: Page) {
  await signInOnPage(page)
  // A row of the account before that it rests on would be read ahead, and may be asked for in the next one.
  await page.mouse.move(0, 0)
  const name = accounts.get(page) ?? ''
  await page.getByRole('button', { name: /switch account/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(page.getByRole('button', { name })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
}

specJourneys(test, {
  open,
  async confirm(page, other) {
    const dialog = page.getByRole('dialog', { name: /^Delete / })
    const button = dialog.getByRole('button', { name: 'Delete customer' })
    await expect(button).toBeDisabled()
    await dialog.getByRole('textbox').fill(new URL(other.url).host)
    await button.click()
  },
})

test('the environment is in sight on every screen, and no credential reaches the browser @main', async ({
  page,
  other,
}) => {
  const seen: string[] = []
  page.on('response', (response) => {
    void response.text().then(
      (text) => seen.push(text + JSON.stringify(response.headers())),
      () => undefined,
    )
  })
  await open(page)
  const { host } = new URL(other.url)
  await expect(page.getByText(`Production · ${host} · Changes affect live data.`)).toBeVisible()
  await openFromMenu(page, 'Services')
  await expect(page.getByText(`Production · ${host} · Changes affect live data.`)).toBeVisible()
  await openFromMenu(page, 'Webhooks')
  await expect(page.getByText('suspended')).toBeVisible()
  expect(seen.length).toBeGreaterThan(0)
  for (const secret of [other.token, other.key]) expect(seen.join('\n')).not.toContain(secret)
})

test('photos and files of the service are shown, and those elsewhere are linked to', async ({
  page,
  other,
}) => {
  const times = { created_at: '2026-02-01T09:00:00Z', updated_at: '2026-02-01T09:00:00Z' }
  const value = [
    { name: 'Front door.png', path: `${other.url}/files/one/front.png` },
    { name: 'Terms.txt', path: 'https://elsewhere.example/files/terms.txt' },
  ]
  const documents = {
    id: 33,
    user_id: 1,
    location: 1,
    type: 9,
    name: 'Documents',
    key: 'documents',
    description: null,
    placeholder: null,
    fields: { fileConfig: null },
    group: '',
    ...times,
    custom_field_values: [{ id: 1, owner_id: 1, user_id: 7003, custom_field_id: 33, value, ...times }],
  }
  Object.assign(other.customers[0] ?? {}, {
    profile_photo_path: `${other.url}/files/one/photo.png`,
    custom_fields: [documents],
  })
  // Nothing is loaded from elsewhere: the initials stay.
  Object.assign(other.customers[1] ?? {}, { profile_photo_path: 'https://elsewhere.example/photo.png' })
  const widthOf = (image: Locator) => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)

  await open(page)
  await page.goto('/customers?sort=id')
  const photoOf = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('[data-avatar]')
  await expect.poll(() => widthOf(photoOf('marsh1@').locator('img'))).toBe(64)
  await expect(photoOf('marsh2@')).toHaveText('WM')

  await page.goto('/customers/7003')
  await expect.poll(() => widthOf(page.locator('h1').locator('..').locator('..').locator('img'))).toBe(64)
  const file = page.getByRole('link', { name: /Front door\.png/ })
  await expect(file).toContainText('364 bytes')
  await expect.poll(() => widthOf(file.locator('img'))).toBe(256)
  await file.click()
  const dialog = page.getByRole('dialog', { name: 'Front door.png' })
  await expect.poll(() => widthOf(dialog.getByRole('img', { name: 'Front door.png' }))).toBe(48)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Front door.png')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /Terms\.txt/ })).toHaveAttribute('href', value[1]?.path ?? '')
  expect(other.requests).toEqual(
    expect.arrayContaining(['GET /files/one/photo.png', 'GET /files/one/front.png']),
  )
})

test('the settings show the connection, test it, and take new credentials once they work', async ({
  page,
  other,
  watch,
}) => {
  watch.allow(...provoked)
  await open(page)
  await page.goto('/settings/connection')
  await expect(page.getByText(other.url)).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The service accepts both credentials.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Token (/api/v1)' }).fill('wrong')
  await page.getByRole('textbox', { name: 'Key (/api)' }).fill(other.key)
  await page.getByRole('button', { name: 'Replace credentials' }).click()
  await expect(page.getByText('The service doesn’t accept this token')).toBeVisible()
  await page.getByRole('textbox', { name: 'Token (/api/v1)' }).fill(other.token)
  await page.getByRole('button', { name: 'Replace credentials' }).click()
  await expect(page.getByText('Credentials replaced')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Token (/api/v1)' })).toHaveValue('')
})

test.describe('in a development environment', () => {
  test.use({ environment: 'development' })

  test('the band says so, and a few customers are deleted without a question', async ({
    page,
    other,
    watch,
  }) => {
    // The pointer passes over the row, and what it passes over is read, also when it is gone by then.
    watch.allow(/404 \(Not Found\) \S+\/api\/customers\/\d+$/)
    await open(page)
    await expect(
      page.getByText(/^Development · .* Test data\. Changes don’t affect production\.$/),
    ).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('marsh27')
    await page.getByRole('checkbox', { name: /^Select .*Marsh 27/ }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => other.customers.length, { timeout: 20_000 }).toBe(29)
  })
})

test('a fault of the other service says whose it is, never asks for a sign-in, and passes', async ({
  page,
  other,
  watch,
}) => {
  watch.allow(...provoked)
  const { host } = new URL(other.url)
  await open(page)
  // As often as a screen asks again on its own.
  for (let time = 0; time < 4; time += 1) other.failNext('GET /api/v1/contacts', 'error')
  await openFromMenu(page, 'Contacts')
  await expect(page.getByText(`${host} had a problem`)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('3 contacts')).toBeVisible({ timeout: 20_000 })
})

test('a rejected credential is told as such, and nobody is asked to sign in', async ({
  page,
  other,
  watch,
}) => {
  watch.allow(...provoked)
  await open(page)
  other.rejectCredentials()
  await openFromMenu(page, 'Contacts')
  await expect(page.getByText(/rejected the access token of this account/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/contacts/)
})

test('a customer whose answer is lost is found, not created twice @main', async ({ page, other, watch }) => {
  watch.allow(...provoked)
  await open(page)
  other.failNext('POST /api/customers', 'lost')
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
  await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
  expect(other.customers).toHaveLength(31)
  expect(other.requests.filter((request) => request === 'POST /api/customers')).toHaveLength(1)
})

const faults = {
  'an error': 'error',
  'a connection that is reset': 'reset',
  'a lost answer': 'lost',
  'a late answer': { delayMs: 2_000 },
} as const satisfies Record<string, Fault>

for (const [what, kind] of Object.entries(faults)) {
  test.describe(`with ${what} of the other service`, () => {
    const isFailure = kind === 'error' || kind === 'reset'

    // To a list, an answer that is lost is a connection that is reset.
    if (kind !== 'lost')
      test('every list is shown in the end', async ({ page, other, watch }) => {
        watch.allow(...provoked)
        const lists = [
          ['Customers', '/api/customers', '29 customers'],
          ['Services', '/api/services/', '12 items'],
          ['Invoices', '/api/invoices', '119 invoices'],
          ['Contacts', '/api/v1/contacts', '3 contacts'],
          ['Webhooks', '/api/v1/webhooks', '2 endpoints'],
        ] as const
        for (const [, path] of lists) other.failNext(`GET ${path}`, kind)
        await open(page)
        for (const [screen, , text] of lists) {
          await openFromMenu(page, screen)
          await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 20_000 })
        }
        // The faults have happened: what failed was asked for once more.
        if (typeof kind === 'string')
          for (const [, path] of lists) {
            const asked = other.requests.filter((request) => request.split('?')[0] === `GET ${path}`)
            expect(asked.length, path).toBeGreaterThan(1)
          }
      })

    test('a webhook is created once', async ({ page, other, watch }) => {
      watch.allow(...provoked)
      await open(page)
      await fillWebhook(page, 'https://receiver.example/three', ['contact.created'])
      other.failNext('POST /api/v1/webhooks', kind)
      await page.getByRole('button', { name: 'Create webhook' }).click()
      if (kind === 'lost') {
        await expect(page.getByText('A webhook with this URL already exists')).toBeVisible()
      } else {
        if (isFailure) {
          await expect(page.getByText('The webhook wasn’t created. You can try again.')).toBeVisible()
          await page.getByRole('button', { name: 'Create webhook' }).click()
        }
        await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
      }
      expect(other.webhooks.filter(({ url }) => url === 'https://receiver.example/three')).toHaveLength(1)
    })

    // The two outcomes: it isn't done, or it is and nothing says so.
    if (kind === 'error' || kind === 'lost')
      test('customers are deleted, or said to be there', async ({ page, other, watch }) => {
        watch.allow(...provoked)
        await open(page)
        await page.goto('/customers?search=marsh2')
        await expect(page.getByText('11 results')).toBeVisible()
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await page.getByRole('button', { name: 'Delete', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: /^Delete / })
        await dialog.getByRole('textbox').fill(new URL(other.url).host)
        other.failNext('DELETE /api/customers', kind)
        await dialog.getByRole('button', { name: 'Delete 11 customers' }).click()
        const told = isFailure ? 'Nothing was deleted' : '11 customers deleted'
        await expect(page.getByText(told)).toBeVisible({ timeout: 30_000 })
        expect(other.customers).toHaveLength(isFailure ? 30 : 19)
        if (isFailure) await expect(page.getByRole('link', { name: /Marsh 27/ })).toBeVisible()
      })
  })
}

test.describe('with few requests a minute', () => {
  test.use({ perMinute: 3 })

  test('a limit of the other service is counted down', async ({ page, watch }) => {
    watch.allow(...provoked)
    await open(page)
    // Different reads, as identical ones are sent once.
    for (const screen of ['/contacts', '/webhooks', '/webhooks/61', '/webhooks/62']) {
      const answered = page.waitForResponse(
        (response) => new URL(response.url()).pathname === `/api/v1${screen}`,
      )
      await page.goto(screen)
      await answered
    }
    await expect(page.getByText(/Too many requests\. Resuming in \d+ seconds?\./)).toBeVisible()
  })
})
