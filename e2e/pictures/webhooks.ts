import type { Page } from '@playwright/test'

import { type Screen, fromMenu, press, pressExactly, openMenu } from './screen.ts'

export const webhooks: readonly Screen[] = [
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhooks-failing', path: '/webhooks?state=failing' },
  { name: 'webhook', path: '/webhooks/1' },
  { name: 'webhook-failing', path: '/webhooks/3' },
  { name: 'webhook-paused', path: '/webhooks/2' },
  {
    name: 'webhook-settings',
    path: '/webhooks/1',
    act: (page) => page.getByRole('tab', { name: 'Settings' }).click(),
  },
  { name: 'webhook-menu', path: '/webhooks/1', act: openMenu },
  { name: 'webhook-test', path: '/webhooks/1', act: sendTest },
  { name: 'webhook-rotate', path: '/webhooks/1', act: fromMenu('Rotate secret') },
  { name: 'webhook-delete', path: '/webhooks/1', act: fromMenu('Delete') },
  {
    name: 'webhook-delivery',
    path: '/webhooks/2',
    act: (page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('button').nth(1).click(),
  },
  { name: 'webhook-edit', path: '/webhooks/1/edit' },
  {
    name: 'webhook-edit-changes',
    path: '/webhooks/1/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Ledgerline')
      await press('Save changes')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'webhook-missing', fails: true, path: '/webhooks/99999' },
  { name: 'webhook-new', path: '/webhooks/new' },
  { name: 'webhook-new-errors', path: '/webhooks/new', act: pressExactly('Create webhook') },
  { name: 'webhook-checker', path: '/webhooks/checker' },
  {
    name: 'webhook-secret',
    path: '/webhooks/new',
    act: async (page) => {
      await page.getByRole('textbox', { name: /Endpoint URL/ }).fill('https://hooks.example.com/bureau')
      await page.getByRole('checkbox', { name: /invoice\.paid/ }).check()
      await pressExactly('Create webhook')(page)
      await page.getByText('Signing secret').first().waitFor()
    },
    after: async (page) => {
      await page.evaluate(async () => {
        const { data } = await (await fetch('/api/v1/webhooks?per_page=100')).json()
        for (const { id, url } of data)
          if (url === 'https://hooks.example.com/bureau')
            await fetch(`/api/v1/webhooks/${id}`, { method: 'DELETE' })
      })
    },
  },
]

async function sendTest(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Send test', exact: true })
  await button.click()
  await page.getByRole('dialog').waitFor()
}
