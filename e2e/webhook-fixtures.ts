import type { Page } from '@playwright/test'

import { expect, signIn, test as base } from './fixtures.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { startService } from './service.ts'

/** Journeys about webhooks: a service that trusts a receiver on loopback and may reach it. */
export const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      const receiver = await startReceiver()
      await provide(receiver)
      await receiver.stop()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ receiver }, provide) => {
      const service = await startService({
        NODE_EXTRA_CA_CERTS: receiver.certificate,
        WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32',
      })
      await provide(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

/** Opens the form of a new webhook and fills in what it needs. */
export async function fillWebhook(page: Page, url: string, events: readonly string[]): Promise<void> {
  await page.goto('/webhooks/new')
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(url)
  for (const event of events) await page.getByRole('checkbox', { name: event, exact: true }).check()
}

/** Signs in, creates a webhook and leaves its secret behind. Ends on its page. */
export async function makeWebhook(page: Page, url: string, events: readonly string[]): Promise<void> {
  await signIn(page)
  await fillWebhook(page, url, events)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  await expect(page.getByRole('region', { name: 'Status' })).toBeVisible()
}

/** Creates a webhook without using the page. Returns its id and secret. */
export async function createWebhook(
  page: Page,
  body: { url: string; events: readonly string[]; name?: string; config?: object },
): Promise<{ id: number; secret: string }> {
  const response = await page.request.post('/api/x/webhooks', {
    headers: { origin: new URL(page.url()).origin },
    data: body,
  })
  expect(response.status()).toBe(201)
  const { data, secret } = (await response.json()) as { data: { id: number }; secret: string }
  return { id: data.id, secret }
}

/** Sends a sample from the page of a webhook. */
export async function sendTest(page: Page, event: string): Promise<void> {
  await page.getByRole('button', { name: 'Send test', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send test event' })
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption(event)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface CustomFieldList {
  data: { id: number; required: boolean; fields: { options: (string | null)[] } }[]
}

/** Creates a customer, and with it a contact, without using the page. */
export async function makeCustomer(page: Page, name: string): Promise<number> {
  const fields = (await (await page.request.get('/api/custom-fields')).json()) as CustomFieldList
  const required = fields.data.filter((field) => field.required)
  const answer = await page.request.post('/api/customers', {
    headers: { origin: new URL(page.url()).origin },
    multipart: {
      name,
      last_name: 'Event',
      email: 'event@example.com',
      phone: '+1 555 0100',
      'business_information[company_name]': 'Events & Co',
      ...Object.fromEntries(
        required.map(({ id, fields: { options } }) => [
          `custom_fields[${id}][value]`,
          options.find(Boolean) ?? 'x',
        ]),
      ),
      profile_photo_path: { name: 'photo.png', mimeType: 'image/png', buffer: pixel },
    },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data.id as number
}
