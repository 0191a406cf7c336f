import { createHmac } from 'node:crypto'

import type { Browser, Page } from '@playwright/test'

/** Everybody's whom these tests invite. */
export const password = 'nine lanterns over water'

/** What an authenticator app does with a key in base32 (RFC 6238). */
function codeAt(key: string, step: number): string {
  const digits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const hash = createHmac('sha1', bytes).update(counter).digest()
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * The codes of the app, each usable once, the one that it shows first: a service takes that of the step after, too, and of
 * the step before, which may be over by the time it arrives.
 */
export function appOf(key: string) {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000))
    return codeAt(key, last)
  }
}

/** Sends that to the service as the page would; returns what is in `data`. */
const post = (page: Page, path: string, body: object): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([url, sent]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(sent) })
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: Record<string, unknown> }).data
    },
    [path, body] as const,
  )

let colleagues = 0

/** Someone whom the person on `page` has invited, signed in in a browser of their own. */
export async function colleagueOf(page: Page, browser: Browser, baseURL: string) {
  colleagues += 1
  const email = `ola${colleagues}@example.com`
  const { link } = await post(page, '/api/x/invitations', { email, role: 'staff' })
  const token = new URL(String(link)).hash.replace('#token=', '')
  const own = await newPage(browser, baseURL)
  await own.goto('/sign-in')
  await post(own, '/api/x/invitation/accept', { token, name: 'Ola Nordmann', password })
  return { email, own }
}

/** The same with two-factor authentication on; `codes` are their recovery codes. */
export async function protectedColleagueOf(page: Page, browser: Browser, baseURL: string) {
  const colleague = await colleagueOf(page, browser, baseURL)
  const { key } = await post(colleague.own, '/api/x/two-factor/begin', { current_password: password })
  const code = appOf(String(key))()
  const { recovery_codes } = await post(colleague.own, '/api/x/two-factor/confirm', { code })
  return { ...colleague, codes: recovery_codes as string[] }
}

/** A page of a browser that nobody has used. */
export const newPage = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()
