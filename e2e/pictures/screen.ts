import type { Page } from '@playwright/test'

/** What a picture is taken of. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** The owner of the demo (default), nobody, or the owner of an account without any data. */
  readonly by?: 'nobody' | 'newcomer'
  /** From the loaded screen to what the picture shows. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Before the screen is opened, such as a request that is to fail. */
  readonly before?: (page: Page) => Promise<unknown>
  /** After the picture, where the screen has changed data that other pictures show. */
  readonly after?: (page: Page) => Promise<unknown>
}

/** Clicks the first button of that name, or whose name begins with it. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

export const pressExactly = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Opens the menu of the record and chooses there. */
export const fromMenu = (item: string) => async (page: Page) => {
  await press(/^(More actions|Actions for)/)(page)
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
