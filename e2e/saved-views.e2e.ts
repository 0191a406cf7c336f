import type { Page } from '@playwright/test'
import type * as z from 'zod/mini'

import type { showEntrance } from '#contract/access/session.ts'
import type { View } from '#contract/account/saved-views.ts'

import { submitDespiteFailures } from './faults.ts'
import {
  chooseFrom,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const account = 'Harbor & Finch Studio'
/** How the dashboard’s own requests are told from those of other sites. */
const ownSite = { 'sec-fetch-site': 'same-origin' }

test('a view is saved, pinned, opened from the sidebar, renamed and deleted @main', async ({ page }) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=overdue&sort=due_date')
  await save(page, 'Late ones', { opensList: true })
  const navigation = page.getByRole('navigation')
  await expect(navigation.getByRole('link', { name: 'Late ones' })).toBeVisible()

  await test.step('it is there after a reload, on every screen', async () => {
    await page.goto('/customers')
    await navigation.getByRole('link', { name: 'Late ones' }).click()
    await expect(page).toHaveURL(/\/invoices\?(?=.*status=overdue)(?=.*sort=due_date)/)
    await expect(page.getByRole('button', { name: 'Views: Late ones' })).toBeVisible()
  })
  await test.step('the sidebar opens the list with it, and All shows everything', async () => {
    await navigation.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    await navigation.getByRole('link', { name: 'Invoices', exact: true }).click()
    await expect(page).toHaveURL(/status=overdue/)
    await chooseFrom(page.getByRole('button', { name: 'Views: Late ones' }), 'All')
    await expect(page).toHaveURL(/\/invoices$/)
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  })
  await test.step('an explicit URL takes precedence', async () => {
    await page.goto('/invoices')
    await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/invoices$/)
    await page.goto('/invoices?status=draft')
    await expect(page).toHaveURL(/\/invoices\?status=draft$/)
  })
  await test.step('it is renamed', async () => {
    await navigation.getByRole('link', { name: 'Late ones' }).click()
    await inMenu(page, 'Late ones', 'Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Overdue')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(navigation.getByRole('link', { name: 'Overdue' })).toBeVisible()
  })
  await test.step('it is unpinned and no longer the default', async () => {
    await inMenu(page, 'Overdue', 'Unpin from sidebar')
    await expect(navigation.getByRole('link', { name: 'Overdue' })).toBeHidden()
    await inMenu(page, 'Overdue', 'Remove as default')
    await page.getByRole('button', { name: 'Views: Overdue', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Set as default' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await navigation.getByRole('link', { name: 'Invoices', exact: true }).click()
    await expect(page).toHaveURL(/\/invoices$/)
  })
  await test.step('it is deleted', async () => {
    await inMenu(page, 'Views', 'Overdue')
    await inMenu(page, 'Overdue', 'Delete…')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Overdue' })).toHaveCount(0)
  })
})

test('“Save view” is next to the filters, pins nothing by default, and disappears once saved', async ({
  page,
}) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=overdue&search=a')
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Late, with an a')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Views: Late, with an a' })).toBeVisible()
  await expect(filters.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Late, with an a' })).toHaveCount(0)
})

test('exactly one sidebar entry is current, even while a pinned view is open', async ({ page }) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=overdue')
  await save(page, 'Late ones')
  const current = page.getByRole('navigation').locator('[aria-current=page]')
  await expect(current).toHaveText(['Late ones'])
  await page.getByRole('tab', { name: /^Paid/ }).click()
  await expect(current).toHaveText(['Invoices'])
})

test('a view’s link shows the same to someone who hasn’t saved it', async ({ page, browser, service }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithoutViews(page)
  await page.goto('/services?type=service&search=a')
  await save(page, 'Services with an a')
  await inMenu(page, 'Services with an a', 'Copy link')
  await expect(page.getByRole('menuitem', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${service.url}/services?search=a&type=service`)
  const total = await page.getByText(/^\d+ results?$/).innerText()

  const elsewhere = await browser.newContext({ baseURL: service.url })
  const other = await elsewhere.newPage()
  await signInAs(other, 'viewer')
  await other.goto(link)
  await expect(other.getByText(total)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await elsewhere.close()
})

test('a view restores its columns', async ({ page }) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=paid')
  const email = page.getByRole('columnheader', { name: 'Email' })
  const toggleEmail = async () => {
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('checkbox', { name: 'Email' }).click()
    await page.keyboard.press('Escape')
  }
  await toggleEmail()
  await expect(email).toBeVisible()
  await save(page, 'Paid, with email')
  await inMenu(page, 'Paid, with email', 'All')
  await toggleEmail()
  await expect(email).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Paid, with email' }).click()
  await expect(email).toBeVisible()
})

test('a link restores its columns, even through sign-in, and later changes stay', async ({
  page,
  browser,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithoutViews(page)
  await page.goto('/invoices?status=paid')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Email' }).click()
  await page.getByRole('checkbox', { name: 'Due' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Due' })).toBeHidden()
  await inMenu(page, 'Views', 'Copy link')
  await expect(page.getByRole('menuitem', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const elsewhere = await browser.newContext({ baseURL: service.url })
  const other = await elsewhere.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: /demo/i }).click()
  const email = other.getByRole('columnheader', { name: 'Email' })
  await expect(email).toBeVisible()
  await expect(other.getByRole('columnheader', { name: 'Due' })).toBeHidden()
  await expect(other).toHaveURL(`${service.url}/invoices?status=paid`)
  await other.getByRole('button', { name: 'Display' }).click()
  await other.getByRole('button', { name: 'Reset columns' }).click()
  await expect(email).toBeHidden()
  await other.reload()
  await expect(other.getByRole('columnheader', { name: 'Due' })).toBeVisible()
  await expect(email).toBeHidden()
  await elsewhere.close()
})

test('an existing name replaces its view, an empty one is rejected, and an unfiltered list isn’t saved', async ({
  page,
}) => {
  await signInWithoutViews(page)
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Filter or sort to save a view' })).toBeDisabled()
  await page.goto('/invoices?status=draft')
  await save(page, 'Mine')
  await page.goto('/invoices?status=sent')
  await inMenu(page, 'Views', 'Save view as…')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('mine')
  await expect(page.getByText('Replaces the view “Mine”.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Views: mine' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Mine' })).toHaveCount(1)
})

test('a shared view is found by colleagues, who pin it but leave renaming to its creator', async ({
  page,
  browser,
  service,
}) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=overdue')
  await save(page, 'Team: late', { isShared: true })
  const elsewhere = await browser.newContext({ baseURL: service.url })
  const other = await elsewhere.newPage()
  await signInAs(other, 'staff')
  await other.goto('/invoices')
  await expect(other.getByRole('row').nth(1)).toBeVisible()
  await other.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(other.getByText('Shared by colleagues')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('menuitem', { name: /^Team: late/ }).click()
  await expect(other).toHaveURL(/status=overdue/)
  await inMenu(other, 'Team: late', 'Pin to sidebar')
  const pinned = other.getByRole('navigation').getByRole('link', { name: /^(Team: late|Overdue ones)$/ })
  await expect(pinned).toBeVisible()
  await other.getByRole('button', { name: 'Views: Team: late' }).click()
  await expect(other.getByRole('menuitem', { name: 'Rename…' })).toBeDisabled()
  await expect(other.getByRole('menuitem', { name: 'Delete…' })).toBeDisabled()
  await expect(other.getByText(/^Only .+ or an admin can rename or delete it$/)).toBeVisible()
  await other.keyboard.press('Escape')

  await test.step('what its creator changes arrives at open screens', async () => {
    await inMenu(page, 'Team: late', 'Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Overdue ones')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(pinned).toHaveText('Overdue ones')
    await inMenu(page, 'Overdue ones', 'Delete…')
    const question = page.getByRole('dialog', { name: 'Delete this view?' })
    await expect(question).toContainText('for everyone it is shared with')
    await question.getByRole('button', { name: 'Delete view' }).click()
    await expect(pinned).toHaveCount(0)
  })
  await elsewhere.close()
})

test('views of a browser move to the service once, whole and without what is foreign @main', async ({
  page,
  context,
  browser,
  service,
}) => {
  await signInWithoutViews(page)
  await page.goto('/services')
  await page.evaluate(async () => {
    const { data } = (await (await fetch('/api/x/session')).json()) as {
      data: { account: { id: number }; user: { id: number } }
    }
    const view = {
      id: 'a',
      name: 'Honest',
      list: '/invoices',
      search: 'status=draft',
      isPinned: true,
      isDefault: false,
    }
    const views = [view, { ...view, id: 'evil', name: 'Evil', list: 'https://evil.example/' }, { id: 7 }]
    localStorage.setItem(
      `bureau.views.${data.account.id}.${data.user.id}`,
      JSON.stringify({ version: 1, views }),
    )
  })
  const pinned = (tab: Page) => tab.getByRole('navigation').getByRole('link', { name: 'Honest' })
  const second = await context.newPage()
  await Promise.all([page.goto('/invoices'), second.goto('/customers')])
  const inStorage = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('bureau.views.')) ?? ''
      return localStorage.getItem(key)
    })
  await expect.poll(inStorage).toBe('{"version":1,"views":[]}')
  expect(await storedViews(page)).toMatchObject([{ name: 'Honest', is_pinned: true, is_shared: false }])
  await Promise.all([expect(pinned(page)).toHaveCount(1), expect(pinned(second)).toHaveCount(1)])

  const elsewhere = await browser.newContext({ baseURL: service.url })
  const other = await elsewhere.newPage()
  await signIn(other)
  await expect(pinned(other)).toBeVisible()
  await elsewhere.close()
})

test('a view that fails to be saved keeps its name, whatever failed, and is saved once', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signInWithoutViews(page)
  await page.goto('/invoices?status=draft')
  await inMenu(page, 'Views', 'Save view as…')
  const typed = page.getByRole('textbox', { name: 'Name' })
  await typed.fill('Drafts')
  const submit = () => page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await submitDespiteFailures({ page, url: /\/api\/x\/views$/, submit, typed })
  await expect(page.getByRole('button', { name: 'Views: Drafts' })).toBeVisible()
  expect(await storedViews(page)).toHaveLength(1)
})

test('the views menu, its dialog and pinned views are accessible', async ({ page }) => {
  await signInWithoutViews(page)
  await page.goto('/invoices?status=overdue')
  await save(page, 'A name so long that it does not fit into one line of anything here')
  await page.getByRole('button', { name: /^Views: A name/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessibleInBothColors(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a pinned view opens from the navigation drawer', async ({ page }) => {
    await signInWithoutViews(page)
    await page.goto('/invoices?status=overdue')
    await page.getByRole('button', { name: 'List actions' }).click()
    await save(page, 'Late ones with a long name')
    await expectNoSidewaysScroll(page)
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.getByRole('link', { name: 'Late ones with a long name' }).click()
    await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Late ones with a long name' })).not.toBeInViewport()
  })
})

/** Signs in without a view that an earlier journey has saved. */
async function signInWithoutViews(page: Page) {
  await startSession(page)
  for (const { id, version } of await storedViews(page))
    await page.request.delete(`/api/x/views/${id}`, { headers: { ...ownSite, 'if-match': `"${version}"` } })
}

/** Signs in someone of the demo who has that role. */
async function signInAs(page: Page, role: string) {
  const { data } = (await (await page.request.get('/api/x/entrance')).json()) as Entrance
  const person = data.demo?.people?.find((one) => one.role === role)
  const credentials = { email: person?.email, password: data.demo?.password, remember: false }
  await page.request.post('/api/x/sign-in', { headers: ownSite, data: credentials })
}

type Entrance = z.infer<typeof showEntrance.response>

async function storedViews(page: Page): Promise<View[]> {
  const response = await page.request.get('/api/x/views')
  return ((await response.json()) as { data: View[] }).data
}

interface Saved {
  opensList?: boolean
  isPinned?: boolean
  isShared?: boolean
}

async function save(
  page: Page,
  name: string,
  { opensList = false, isPinned = true, isShared = false }: Saved = {},
) {
  await inMenu(page, 'Views', 'Save view as…')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  if (isPinned) await page.getByRole('checkbox', { name: 'Pin to sidebar' }).check()
  if (isShared) await page.getByRole('checkbox', { name: `Share with everyone in ${account}` }).check()
  if (opensList) await page.getByRole('checkbox', { name: 'Make this the default view' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Chooses in the menu of views; `shown` is the view it stands for now, or its plain name. */
async function inMenu(page: Page, shown: string, item: string) {
  const name = shown === 'Views' ? shown : `Views: ${shown}`
  await chooseFrom(page.getByRole('button', { name, exact: true }), item)
}
