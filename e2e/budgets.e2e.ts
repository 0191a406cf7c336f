import type { Page } from '@playwright/test'

import { expect, signIn, test } from './fixtures.ts'

/** Brotli bytes over the wire, as the browser counted them, by kind. */
async function loaded(page: Page) {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const bytes = (ending: string) =>
      entries
        .filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return { js: bytes('.js'), css: bytes('.css') }
  })
}

const kb = 1000

test('a first visit to the customers is light, and so is every screen after it', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const state = await page.context().storageState()
  const context = await browser.newContext({ baseURL: service.url, storageState: state })
  const fresh = await context.newPage()
  // What is fetched when idle counts apart: here idle does not come until it is asked for.
  await fresh.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(globalThis, {
      requestIdleCallback: (run: () => void) => waiting.push(run),
      cancelIdleCallback: () => undefined,
      beIdle: () => waiting.splice(0).forEach((run) => run()),
    })
  })
  await fresh.goto('/customers')
  await expect(fresh.getByRole('link', { name: 'Wanjiru Kamau' })).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const first = await loaded(fresh)
  console.log('first visit', first)
  expect(first.js).toBeLessThanOrEqual(170 * kb)
  expect(first.css).toBeLessThanOrEqual(20 * kb)

  await fresh.evaluate(() => (globalThis as unknown as { beIdle: () => void }).beIdle())
  await fresh.waitForTimeout(500)
  await fresh.waitForLoadState('networkidle')
  const idle = await loaded(fresh)
  console.log('idle', idle.js + idle.css - first.js - first.css)
  expect(idle.js + idle.css - first.js - first.css).toBeLessThanOrEqual(80 * kb)

  let before = idle
  for (const path of ['/customers/1', '/customers/new']) {
    await fresh.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(fresh).toHaveURL(new RegExp(path))
    await fresh.waitForTimeout(500)
    await fresh.waitForLoadState('networkidle')
    const after = await loaded(fresh)
    console.log(path, after.js - before.js, after.css - before.css)
    expect(after.js + after.css - before.js - before.css, path).toBeLessThanOrEqual(60 * kb)
    before = after
  }
  await context.close()
})
