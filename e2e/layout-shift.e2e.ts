import type { Page } from '@playwright/test'

import { expect, signIn, test } from './fixtures.ts'

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
  }
}

/** Adds up what moves without anybody having touched anything. */
const measureShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

for (const width of [390, 1440]) {
  test(`a list that loads over a slow network moves nothing at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 844 })
    await signIn(page)
    await measureShifts(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 100_000,
    })
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

/** How long ago the last file or response arrived. */
const quietForMs = (page: Page) =>
  page.evaluate(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return performance.now() - Math.max(0, ...ends)
  })
