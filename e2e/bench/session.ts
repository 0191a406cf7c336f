import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'

import { findBrowser } from '../browser.ts'
import { startService } from '../service.ts'

/** A connection and a processor. Throughput in bytes a second; `slowdown` divides the processor's speed. */
export interface Profile {
  readonly name: string
  readonly network?: { readonly latency: number; readonly throughput: number }
  readonly slowdown: number
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export const viewport = { width: 1440, height: 900 }

/** A browser, and a service with the demo's data. */
export interface Session {
  readonly browser: Browser
  readonly url: string
  /** Of somebody who is signed in. */
  readonly state: State
}

/** Calls `measure` with a session of its own. */
export async function withSession(measure: (session: Session) => Promise<void>): Promise<void> {
  const { executablePath, env } = await findBrowser()
  const service = await startService()
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: [] })
  try {
    await measure({ browser, url: service.url, state: await signIn(browser, service.url) })
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function signIn(browser: Browser, baseURL: string): Promise<State> {
  const page = await browser.newPage({ baseURL, viewport })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: /demo/i }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
  const state = await page.context().storageState()
  await page.close()
  return state
}

/** Gives a page that connection and processor. */
export async function slowDown(page: Page, { network, slowdown }: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (!network) return
  const { latency, throughput } = network
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}
