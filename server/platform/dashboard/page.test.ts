import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startService } from '#server/tools/testing/service.ts'

import { dashboardFolder } from './build.ts'
import { renderPage, shellPath } from './page.ts'

const visit = (address: string, hasSession = true) =>
  renderPage({ address, hasSession, nonce: 'nonce' }).then((page) => String(page?.html))

const routes = (JSON.parse(readFileSync(join(dashboardFolder, 'routes.json'), 'utf8')) as { route: string }[])
  .map(({ route }) => route)
  .filter((route) => route !== '/$')

const linked = (page: string) =>
  [...page.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => String(file))

test.each(routes)(
  'the page at %s references the files of its screen, and all of them exist',
  async (route) => {
    const files = linked(await visit(route.replaceAll(/\$\w+/g, '1')))
    expect(files.filter((file) => !existsSync(join(dashboardFolder, file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThanOrEqual(5)
    expect(files.filter((file) => file.endsWith('.css')).length).toBeLessThanOrEqual(4)
  },
)

test('the new-customer page references the wizard’s files, not those of a customer with the id “new”', async () => {
  expect(linked(await visit('/customers/new')).some((file) => file.includes('/forms-'))).toBe(true)
})

test('a list at its bare URL is preloaded by the page, any other by the screen', async () => {
  expect(await visit('/customers')).toContain(
    'data-reads="/api/x/session /api/customers?page=1&amp;limit=25&amp;sort=-id&amp;archived=false /api/custom-fields"',
  )
  expect(await visit('/customers?page=2')).toContain('data-reads="/api/x/session"')
})

test('a visitor without a session gets the sign-in page, and nothing is preloaded', async () => {
  const page = await visit('/customers', false)
  expect(page).toContain('data-visitor="new"')
  expect(page).toContain('data-reads=""')
  expect(linked(page).some((file) => file.includes('/entrance-'))).toBe(true)
})

test('nothing from the URL is echoed in the page', async () => {
  expect(await visit('/customers?"><script>alert(1)</script>')).not.toContain('alert(1)')
})

test('the page cached for offline use preloads nothing and names no visitor', async () => {
  const service = await startService()
  const { body, headers, statusCode } = await service.app.inject({ url: shellPath })
  await service.close()
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('data-reads=""')
  expect(body).not.toContain('<html data-visitor')
})

test('the service worker may fetch what it caches, and is revalidated each time', async () => {
  const service = await startService()
  const { headers, statusCode } = await service.app.inject({ url: '/sw.js' })
  await service.close()
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
})
