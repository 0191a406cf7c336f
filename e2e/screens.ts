/**
 * `npm run screens [-- WORD…]`: pictures of every screen, its dialogs, menus and errors, with the demo data and without
 * any, at four widths and in both themes. They go to `screens/`, which git ignores. A width, a theme or a part of a name
 * takes only those: `npm run screens -- 390 dark customer`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, type BrowserContext, chromium } from '@playwright/test'

import { findBrowser } from './browser.ts'
import { catalog } from './pictures/catalog.ts'
import { customers } from './pictures/customers.ts'
import { invoices } from './pictures/invoices.ts'
import type { Screen } from './pictures/screen.ts'
import { settings } from './pictures/settings.ts'
import { empty as emptyScreens, entrance, shell } from './pictures/shell.ts'
import { webhooks } from './pictures/webhooks.ts'
import { startService } from './service.ts'

const screens: readonly Screen[] = [
  ...entrance,
  ...shell,
  ...customers,
  ...invoices,
  ...catalog,
  ...webhooks,
  ...settings,
  ...emptyScreens,
]
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
// An address for mail, so that the dialogs that send some are there; nothing listens at it.
const demo = await startService({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@bureau.example' })
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
  const link = /https?:\/\/\S+\/set-up\S+/.exec(empty.output())?.[0]
  if (link === undefined) throw new Error('The service printed no setup link')
  await page.goto(link)
  const values = {
    'Business name': 'Haddad & Daughters',
    'Your name': 'Noor Haddad',
    'Your email': 'noor@example.com',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Choose a password').fill('a long quiet river 42')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/set-up')
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
    await screen.before?.(page)
    await page.goto(screen.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The first requests are answered, skeletons are gone, and what comes when idle has come.
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await page.waitForTimeout(settleMs)
    await screen.act?.(page)
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
