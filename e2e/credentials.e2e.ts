import type { Page } from '@playwright/test'

import { loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  cancelForm,
  editTogether,
  expect,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const create = /\/api\/x\/credentials$/
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const permission = (page: Page, name: string) => page.getByRole('checkbox', { name })
const submit = (page: Page) => page.getByRole('button', { name: 'Create credential' }).click()
const panel = (page: Page) => page.getByRole('region', { name: /^API (key|token)$/ })

async function fillNew(page: Page, name: string) {
  await page.goto('/settings/credentials/new')
  await field(page, 'Name').fill(name)
}

/** Returns the secret that is shown, once. */
async function shownSecret(page: Page): Promise<string> {
  await panel(page).getByRole('button', { name: 'Show secret' }).click()
  return (await panel(page).locator('code').first().textContent()) ?? ''
}

async function leave(page: Page) {
  await panel(page)
    .getByRole('button', { name: /I’ve stored the secret/ })
    .click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible()
}

const status = async (page: Page, secret: string) =>
  (
    await page.request.get('/api/customers?limit=1', { headers: { authorization: `Bearer ${secret}` } })
  ).status()

test('a key is created, used, changed and revoked @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'API credentials' }).click()
  await page.getByRole('link', { name: 'New credential' }).click()
  await submit(page)
  await expect(page.getByText('Enter a name')).toBeVisible()
  await field(page, 'Name').fill('Website form')
  await permission(page, 'Manage contacts').check()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Website form', level: 1 })).toBeVisible()
  const secret = await shownSecret(page)
  expect(secret).toMatch(/^bk_[\w-]{43}$/)
  await leave(page)

  await test.step('it works, and its use is shown', async () => {
    expect(await status(page, secret)).toBe(200)
    await page.reload()
    await expect(page.getByText(/just now|seconds ago/).first()).toBeVisible()
    await expect(page.getByText(`bk_…${secret.slice(-4)}`)).toBeVisible()
    await expect(page.getByRole('img', { name: /^1 request in the last 30 days/ })).toBeVisible()
    await expect(page.getByText(secret.slice(3))).toHaveCount(0)
  })

  await test.step('a change is saved', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await field(page, 'Rate limit (requests a minute)').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter a whole number from 1 to 100,000')).toBeVisible()
    await field(page, 'Rate limit (requests a minute)').fill('90')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('90 requests a minute')).toBeVisible()
  })

  await test.step('once revoked, it is rejected', async () => {
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke credential' }).click()
    await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible()
    expect(await status(page, secret)).toBe(401)
    await page.getByRole('link', { name: 'API credentials' }).first().click()
    await page.getByRole('tab', { name: 'Revoked' }).click()
    await expect(page.getByRole('link', { name: 'Website form' })).toBeVisible()
  })
})

test('a secret is nowhere but on the page that shows it, and leaving without it asks @main', async ({
  page,
}) => {
  await startSession(page)
  await fillNew(page, 'Kept nowhere')
  await submit(page)
  const secret = await shownSecret(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toContainText(secret)
  await page.getByRole('link', { name: 'Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without the secret?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(panel(page)).toContainText(secret)
  await leave(page)
  expect(page.url()).not.toContain(secret.slice(3))
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const cached = await Promise.all(
      names.map(async (name) => {
        const answers = await (await caches.open(name)).matchAll()
        return Promise.all(answers.map((answer) => answer.text()))
      }),
    )
    return JSON.stringify([{ ...sessionStorage }, cached, history.state])
  })
  const stored = JSON.stringify(await page.context().storageState({ indexedDB: true }))
  // It was read: the draft's database is there.
  expect(stored).toContain('indexedDB')
  expect(stored).not.toContain(secret.slice(3))
  expect(kept).not.toContain(secret.slice(3))
  await expect(page.locator('body')).not.toContainText(secret.slice(3))
})

test('a creation whose response was lost shows the same secret when it is sent again, and creates one', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await fillNew(page, 'Lost and found')
  await loseNextResponse(page, create)
  await submit(page)
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await submit(page)
  const secret = await shownSecret(page)
  expect(await status(page, secret)).toBe(200)
  await leave(page)
  await page.goto('/settings/credentials')
  await expect(page.getByRole('link', { name: 'Lost and found' })).toHaveCount(1)
})

test('a credential that fails to be created keeps what was typed, whatever failed', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await fillNew(page, 'After failures')
  const typed = field(page, 'Name')
  await submitDespiteFailures({ page, url: create, submit: () => submit(page), typed })
  expect(await shownSecret(page)).toMatch(/^bk_/)
  await leave(page)
})

test('a double click creates one credential', async ({ page }) => {
  await startSession(page)
  await fillNew(page, 'Clicked twice')
  await page.getByRole('button', { name: 'Create credential' }).dblclick()
  await expect(panel(page)).toBeVisible()
  await leave(page)
  await page.goto('/settings/credentials')
  await expect(page.getByRole('link', { name: 'Clicked twice' })).toHaveCount(1)
})

test('a token has the permissions of its surface, and the usual limit', async ({ page }) => {
  await startSession(page)
  await fillNew(page, 'Mailing list')
  await page.getByRole('radio', { name: 'API token' }).check()
  await expect(field(page, 'Rate limit (requests a minute)')).toHaveValue('60')
  await expect(permission(page, 'Manage invoices')).toHaveCount(0)
  await submit(page)
  await expect(page.getByText('Choose at least one permission')).toBeVisible()
  await permission(page, 'View contacts').check()
  await submit(page)
  expect(await shownSecret(page)).toMatch(/^bt_/)
  await leave(page)
  await expect(page.getByText('View contacts')).toBeVisible()
})

test('two people who edit a credential see both versions', async ({ page, watch }) => {
  watch.allow(/412/)
  await startSession(page)
  await fillNew(page, 'Shared')
  await submit(page)
  await expect(panel(page)).toBeVisible()
  await leave(page)
  const address = `${new URL(page.url()).pathname}/edit`
  const alert = await editTogether(page, 'credential', {
    open: async (tab) => {
      await tab.goto(address)
      await expect(field(tab, 'Name')).toBeVisible()
    },
    theirs: (tab) => field(tab, 'Rate limit (requests a minute)').fill('77'),
    mine: async () => {
      await field(page, 'Rate limit (requests a minute)').fill('66')
      await field(page, 'Name').fill('Mine')
    },
  })
  await expect(alert).toContainText('77')
  await alert.getByText('Use theirs').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('77 requests a minute')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible()
})

test('staff without the permission see why, and no entry', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/settings/credentials')
  await expect(page.getByText('You don’t have access to API credentials')).toBeVisible()
  await expect(page.getByRole('link', { name: 'API credentials' })).toHaveCount(0)
})

test('leaving the form asks first', async ({ page }) => {
  await startSession(page)
  await fillNew(page, 'Unsaved')
  await cancelForm(page, 'Stay')
  await expect(field(page, 'Name')).toHaveValue('Unsaved')
  await cancelForm(page, 'Discard changes')
  await expect(page).toHaveURL(/\/settings\/credentials$/)
})

test('the screens of credentials are accessible and fit a phone', async ({ page }) => {
  const check = async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessibleInBothColors(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInBothColors(page)
    await expectNoSidewaysScroll(page)
  }
  await signIn(page)
  await fillNew(
    page,
    'A name so long that it takes more than one line on the screen of a phone, and then some',
  )
  await check()
  await submit(page)
  await shownSecret(page)
  await check()
  await leave(page)
  await expect(page.getByRole('img', { name: /requests in the last 30 days/ })).toBeVisible()
  await check()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.keyboard.press('Escape')
  await page.goto('/settings/credentials')
  await expect(page.getByText('A name so long').first()).toBeVisible()
  await check()
})
