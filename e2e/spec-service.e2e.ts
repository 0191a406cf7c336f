import type { Page } from '@playwright/test'

import { test as base, expect, hideExtensions, openFromMenu, provoked, signInOnPage } from './fixtures.ts'
import { specJourneys } from './spec-journeys.ts'
import { type SpecService, startSpecService } from './spec-service.ts'

/** The dashboard on another service, which implements the specification and nothing else; people sign in to ours. */
const test = base.extend<{ abilities: string; other: SpecService }>({
  abilities: ['settings.manage,contacts.view', { option: true }],
  other: async ({ page, abilities }, provide) => {
    const other = await startSpecService({ perMinute: 600, abilities: abilities.split(',') })
    await connect(page, other)
    await provide(other)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await other.stop()
  },
})

/** Sends what the page asks of both surfaces to the other service, with the credentials of that one. */
async function connect(page: Page, other: SpecService) {
  await hideExtensions(page)
  await page.route(/\/api\/(v1|services|customers|custom-fields|invoices)\b/, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const credential = pathname.startsWith('/api/v1/') ? other.token : other.key
    const headers = { ...request.headers(), authorization: `Bearer ${credential}` }
    await route.continue({ url: `${other.url}${pathname}${search}`, headers })
  })
}

specJourneys(test, { open: signInOnPage })

test.describe('with a token that may not manage settings', () => {
  test.use({ abilities: 'contacts.view' })

  test('webhooks are locked and say why, and the rest works', async ({ page, other, watch }) => {
    watch.allow(...provoked)
    await signInOnPage(page)
    await page.goto('/webhooks')
    await expect(page.getByRole('heading', { name: 'You don’t have access to webhooks' })).toBeVisible()
    await expect(page.getByText('but the service’s access token doesn’t')).toBeVisible()
    const asked = () => other.requests.filter((request) => request.includes('/webhooks')).length
    const untilLocked = asked()
    await openFromMenu(page, 'Contacts')
    await expect(page.getByText('3 contacts')).toBeVisible()
    await page.getByRole('link', { name: /^Webhooks/ }).click()
    await expect(page.getByRole('heading', { name: 'You don’t have access to webhooks' })).toBeVisible()
    expect(asked()).toBe(untilLocked)
  })
})
