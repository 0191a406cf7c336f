/**
 * `npm run screens [-- NAME…]`: pictures of every screen, and of the dialogs that matter, with the demo data, at four
 * widths and in both themes. They go to `screens/`, which git ignores; a NAME takes only those that contain it.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, type Page, chromium } from '@playwright/test'

import { findBrowser } from './browser.ts'
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

interface Screen {
  readonly name: string
  readonly path: string
  /** From the loaded screen to what the picture shows. */
  readonly act?: (page: Page) => Promise<void>
  readonly isSignedOut?: boolean
}

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  {
    name: 'sign-in-errors',
    path: '/sign-in',
    isSignedOut: true,
    act: (page) => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  },
  { name: 'set-up-used-link', path: '/set-up#token=used', isSignedOut: true },
  { name: 'overview', path: '/overview' },
  { name: 'palette', path: '/overview', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/overview', act: (page) => page.keyboard.press('?') },
  { name: 'customers', path: '/customers' },
  {
    name: 'customers-selected',
    path: '/customers',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check(),
  },
  { name: 'customers-no-match', path: '/customers?q=nobody-is-called-this' },
  { name: 'customer', path: '/customers/5' },
  { name: 'customer-missing', path: '/customers/99999' },
  { name: 'customer-new', path: '/customers/new' },
  {
    name: 'customer-new-errors',
    path: '/customers/new',
    act: (page) => page.getByRole('button', { name: 'Next' }).click(),
  },
  { name: 'invoices', path: '/invoices' },
  { name: 'invoices-overdue', path: '/invoices?status=overdue' },
  { name: 'invoice-drawer', path: '/invoices?open=20' },
  { name: 'invoice', path: '/invoices/20' },
  { name: 'services', path: '/services' },
  { name: 'services-cards', path: '/services?view=cards' },
  { name: 'service-drawer', path: '/services?open=3' },
  { name: 'services-compare', path: '/services/compare?ids=1,2,3' },
  { name: 'contacts', path: '/contacts' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhook', path: '/webhooks/1' },
  {
    name: 'webhook-delivery',
    path: '/webhooks/1',
    act: (page) => page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click(),
  },
  { name: 'webhook-edit', path: '/webhooks/1/edit' },
  { name: 'webhook-new', path: '/webhooks/new' },
  {
    name: 'webhook-secret',
    path: '/webhooks/new',
    act: async (page) => {
      await page.getByRole('textbox', { name: /Endpoint URL/ }).fill('https://hooks.example.com/bureau')
      await page.getByRole('checkbox', { name: /invoice\.paid/ }).check()
      await page.getByRole('button', { name: 'Create webhook', exact: true }).click()
      await page.getByText('Signing secret').first().waitFor()
    },
  },
  { name: 'webhook-checker', path: '/webhooks/checker' },
  { name: 'settings', path: '/settings' },
  { name: 'not-found', path: '/nowhere' },
]

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))

const { executablePath, env } = await findBrowser()
const service = await startService()
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: [] })
try {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  for (const [width, height] of widths)
    for (const colorScheme of themes) await takeAll(browser, { width, height }, colorScheme)
  console.log(`${chosen.length * widths.length * themes.length} pictures are in ${folder}`)
} finally {
  await browser.close()
  await service.stop()
}

async function takeAll(
  from: Browser,
  viewport: { width: number; height: number },
  colorScheme: (typeof themes)[number],
): Promise<void> {
  const into = join(folder, `${viewport.width}-${colorScheme}`)
  await mkdir(into, { recursive: true })
  for (const isSignedOut of [true, false]) {
    const context = await from.newContext({
      baseURL: service.url,
      viewport,
      colorScheme,
      locale: 'en-GB',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(stepTimeoutMs)
    // A form that is left would ask whether to stay.
    page.on('dialog', (dialog) => void dialog.accept())
    if (!isSignedOut) {
      await page.goto('/sign-in')
      await page.getByRole('button', { name: /demo/i }).click()
      await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
    }
    for (const screen of chosen.filter((one) => (one.isSignedOut ?? false) === isSignedOut))
      await take(page, screen, join(into, `${screen.name}.png`))
    await context.close()
  }
}

async function take(page: Page, { name, path, act }: Screen, file: string): Promise<void> {
  try {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The first requests are answered, and skeletons are gone.
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    await act?.(page)
  } catch (error) {
    // The picture shows where it got to.
    console.log(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: file })
}
