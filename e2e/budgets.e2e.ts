import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Page, Request } from '@playwright/test'

import { beIdle, expect, holdIdle, signIn, test, startSession } from './fixtures.ts'

/** Brotli bytes over the wire, as the browser counted them, by kind. */
async function loaded(page: Page) {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const bytes = (ending: string) =>
      entries
        .filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    const count = (ending: string) =>
      entries.filter(({ name }) => new URL(name).pathname.endsWith(ending)).length
    return { js: bytes('.js'), css: bytes('.css'), scripts: count('.js'), styles: count('.css') }
  })
}

/**
 * Returns a function that waits until no request is in flight, and none has begun over two frames, and returns what is
 * loaded then. The stream of live changes never ends and doesn't count.
 */
function settling(page: Page) {
  const inFlight = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/x/live') return
    begun += 1
    inFlight.add(request)
  })
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  return async () => {
    await expect(async () => {
      const before = begun
      await page.evaluate(twoFrames)
      expect([inFlight.size, begun]).toEqual([0, before])
    }).toPass({ timeout: 30_000 })
    return loaded(page)
  }
}

/** What has just loaded has run by then, and has asked for what it needs. */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })

const build = join(import.meta.dirname, '../dist')

/** The bytes of files of the build, as they are sent. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + statSync(join(build, `${name}.br`)).size, 0)

const kb = 1000

test('a first visit to the customers is small, and so is every screen after it', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const state = await page.context().storageState()
  const context = await browser.newContext({ baseURL: service.url, storageState: state })
  const fresh = await context.newPage()
  const settled = settling(fresh)
  // What is fetched when idle counts apart.
  await holdIdle(fresh)
  await fresh.goto('/customers')
  await expect(fresh.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  const first = await settled()
  expect(first.js).toBeLessThanOrEqual(172 * kb)
  expect(first.css).toBeLessThanOrEqual(25 * kb)
  expect(first.scripts).toBeLessThanOrEqual(12)
  expect(first.styles).toBeLessThanOrEqual(3)

  await beIdle(fresh)
  const idle = await settled()
  expect(idle.js + idle.css - first.js - first.css).toBeLessThanOrEqual(100 * kb)

  const names = await fresh.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)),
  )
  const routes = JSON.parse(readFileSync(join(build, 'routes.json'), 'utf8')) as {
    route: string
    scripts: string[]
    styles: string[]
  }[]
  expect(routes.length).toBeGreaterThan(30)
  for (const { route, scripts, styles } of routes) {
    const missing = [...scripts, ...styles].filter((name) => !names.includes(name))
    expect(missing.length, route).toBeLessThanOrEqual(4)
    // The first of the other screens to be opened also fetches what they share.
    const own = missing.filter((name) => !/^assets\/(shared|forms)-/.test(name))
    expect(sizeOf(own), route).toBeLessThanOrEqual(60 * kb)
    expect(sizeOf(missing) - sizeOf(own), route).toBeLessThanOrEqual(69 * kb)
  }

  let before = idle
  const screens = [
    '/customers/1',
    '/customers/new',
    '/invoices',
    '/invoices/3',
    '/services',
    '/contacts',
    '/webhooks',
    '/webhooks/1',
    '/webhooks/new',
    '/settings/api',
  ]
  for (const path of screens) {
    await fresh.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(fresh).toHaveURL(new RegExp(path))
    await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
    const after = await settled()
    expect(after.js + after.css - before.js - before.css, path).toBeLessThanOrEqual(60 * kb)
    expect(after.scripts + after.styles - before.scripts - before.styles, path).toBeLessThanOrEqual(4)
    before = after
  }
  await context.close()
})

test('the first screen’s data is requested once, while its scripts load', async ({ page }) => {
  await signIn(page)
  const reads: string[] = []
  // A tab of its own: the first one may still be reading ahead.
  const tab = await page.context().newPage()
  tab.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.endsWith('/live')) reads.push(pathname + search)
  })
  // What has time until nothing is more urgent, such as the figures beside the navigation, isn't first.
  await holdIdle(tab)
  await tab.goto('/customers')
  await expect(tab.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  expect(reads.toSorted()).toEqual(
    [
      '/api/custom-fields',
      '/api/customers?page=1&limit=25&sort=-id&archived=false',
      '/api/x/session',
    ].toSorted(),
  )
})

test('the first screen reads its data before the script that draws it has arrived', async ({ page }) => {
  await signIn(page)
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/react-dom-*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/customers', { waitUntil: 'commit' })
  const unread = () => (globalThis as unknown as { bureauAhead: Map<string, unknown> }).bureauAhead.size
  await expect.poll(() => page.evaluate(unread)).toBe(0)
  arrival.resolve()
  await expect(page.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeFocused()
})

test('the first frame of a visit draws the first rows, and the next ones the others', async ({ page }) => {
  await signIn(page)
  await page.addInitScript((row) => {
    const counts: number[] = []
    Object.assign(globalThis, { rowCounts: counts })
    new MutationObserver(() => {
      const count = document.querySelectorAll(row).length
      if (count > 0 && count !== counts.at(-1)) counts.push(count)
    }).observe(document, { childList: true, subtree: true })
  }, 'tbody tr[data-index]')
  await page.goto('/customers')
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(25)
  const counts = await page.evaluate(() => (globalThis as unknown as { rowCounts: number[] }).rowCounts)
  expect(counts).toEqual([8, 25])
})

test('the shell is painted before any script has run', async ({ page, watch }) => {
  await signIn(page)
  watch.allow(/Failed to load resource/)
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/customers')
  await expect(page.locator('#boot')).toBeVisible()
})

test('what is painted first is as wide as the sidebar that follows', async ({ page, watch }) => {
  await startSession(page)
  await page.goto('/overview')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await expect(sidebar).toHaveCSS('width', '244px')
  await page.getByRole('button', { name: 'Collapse or expand sidebar' }).click()
  await expect(sidebar).toHaveCSS('width', '56px')
  watch.allow(/Failed to load resource/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/customers')
  await expect(page.locator('#boot nav')).toHaveCSS('width', '56px')
})
