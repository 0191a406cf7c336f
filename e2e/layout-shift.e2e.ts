import { setTimeout } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { expect, startSession, test } from './fixtures.ts'

const screens = [
  ['/customers', 'Customers'],
  ['/customers?search=example&country=Norway', 'Customers'],
  ['/invoices', 'Invoices'],
  ['/services', 'Services and products'],
  ['/contacts', 'Contacts'],
  ['/webhooks', 'Webhooks'],
] as const

declare global {
  interface Window {
    layoutShift: number
    /** What moved most, to find its cause. */
    movedMost: { by: number; what: string }
  }
}

/** Adds up what moves without anybody having touched anything. */
const measureShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShift = 0
    window.movedMost = { by: 0, what: '' }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (entry.hadRecentInput) continue
        window.layoutShift += entry.value
        const [first] = entry.sources
        if (first && entry.value > window.movedMost.by)
          window.movedMost = {
            by: entry.value,
            what: `${first.node?.textContent?.slice(0, 40)} from ${first.previousRect.y} to ${first.currentRect.y}`,
          }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

for (const width of [390, 1440]) {
  test(`a list that loads over a slow network moves nothing at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 844 })
    await startSession(page)
    await measureShifts(page)
    await slowNetwork(page, 400)
    for (const [path, label] of screens) {
      await test.step(path, async () => {
        await page.goto(path)
        const list = page.getByRole('region', { name: label, exact: true })
        await expect(list.or(page.getByText('No matching customers')).first()).toBeVisible()
        await expect(page.locator('[data-list] [aria-busy=true]')).toHaveCount(0)
        // What comes once the browser is idle has arrived when the network has nothing left to do.
        await expect.poll(() => quietForMs(page), { timeout: 30_000 }).toBeGreaterThan(1_500)
        expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.02)
      })
    }
  })
}

/** Screens with what the demo account has most of: lists, records, forms and settings. */
const everyScreen = {
  'customers and contacts': [
    '/overview',
    '/customers',
    '/customers/34',
    '/customers/new',
    '/customers/34/edit',
    '/customers/34/billing',
    '/customers/trash',
    '/contacts',
    '/contacts?open=44',
    '/contacts/new',
  ],
  invoices: [
    '/invoices',
    '/invoices?open=100',
    '/invoices/100',
    '/invoices/new',
    '/invoices/188/edit',
    '/invoices/recurring',
    '/invoices/plans',
    '/invoices/subscriptions',
    '/invoices/credit-notes',
    '/invoices/bank',
  ],
  'proposals, contracts and meetings': [
    '/proposals',
    '/proposals/1',
    '/proposals/new',
    '/contracts',
    '/meetings',
    '/meetings/calendar',
    '/meetings/booking-times',
    '/meetings/1',
    '/meetings/new',
  ],
  'services and webhooks': [
    '/services',
    '/services?open=3',
    '/services?view=cards',
    '/services/new',
    '/services/3/edit',
    '/webhooks',
    '/webhooks/1',
    '/webhooks/new',
    '/webhooks/1/edit',
    '/webhooks/checker',
  ],
  'the settings': [
    '/settings/company',
    '/settings/profile',
    '/settings/people',
    '/settings/templates',
    '/settings/api',
    '/settings/audit-log',
    '/settings/notifications',
    '/settings/security',
    '/settings/custom-fields',
  ],
} as const

for (const width of [390, 1024, 1440])
  for (const [name, paths] of Object.entries(everyScreen))
    test(`every screen of ${name} stays where it was drawn first at ${width} px`, async ({ page }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 844 })
      await startSession(page)
      await measureShifts(page)
      await slowNetwork(page, 150)
      const moved: string[] = []
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect.poll(() => quietForMs(page), { timeout: 30_000 }).toBeGreaterThan(500)
        const { layoutShift, movedMost } = await page.evaluate(() => ({
          layoutShift: window.layoutShift,
          movedMost: window.movedMost,
        }))
        if (layoutShift > 0.01) moved.push(`${path}: ${layoutShift.toFixed(3)}, ${movedMost.what}`)
      }
      expect(moved).toEqual([])
    })

/**
 * Delays each request, and takes nothing from the browser's cache. A line slowed by Chromium itself (`emulateNetworkConditions`)
 * loses a file now and then, and the page waits for it forever.
 */
const slowNetwork = (page: Page, delayMs: number) =>
  page.route('**', async (route) => {
    await setTimeout(delayMs)
    await route.continue()
  })

/** How long ago the last file or response arrived. */
const quietForMs = (page: Page) =>
  page.evaluate(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return performance.now() - Math.max(0, ...ends)
  })
