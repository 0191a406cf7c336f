import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'

import { dashboardFolder } from './build.ts'

const { service } = await startWithAccount()
const page = (url: string) => service.app.inject({ url, headers: { accept: 'text/html' } })

test.each([
  '/portal',
  '/portal/',
  '/portal/invoices/12',
  '/portal/proposals/3?from=email',
  '/portal/contracts/7',
  '/portal/meetings/7',
])('%s is the portal, with a policy that allows nothing inline', async (url) => {
  const { statusCode, headers, body } = await page(url)
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Customer portal</title>')
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|nonce/)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toMatch(/unsafe|nonce|blob:|data:/)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
})

test.each(['/portal/nothing', '/portal/invoices/abc', '/portals'])('%s isn’t', async (url) => {
  const { statusCode, body } = await page(url)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('Customer portal')
})

test('the portal is at most 60 KB of JavaScript as it is sent, and nothing of the dashboard', async () => {
  const { body } = await page('/portal')
  const scripts = [...body.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(scripts).not.toEqual([])
  const open = [...scripts]
  const all = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (all.has(file)) continue
    all.add(file)
    const text = await readFile(join(dashboardFolder, file), 'utf8')
    for (const [, next = ''] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) open.push(`assets/${next}`)
    expect(text).not.toMatch(/mantine|react/i)
  }
  const sizes = await Promise.all(
    [...all].map(async (file) => (await readFile(join(dashboardFolder, `${file}.br`))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024)
})
