import type { Browser, Page } from '@playwright/test'

import { loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  changeSession,
  chooseFrom,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signInOnPage,
  startSession,
  test,
} from './fixtures.ts'

const title = (name: string) => ({ name, level: 1 }) as const
const password = 'nine lanterns over water'

async function openPeople(page: Page) {
  await page.goto('/settings/people')
  await expect(page.getByRole('heading', title('People'))).toBeVisible()
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function fillInvitation(page: Page, email: string, role = 'Staff') {
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  return dialog
}

/** Invites someone and returns the link, which is shown once. */
async function invite(page: Page, email: string, role?: string): Promise<string> {
  const dialog = await fillInvitation(page, email, role)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  return takeLink(page)
}

async function takeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Send this link' })
  await dialog.getByRole('button', { name: 'Show link' }).click()
  const link = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve copied the link' }).click()
  await expect(dialog).toBeHidden()
  return link
}

/** A browser in which no one has signed in. */
async function stranger(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  return context.newPage()
}

async function joinAs(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('textbox', { name: 'Choose a password' }).fill(password)
  await page.getByRole('button', { name: /^Join / }).click()
  await expect(page.getByRole('heading', title('Overview'))).toBeVisible()
}

test('someone is invited, joins, gets another role and is removed @main', async ({
  page,
  browser,
  service,
}) => {
  await startSession(page)
  await openPeople(page)
  await expectAccessible(page)
  const link = await invite(page, 'ines@example.com', 'Accountant')
  await expect(row(page, 'ines@example.com')).toContainText('Accountant')
  await expectAccessible(page)

  const ines = await stranger(browser, service.url)
  await ines.goto(link)
  await expect(ines.getByRole('heading', title('Join Harbor & Finch Studio'))).toBeVisible()
  await expect(ines.getByText(/Ada Finch invited you as accountant/)).toBeVisible()
  await expectAccessible(ines)
  await joinAs(ines, link, 'Ines Duarte')
  await expect(ines.getByRole('button', { name: /Ines Duarte/ })).toContainText('Accountant')

  // The list follows without a reload.
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeHidden()
  await chooseFrom(page.getByRole('button', { name: 'Actions for Ines Duarte' }), 'Change role')
  const roles = page.getByRole('dialog', { name: 'Change the role of Ines Duarte' })
  await expect(roles).toBeVisible()
  await expectAccessible(page)
  await roles.getByRole('radio', { name: 'Viewer' }).check()
  await roles.getByRole('button', { name: 'Change role' }).click()
  await expect(row(page, 'Ines Duarte')).toContainText('Viewer')

  await chooseFrom(page.getByRole('button', { name: 'Actions for Ines Duarte' }), 'Remove')
  const question = page.getByRole('dialog', { name: 'Remove Ines Duarte?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(row(page, 'Ines Duarte')).toHaveCount(0)
  expect((await ines.request.get('/api/customers')).status()).not.toBe(200)

  // The link is used up.
  await ines.goto(link)
  await expect(ines.getByRole('heading', title('This invitation no longer works'))).toBeVisible()
  await expectAccessible(ines)
  await ines.context().close()
})

test('an invitation gets a new link, or is revoked', async ({ page, browser, service }) => {
  await startSession(page)
  await openPeople(page)
  const first = await invite(page, 'noor@example.com')
  const choose = async (item: string) => {
    await chooseFrom(page.getByRole('button', { name: 'Actions for noor@example.com' }), item)
  }
  await choose('New link')
  await page.getByRole('button', { name: 'Create new link' }).click()
  const second = await takeLink(page)
  const noor = await stranger(browser, service.url)
  await noor.goto(first)
  await expect(noor.getByRole('heading', title('This invitation no longer works'))).toBeVisible()
  await noor.goto(second)
  await expect(noor.getByRole('heading', { level: 1, name: /^Join/ })).toBeVisible()
  await choose('Revoke')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row(page, 'noor@example.com')).toHaveCount(0)
  // The page was open already.
  await noor.getByRole('textbox', { name: 'Your name' }).fill('Noor')
  await noor.getByRole('textbox', { name: 'Choose a password' }).fill(password)
  await noor.getByRole('button', { name: /^Join / }).click()
  await expect(noor.getByRole('heading', title('This invitation no longer works'))).toBeVisible()
  await noor.goto('/invitation')
  await expect(noor.getByRole('heading', title('This invitation link is incomplete'))).toBeVisible()
  await noor.context().close()
})

test('a link that wasn’t copied isn’t left by accident', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings/profile')
  await page.getByRole('link', { name: 'People' }).click()
  const dialog = await fillInvitation(page, 'kept@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = page.getByRole('dialog', { name: 'Send this link' })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeVisible()
  await page.evaluate(() => history.back())
  await page
    .getByRole('dialog', { name: 'Leave without the link?' })
    .getByRole('button', { name: 'Stay' })
    .last()
    .click()
  await expect(link).toBeVisible()
  await expect(link.locator('code')).not.toContainText('token=')
  await link.getByRole('button', { name: 'I’ve copied the link' }).click()
  // Neither the page nor the browser keeps it.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('token=')
})

test('what can’t be invited is said at the address, and two clicks invite once', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await openPeople(page)
  const dialog = await fillInvitation(page, 'no address')
  const submit = dialog.getByRole('button', { name: 'Invite' })
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await submit.click()
  await expect(email).toBeFocused()
  await expect(dialog.getByText('Enter an email address, like name@example.com')).toBeVisible()
  await email.fill('viewer@bureau.example')
  await submit.click()
  await expect(dialog.getByText('This email address belongs to the demo')).toBeVisible()
  await expectAccessible(page)
  await email.fill('twice@example.com')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/x/invitations')) sent.push(request.url())
  })
  await submit.dblclick()
  await takeLink(page)
  expect(sent).toHaveLength(1)
})

test('an invitation survives whatever fails', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await openPeople(page)
  const dialog = await fillInvitation(page, 'after.failures@example.com')
  const submit = () => dialog.getByRole('button', { name: 'Invite' }).click()
  const typed = dialog.getByRole('textbox', { name: 'Email' })
  await submitDespiteFailures({ page, url: /\/api\/x\/invitations$/, submit, typed })
  await takeLink(page)
})

test('an invitation whose response was lost is in the list, with a new link to be had', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await openPeople(page)
  const dialog = await fillInvitation(page, 'lost@example.com')
  await loseNextResponse(page, /\/api\/x\/invitations$/)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText(/already invited\. Create a new link/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chooseFrom(page.getByRole('button', { name: 'Actions for lost@example.com' }), 'New link')
  await page.getByRole('button', { name: 'Create new link' }).click()
  expect(await takeLink(page)).toContain('/invitation#token=')
})

test('joining survives whatever fails', async ({ page, browser, service, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await openPeople(page)
  const name = 'Joined after failures'
  const link = await invite(page, 'joins@example.com')
  const guest = await stranger(browser, service.url)
  await guest.goto(link)
  await guest.getByRole('textbox', { name: 'Your name' }).fill(name)
  const typed = guest.getByRole('textbox', { name: 'Choose a password' })
  await typed.fill(password)
  const submit = () => guest.getByRole('button', { name: /^Join / }).click()
  await submitDespiteFailures({ page: guest, url: /\/api\/x\/invitation\/accept$/, submit, typed })
  await expect(guest.getByRole('heading', title('Overview'))).toBeVisible()
  await guest.context().close()
})

test('people are for those who manage them, on services that have them', async ({ page }) => {
  await allowOnly(page, 'settings.manage')
  await startSession(page)
  await page.goto('/settings/people')
  await expect(page.getByRole('heading', title('You don’t have access to people'))).toBeVisible()
  await expect(page.getByText('“Manage people” permission')).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Settings' })
  await expect(list.getByRole('link', { name: 'People' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a role and abilities that only a newer service knows are shown as they are', async ({ page }) => {
  await changeSession(page, ({ account, abilities }) => ({
    account: { ...account, role: 'night_auditor' },
    abilities: [...abilities, 'spaceships.launch'],
  }))
  await signInOnPage(page)
  await expect(page.getByRole('button', { name: /your menu/ })).toContainText('Night auditor')
})

test('people fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await openPeople(page)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothColors(page)
  await fillInvitation(page, `${'a-very-long-name.'.repeat(3)}@example.com`)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothColors(page)
})
