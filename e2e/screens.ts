/**
 * `npm run screens [-- WORD…]`: pictures of every screen, its dialogs, menus and errors, with the demo data and without
 * any, at four widths and in both themes. They go to `screens/`, which git ignores. A width, a theme or a part of a name
 * takes only those: `npm run screens -- 390 dark customer`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, type BrowserContext, chromium } from '@playwright/test'

import { findBrowser } from './browser.ts'
import { screens } from './pictures/all.ts'
import { type Screen, mail, openScreen, setUpOwner } from './pictures/screen.ts'
import { startService } from './service.ts'

const folder = join(import.meta.dirname, '../screens')
const widths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [2560, 1440],
] as const
const themes = ['light', 'dark'] as const
const settleMs = 250
const stepTimeoutMs = 5_000

const words = process.argv.slice(2)
const isWord = (known: readonly unknown[]) => (word: string) => known.map(String).includes(word)
const isWidth = isWord(widths.map(([width]) => width))
const isTheme = isWord(themes)
const among = <Item>(
  all: readonly Item[],
  asked: readonly string[],
  isAsked: (item: Item, word: string) => boolean,
) => (asked.length === 0 ? all : all.filter((item) => asked.some((word) => isAsked(item, word))))

const chosen = among(
  screens,
  words.filter((word) => !isWidth(word) && !isTheme(word)),
  ({ name }, word) => name.includes(word),
)
const chosenWidths = among(widths, words.filter(isWidth), ([width], word) => String(width) === word)
const chosenThemes = among(themes, words.filter(isTheme), (theme, word) => theme === word)

const { executablePath, env } = await findBrowser()
const demo = await startService(mail)
const empty = await startService({ DEMO: '0' })
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: [] })
let missed = 0
try {
  if (words.length === 0) await rm(folder, { recursive: true, force: true })
  const newcomer = await setUp(browser)
  for (const [width, height] of chosenWidths)
    for (const colorScheme of chosenThemes) await takeAll(browser, { width, height }, colorScheme, newcomer)
  console.log(
    `${chosen.length * chosenWidths.length * chosenThemes.length - missed} pictures are in ${folder}`,
  )
} finally {
  await browser.close()
  await Promise.all([demo.stop(), empty.stop()])
}
if (missed > 0) process.exitCode = 1

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Creates the owner of an account without any data, and returns what their browser keeps. */
async function setUp(from: Browser): Promise<State> {
  const page = await from.newPage({ baseURL: empty.url })
  await setUpOwner(page, empty.output())
  const state = await page.context().storageState()
  await page.close()
  return state
}

async function takeAll(
  from: Browser,
  viewport: { width: number; height: number },
  colorScheme: (typeof themes)[number],
  newcomer: State,
): Promise<void> {
  const into = join(folder, `${viewport.width}-${colorScheme}`)
  await mkdir(into, { recursive: true })
  for (const by of ['nobody', 'newcomer', undefined] as const) {
    const context = await from.newContext({
      baseURL: by === 'newcomer' ? empty.url : demo.url,
      viewport,
      colorScheme,
      locale: 'en-GB',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      ...(by === 'newcomer' && { storageState: newcomer }),
    })
    if (by === undefined) {
      const page = await context.newPage()
      await page.goto('/sign-in')
      await page.getByRole('button', { name: /demo/i }).click()
      await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
      await page.close()
    }
    for (const screen of chosen.filter((one) => one.by === by))
      await take(context, screen, join(into, `${screen.name}.png`))
    await context.close()
  }
}

/** In a page of its own, so that neither a draft nor a question of the one before is in the way. */
async function take(context: BrowserContext, screen: Screen, file: string): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(stepTimeoutMs)
  try {
    await openScreen(page, screen)
    await page.waitForTimeout(settleMs)
    await page.screenshot({ path: file })
    await screen.after?.(page)
  } catch (error) {
    missed += 1
    console.log(`${file}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  await context.setOffline(false)
  await page.close()
}
