import type { Page } from '@playwright/test'

/** A screen, or a state of one. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** The owner of the demo (default), nobody, or the owner of an account without any data. */
  readonly by?: 'nobody' | 'newcomer'
  /** Whether requests fail on it, which the browser reports. */
  readonly fails?: boolean
  /** From the loaded screen to what the picture shows. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Before the screen is opened, such as a request that is to fail. */
  readonly before?: (page: Page) => Promise<unknown>
  /** After the picture, where the screen has changed data that other pictures show. */
  readonly after?: (page: Page) => Promise<unknown>
}

/** An address for mail, so that the dialogs that send some are there; nothing listens at it. */
export const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@bureau.example' }

/** From an empty page to the state that is shown, once its first requests are answered. */
export async function openScreen(page: Page, { before, path, act }: Screen): Promise<void> {
  await before?.(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Skeletons are gone, and what comes when idle has come.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await act?.(page)
}

/** Creates the owner of an account without any data, by the link that the service has printed. */
export async function setUpOwner(page: Page, output: string): Promise<void> {
  const link = /https?:\/\/\S+\/set-up\S+/.exec(output)?.[0]
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
}

/** Clicks the first button of that name, or whose name begins with it. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

export const pressExactly = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Opens the menu of the record, beside its list or on its page. */
export async function openMenu(page: Page) {
  const drawer = page.getByRole('dialog')
  const record = (await drawer.count()) > 0 ? drawer : page
  await record
    .getByRole('button', { name: /^(More actions|Actions for)/ })
    .first()
    .click()
}

/** Chooses in the menu of the record. */
export const fromMenu = (item: string) => async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: item }).first().click()
}

/** What it opens is loaded when it is first needed. */
export const opened = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await act(page)
  await page.getByRole('dialog').first().waitFor()
}

/** Whatever matches fails, as when the server has a problem. */
export const failing = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'Internal server error' } } }),
  )

export function selectRows(count: number) {
  return async (page: Page) => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
  }
}

/** Sends JSON as the person who is signed in, from the page itself. */
export const send =
  (method: string, path: string, body: object = {}, version = '') =>
  (page: Page) =>
    page.evaluate(
      async (request) => {
        const headers = {
          'content-type': 'application/json',
          ...(request.version && { 'if-match': request.version }),
        }
        await fetch(request.path, { method: request.method, headers, body: JSON.stringify(request.body) })
      },
      { method, path, body, version },
    )

/** Saves the form, which someone else has saved first. */
export const saveAfterOthers =
  (record: string, label: string, [mine, theirs]: readonly [string, string]) =>
  async (page: Page) => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    const input = (tab: Page) => tab.getByRole('textbox', { name: label, exact: true })
    const before = await input(other).inputValue()
    await input(other).fill(before === theirs ? `${theirs}0` : theirs)
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText(`${record} saved`).waitFor()
    await other.close()
    await input(page).fill(mine)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Someone else changed this/).waitFor()
  }
