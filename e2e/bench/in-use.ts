/**
 * The other half of `npm run bench -- browser`: how soon Bureau shows what somebody who works in it asks for. Prints each
 * measurement as a line of JSON.
 */
import { parseArgs } from 'node:util'

import type { Page } from '@playwright/test'

import { type Profile, type Session, slowDown, viewport, withSession } from './session.ts'

const profiles: readonly Profile[] = [
  { name: 'as it is', slowdown: 1 },
  { name: 'CPU 4 × slower', slowdown: 4 },
]
const { values: options } = parseArgs({ options: { visits: { type: 'string', default: '9' } } })
const times = Number(options.visits) * 3
const text = 'Lettering for the shop'
/** Of a display that shows 60 a second. What a browser doesn't report was shown within one. */
const frameMs = 16

const row = 'tbody a[href^="/customers/"]'

/** Inputs of a list, of the longest forms and of the editor with the most to compute. */
const inputs = [
  ['/customers', 'Search customers'],
  ['/customers/new', 'First name'],
  ['/invoices/new', 'Notes'],
  ['/proposals/new', 'Title'],
] as const

await withSession(async (session) => {
  for (const profile of profiles) {
    const page = await open(session, profile)
    await page.goto('/customers')
    await page.locator(row).first().waitFor()
    // The screens that come next are fetched when idle.
    await page.waitForTimeout(3_000 * profile.slowdown)
    print('a customer from the list', profile, await nextScreens(page))
    print('the list sorted', profile, await sorts(page))
    print('longest frame while scrolling 100 rows', profile, await scrolls(page))
    for (const [path, name] of inputs) {
      await page.goto(path)
      print(`a key in ${name}`, profile, await keys(page, name))
    }
    await page.context().close()
  }
})

async function open({ browser, url, state }: Session, profile: Profile): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport, storageState: state })
  const page = await context.newPage()
  await slowDown(page, profile)
  await page.addInitScript(watch)
  return page
}

/** Runs in the page: notes how long answers to clicks and keys take, and frames. */
function watch(): void {
  const seen = { keys: [] as number[], frames: [] as number[], clickedAt: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.keys.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  addEventListener('click', () => (seen.clickedAt = performance.now()), true)
  let last = performance.now()
  const frame = () => {
    const present = performance.now()
    seen.frames.push(present - last)
    last = present
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

interface Seen {
  keys: number[]
  frames: number[]
  clickedAt: number
}

function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

/** Milliseconds from a click to the frame that shows another text there. */
async function untilChanged(page: Page, selector: string, click: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(
    ([where, before]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const now = document.querySelector(where)?.textContent
          if (now === undefined || now === before) return requestAnimationFrame(look)
          // After the frame that draws it.
          return setTimeout(() => resolve(performance.now()))
        }
        requestAnimationFrame(look)
      }),
    [selector, await page.locator(selector).first().textContent()] as const,
  )
  await click()
  const at = await shown
  return at - (await seenIn(page)).clickedAt
}

async function nextScreens(page: Page): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < times; index += 1) {
    const link = page.locator(row).nth(index % 10)
    taken.push(await untilChanged(page, 'main h1', () => link.click()))
    await page.goBack()
    await page.locator(row).first().waitFor()
  }
  return taken
}

async function sorts(page: Page): Promise<number[]> {
  const taken: number[] = []
  const header = page.getByRole('columnheader', { name: 'Company' }).getByRole('button')
  for (let index = 0; index < times; index += 1)
    taken.push(await untilChanged(page, row, () => header.click()))
  return taken
}

async function scrolls(page: Page): Promise<number[]> {
  const taken: number[] = []
  await page.goto('/customers?limit=100')
  await page.locator(row).first().waitFor()
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  for (let index = 0; index < times; index += 1) {
    await page.evaluate(() => {
      ;(globalThis as unknown as { seen: Seen }).seen.frames.length = 0
    })
    for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, index % 2 === 0 ? 400 : -400)
    await page.waitForTimeout(200)
    taken.push(Math.max(...(await seenIn(page)).frames))
  }
  return taken
}

async function keys(page: Page, name: string): Promise<number[]> {
  const input = page.getByRole(name.startsWith('Search') ? 'searchbox' : 'textbox', { name })
  await input.click()
  for (const key of text) await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 40 })
  // Reported a moment later.
  await page.waitForTimeout(500)
  const slow = (await seenIn(page)).keys.slice(0, text.length)
  return [...slow, ...Array.from({ length: text.length - slow.length }, () => frameMs)]
}

function print(what: string, { name }: Profile, taken: readonly number[]): void {
  const sorted = taken.toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  const value = `p50 ${percentile(0.5)} ms · p95 ${percentile(0.95)} ms · at most ${percentile(1)} ms`
  console.log(JSON.stringify({ what: `${what}, ${name}`, value }))
}
