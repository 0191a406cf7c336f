import { fault } from './faults.ts'
import { expect, provoked, signIn } from './fixtures.ts'
import { fillWebhook, test } from './webhook-fixtures.ts'

test.describe('a webhook that couldn’t be created keeps its input and is created exactly once', () => {
  for (const kind of [
    '500',
    '503 with HTML',
    'abort',
    'offline',
    '429',
    'reply lost after commit',
  ] as const) {
    test(kind, async ({ page, receiver, watch }) => {
      watch.allow(...provoked)
      const path = `/fault-${kind.replace(/\W/g, '-')}`
      const url = `${receiver.url}${path}`
      await signIn(page)
      await fillWebhook(page, url, ['document.sent'])
      const heal = await fault(page, 'create webhook', kind)
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('textbox', { name: 'Endpoint URL' })).toHaveValue(url)
      await expect(page.getByRole('checkbox', { name: 'document.sent', exact: true })).toBeChecked()
      await heal()
      if (kind === 'reply lost after commit') {
        await expect(page.getByText('A webhook with this URL already exists')).toBeVisible()
      } else {
        await page.getByRole('button', { name: 'Create webhook' }).click()
        await page.getByRole('button', { name: 'I’ve stored the secret' }).click({ timeout: 20_000 })
      }
      const list = (await (await page.request.get('/api/x/webhooks?limit=100')).json()) as {
        data: { url: string }[]
      }
      expect(list.data.filter((webhook) => webhook.url === url)).toHaveLength(1)
    })
  }
})

test.describe('a webhook list that fails to load shows an error and recovers', () => {
  for (const kind of ['500', '503 with HTML', 'abort'] as const) {
    test(kind, async ({ page, watch }) => {
      watch.allow(...provoked)
      await signIn(page)
      const heal = await fault(page, 'list webhooks', kind)
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 })
      await heal()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('link', { name: 'Old Mill CRM' })).toBeVisible()
    })
  }
})
