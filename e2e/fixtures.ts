import { readFile } from 'node:fs/promises'

import {
  type APIResponse,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
  expect,
  test as base,
} from '@playwright/test'
import axe from 'axe-core'

import { type Session, showEntrance, showSession } from '#contract/access/session.ts'
import { signIn as signInEndpoint } from '#contract/access/sign-in.ts'
import type { Ability } from '#contract/wire/endpoint.ts'

import { type Service, startService } from './service.ts'

/** What a page did that no page of ours may do. */
export interface Watch {
  /** Lets console messages pass that the journey itself provokes. */
  allow(...messages: readonly RegExp[]): void
}

/**
 * Every journey: a real service of its own worker, and a page that fails the journey on any error in the console, any
 * uncaught error, any violation of the content security policy and any request that leaves our origin.
 */
export const test = base.extend<{ watch: Watch }, { service: Service }>({
  service: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      const service = await startService()
      await provide(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  // Every page needs it, so no journey begins on the data that another file has changed.
  baseURL: async ({ service }, provide, { file }) => {
    await service.renewFor(file)
    await provide(service.url)
  },
  watch: [
    async ({ context, service }, provide) => {
      const problems: string[] = []
      const allowed: RegExp[] = []
      const report = (problem: string) => {
        if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem)
      }
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`)
        })
      })
      context.on('console', (message) => {
        if (message.type() === 'error') report(`console: ${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('request', (request) => {
        const url = new URL(request.url())
        // PDFs are shown by a viewer of the browser, which Chromium ships as an extension.
        if (url.origin !== service.url && !/^(data|blob|chrome|chrome-extension):$/.test(url.protocol))
          report(`left our origin: ${request.url()}`)
      })
      await provide({ allow: (...messages) => allowed.push(...messages) })
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What the browser says of answers that a journey makes fail. */
export const provoked = [/Failed to load resource/, /net::ERR/]

/** The sign-in of the demo data, one click away on a loopback address. Leads to the customers. */
export async function signInOnPage(page: Page): Promise<void> {
  await page.goto('/sign-in?next=/customers')
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
}

/** Starts a session and opens the customers. */
export async function signIn(page: Page): Promise<void> {
  await startSession(page)
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
}

/** The session of the journey before, and the account it began in. */
let last: { readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>; readonly account: number } = {
  cookies: [],
  account: 0,
}

/**
 * Signs in without a page, for journeys that open theirs by its address. Continues the session of the journey before, if it
 * hasn't ended and nobody has switched its account: checking a password takes longer than most requests of a journey together.
 */
export async function startSession(page: Page): Promise<void> {
  const context = page.context()
  const { request } = context
  await context.addCookies(last.cookies)
  const current = await request.get(showSession.path)
  if (current.ok() && (await accountOf(current)) === last.account) return
  const { data } = showEntrance.response.parse(await (await request.get(showEntrance.path)).json())
  const { email, password } = data.demo ?? {}
  const answer = await request.post(signInEndpoint.path, { data: { email, password, remember: false } })
  expect(answer.status()).toBe(200)
  const account = await accountOf(await request.get(showSession.path))
  last = { cookies: await context.cookies(), account }
}

async function accountOf(answer: APIResponse): Promise<number> {
  return ((await answer.json()) as { data: Session }).data.account.id
}

/**
 * The session ends with the next request to such an address, which is the first to find it gone. Without it, any other request
 * may be the first, and the question for the password takes the focus from what the journey types into.
 */
export async function endSessionAt(page: Page, address: RegExp): Promise<void> {
  const end = async (route: Route) => {
    await page.context().clearCookies()
    await route.continue()
  }
  await page.route(address, end, { times: 1 })
}

/** From the next document on, the browser isn't idle until `beIdle()` is called in it. */
export const holdIdle = (page: Page) =>
  page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(globalThis, {
      requestIdleCallback: (run: () => void) => waiting.push(run),
      cancelIdleCallback: () => undefined,
      beIdle: () => waiting.splice(0).forEach((run) => run()),
    })
  })

/** The browser becomes idle, after `holdIdle`. */
export const beIdle = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { beIdle: () => void }).beIdle())

/** What a toast says; a record's activity may say the same. */
export const toast = (page: Page, message: string): Locator => page.getByRole('alert').getByText(message)

/**
 * Chooses an item of the menu that a button opens. By keyboard: on a page that still grows the menu moves between pressing and
 * releasing a mouse button, or is hidden because Playwright scrolls past what it belongs to.
 */
export async function chooseFrom(button: Locator, item: string | RegExp): Promise<void> {
  await button.click()
  const wanted = button.page().getByRole('menuitem', { name: item, exact: true })
  await expect(wanted).toBeEnabled()
  await wanted.press('Enter')
  // What it opens may have to be fetched, and the menu closes meanwhile.
  await expect(wanted).toBeHidden()
}

/** Opens a screen through the navigation. */
export async function openFromMenu(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: screen, exact: true }).click()
  await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
}

/** Changes what the service says about the session, from the next sign-in on. */
export async function changeSession(
  page: Page,
  change: (session: Session) => Partial<Session>,
): Promise<void> {
  await page.route(/\/api\/x\/(session|sign-in)$/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Session }
    await route.fulfill({ response, json: { data: { ...data, ...change(data) } } })
  })
}

/** Makes the service one that speaks the specification and nothing more. */
export const hideExtensions = (page: Page): Promise<void> =>
  changeSession(page, () => ({ features: { records: false, pdf: false, email: false } }))

/** Leaves the person no abilities but these. */
export const allowOnly = (page: Page, ...abilities: readonly Ability[]): Promise<void> =>
  changeSession(page, () => ({ abilities: [...abilities] }))

/** Cancels a form with unsaved changes, and answers the question that follows. */
export async function cancelForm(page: Page, answer: 'Stay' | 'Discard changes'): Promise<void> {
  await page.getByRole('link', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: answer }).last().click()
}

interface Edits {
  /** Opens the form of the record. */
  readonly open: (tab: Page) => Promise<void>
  /** What the other person changes, in a tab of their own, and saves first. */
  readonly theirs: (tab: Page) => Promise<void>
  /** What is changed on the page meanwhile. */
  readonly mine: () => Promise<void>
}

/** Two people edit one record. Returns the alert that the second one to save gets, which has the focus. */
export async function editTogether(
  page: Page,
  record: string,
  { open, theirs, mine }: Edits,
): Promise<Locator> {
  const other = await page.context().newPage()
  await open(page)
  await open(other)
  await theirs(other)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(`${record} saved`)).toBeVisible()
  await mine()
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alert').filter({ hasText: `Someone else changed this ${record}` })
  await expect(alert).toBeFocused()
  await expectAccessible(page)
  return alert
}

/** Exports the list, or what a part of the page is about, and reads the file that the browser saves. */
export async function exportList(
  page: Page,
  part: Pick<Page, 'getByRole'> = page,
): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await saved
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const accessible = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that another color scheme can break. */
const legible = ['color-contrast', 'link-in-text-block']

/** WCAG 2.2 AA as far as a machine can tell, or those rules of axe alone. */
export async function expectAccessible(
  page: Page,
  { only = accessible, except = [] }: { readonly only?: string[]; readonly except?: readonly string[] } = {},
): Promise<void> {
  await endOfMotion(page)
  // Its half a megabyte goes once into each document, and nothing is put together about what passes: half the time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (options) => (await (globalThis as unknown as { axe: typeof axe }).axe.run(options)).violations,
    {
      runOnly: only,
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations' as const],
      iframes: false,
    },
  )
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  expect(found).toEqual([])
}

/** For what no address leads to; `every-screen.e2e.ts` checks what one does. */
export async function expectAccessibleInBothColors(
  page: Page,
  checks: { readonly except?: readonly string[] } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { only: legible })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, checks)
}

/**
 * When nothing moves any more. In the middle of a fade all colors are mixtures, and contrast means nothing; a dialog that
 * opens takes the focus twice, and a key pressed in between goes down on one thing and up on another.
 */
export async function endOfMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
    // What has just opened starts to move a frame or two later.
    for (let stillFrames = 0; stillFrames < 5; stillFrames += 1) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(moves)) stillFrames = 0
    }
  })
}

/** Nothing sticks out of the window sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  // What floats beside its button follows the size of the window a moment later.
  await expect.poll(beyond).toBeLessThanOrEqual(0)
}

/** Opens the filters of the list, and returns them. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  return page.getByRole('dialog', { name: 'Filter' })
}
