import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from '@playwright/test'

import { expect, openFromMenu, provoked, signIn, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('every screen opens without a network, even the first time, and loads automatically afterward', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await workerHasAllFiles(page)
  await page.goto('/webhooks')
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()

  await context.setOffline(true)
  for (const screen of ['Contacts', 'Services', 'Invoices']) {
    await openFromMenu(page, screen)
    await expect(page.getByText('No connection')).toBeVisible()
    await expect(page.getByText(/Unable to preload|dynamically imported/)).toHaveCount(0)
  }
  // A full load as well: the browser's own error page would have no heading of ours.
  await page.goto('/services')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Services' })).toBeVisible()
})

test('a navigation while the server is down opens once the server is back', async ({
  page,
  watch,
  service,
}) => {
  watch.allow(...provoked)
  await signIn(page)
  await workerHasAllFiles(page)
  await service.kill()
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await service.start()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible({ timeout: 20_000 })
})

test('a new version leaves an open form alone, and the next navigation shows it', async ({
  page,
  watch,
  service,
}) => {
  watch.allow(...provoked, /left our origin/)
  const front = await startFront(service.url)
  await page.goto(`${front.url}/sign-in`)
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await workerHasAllFiles(page)
  expect(await keptShells(page)).toEqual(['one'])

  await page.goto(`${front.url}/webhooks/new`)
  const url = page.getByRole('textbox', { name: /Endpoint URL/ })
  await url.fill('https://hooks.example.com/half-typed')
  front.build = 'two'
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  await expect.poll(() => workerStates(page)).toEqual({ waiting: true, active: true })
  await expect(url).toHaveValue('https://hooks.example.com/half-typed')
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('one')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto(`${front.url}/customers`)
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('two')
  // Its worker follows at once, or where Chromium takes the old one to be busy, once no page of the old one is left.
  await expect(async () => {
    await page.goto('about:blank')
    await page.goto(`${front.url}/customers`, { timeout: 10_000 })
    expect(await workerStates(page)).toEqual({ waiting: false, active: true })
    expect(await keptShells(page)).toEqual(['two'])
  }).toPass({ timeout: 40_000 })
  await front.stop()
})

test('a screen whose files fail to load stays in its loading state and opens automatically', async ({
  browser,
  service,
}) => {
  // Without a worker, as on the very first visit.
  const context = await browser.newContext({ baseURL: service.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page)
  let isLost = true
  await page.route(/\/assets\/contacts-.*\.js$/, (route) => (isLost ? route.abort() : route.continue()))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { name: 'Loading this screen…' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  isLost = false
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await context.close()
})

/** Resolves once the worker controls the page, which it does when it has fetched every file. */
async function workerHasAllFiles(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated')
}

const workerStates = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return { waiting: registration.waiting !== null, active: registration.active !== null }
  })

/** The revisions of the page that the browser keeps. */
const keptShells = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('bureau-files')
    const addresses = (await cache.keys()).map(({ url }) => new URL(url))
    return addresses
      .filter(({ pathname }) => pathname === '/app-shell')
      .map(({ searchParams }) => searchParams.get('revision'))
  })

/** A server in front of the service whose dashboard can be deployed anew: a page and a worker of the next build. */
async function startFront(target: string) {
  const front = { build: 'one', url: '', stop: async () => undefined as void }
  const server = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const headers = { ...(request.headers as Record<string, string>) }
    // The service would say that its own file hasn't changed.
    for (const name of ['host', 'connection', 'if-none-match', 'if-modified-since']) delete headers[name]
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: { ...headers, ...(headers['origin'] ? { origin: target } : {}) },
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
      redirect: 'manual',
    })
    const names = [...answer.headers].filter(
      ([name]) => !['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name),
    )
    response.writeHead(answer.status, {
      ...Object.fromEntries(names),
      'set-cookie': answer.headers.getSetCookie(),
    })
    const isText = /html|javascript/.test(answer.headers.get('content-type') ?? '')
    if (!isText) return void response.end(Buffer.from(await answer.arrayBuffer()))
    const text = await answer.text()
    response.end(
      text
        .replace('<head>', `<head><meta name="build" content="${front.build}">`)
        .replace(/("url":"\/app-shell","revision":)"[0-9a-f]{16}"/, `$1"${front.build}"`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return front
}
