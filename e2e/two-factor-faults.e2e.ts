import type { Locator, Page } from '@playwright/test'

import { failInEveryWay, failures, loseNextResponse } from './faults.ts'
import { expect, signInOnPage, test } from './fixtures.ts'
import { appOf, colleagueOf, newPage, password, protectedColleagueOf } from './two-factor-fixtures.ts'

const endpoints = {
  begin: /\/api\/x\/two-factor\/begin$/,
  confirm: /\/api\/x\/two-factor\/confirm$/,
  renew: /\/api\/x\/two-factor\/recovery-codes$/,
  turnOff: /\/api\/x\/two-factor\/turn-off$/,
  code: /\/api\/x\/sign-in\/code$/,
}
const problem = (part: Page | Locator) =>
  part.getByRole('alert').filter({ hasText: /server|wrong|offline|connection/i })
const passwordIn = (part: Page | Locator) => part.getByRole('textbox', { name: 'Current password' })
const recoveryCodes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

interface Form {
  readonly page: Page
  /** What its problems are shown in. */
  readonly part: Page | Locator
  readonly url: RegExp
  readonly submit: Locator
  /** An input that is filled in. */
  readonly typed: Locator
}

/** Submits a form whose write fails in every way, and expects each time that it says so and keeps what was typed. */
async function expectToSurvive({ page, part, url, submit, typed }: Form) {
  const text = await typed.inputValue()
  await failInEveryWay({ page, url, submit: () => submit.click() }, async () => {
    await expect(problem(part)).toBeVisible()
    await expect(typed).toHaveValue(text)
  })
  await test.step('offline', async () => {
    const failed = page.waitForEvent('requestfailed', (request) => url.test(request.url()))
    await page.context().setOffline(true)
    await submit.click()
    await failed
    await expect(problem(part)).toBeVisible()
    await expect(typed).toHaveValue(text)
    await page.context().setOffline(false)
    await expect(page.getByText(/You’re offline/)).toBeHidden()
  })
}

/** Counts the writes to that address from now on. */
function writesTo(page: Page, url: RegExp) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && url.test(new URL(request.url()).pathname)) sent.push(request.url())
  })
  return sent
}

/** Wrong input is said of its field, which has the focus, and of nothing else. */
async function expectRefused(part: Page | Locator, field: Locator, text: string) {
  await expect(part.getByText(text)).toBeVisible()
  await expect(field).toHaveAccessibleDescription(new RegExp(text))
  await expect(field).toBeFocused()
  await expect(part.getByRole('alert')).toBeHidden()
}

/** Ends the session while the form is filled in, submits it, and signs in over the page. */
async function endSession({ page, submit }: Pick<Form, 'page' | 'submit'>, recoveryCode?: string) {
  await page.context().clearCookies({ name: /session_token/ })
  // Whatever else asks the service may open the question first.
  await submit.dispatchEvent('click')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('textbox', { name: 'Password' }).fill(password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  if (recoveryCode !== undefined) {
    await again.getByRole('button', { name: 'Use a recovery code' }).click()
    await again.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
    await again.getByRole('button', { name: 'Verify' }).click()
  }
  await expect(again).toBeHidden()
}

async function openSecurity(page: Page, button: string) {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await expect(passwordIn(dialog)).toBeVisible()
  return dialog
}

/** The setup has happened and its recovery codes were lost: others are created in their place. */
async function renewLostCodes(page: Page, part: Page | Locator = page) {
  await expect(part.getByText('The connection was lost before your recovery codes arrived.')).toBeVisible()
  await passwordIn(part).fill(password)
  await part.getByRole('button', { name: 'Create new codes' }).click()
  await expect(recoveryCodes(page)).toHaveCount(10)
}

/** Enters email and password at the front door, and gets to the recovery codes. */
async function comeToCode(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  return page.getByRole('textbox', { name: 'Recovery code' })
}

test.beforeEach(async ({ page }) => {
  test.slow()
  await signInOnPage(page)
})

test('the setup goes on after whatever fails at each of its steps, and happens once', async ({
  page,
  browser,
  service,
}) => {
  const { own } = await colleagueOf(page, browser, service.url)
  const dialog = await openSecurity(own, 'Turn on')
  const first = { page: own, part: dialog, submit: dialog.getByRole('button', { name: 'Continue' }) }
  const typed = passwordIn(dialog)
  await typed.fill('not my password')
  await first.submit.click()
  await expectRefused(dialog, typed, 'Incorrect password')
  await typed.fill(password)
  await expectToSurvive({ ...first, url: endpoints.begin, typed })
  await endSession(first)
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()

  const app = appOf(((await dialog.locator('code').first().textContent()) ?? '').replaceAll(' ', ''))
  const code = dialog.getByRole('textbox', { name: 'Authentication code' })
  await code.fill('000000')
  await expectRefused(dialog, code, 'This code is wrong, expired or already used')
  await own.route(endpoints.confirm, failures['a 500'], { times: 1 })
  await code.fill(app())
  await expect(problem(dialog)).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Turn on' })
  await expectToSurvive({ page: own, part: dialog, url: endpoints.confirm, submit, typed: code })
  // The code of before may be over by now. The next one sends itself, and Enter sends nothing more while it's under way.
  const sent = writesTo(own, endpoints.confirm)
  const held = Promise.withResolvers<void>()
  await own.route(endpoints.confirm, async (route) => {
    await held.promise
    return route.fallback()
  })
  await code.fill(app())
  await expect.poll(() => sent.length).toBe(1)
  await code.press('Enter')
  await code.press('Enter')
  held.resolve()
  await expect(recoveryCodes(own)).toHaveCount(10)
  expect(sent).toHaveLength(1)
})

test('a setup whose last reply is lost is on, says so, and leads to new recovery codes', async ({
  page,
  browser,
  service,
}) => {
  const { own } = await colleagueOf(page, browser, service.url)
  const dialog = await openSecurity(own, 'Turn on')
  await passwordIn(dialog).fill(password)
  await loseNextResponse(own, endpoints.begin)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(problem(dialog)).toBeVisible()
  // The key of the lost reply is replaced, not mixed up with the next one.
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const app = appOf(((await dialog.locator('code').first().textContent()) ?? '').replaceAll(' ', ''))
  await loseNextResponse(own, endpoints.confirm)
  await dialog.getByRole('textbox', { name: 'Authentication code' }).fill(app())
  await expect(problem(dialog)).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await renewLostCodes(own, dialog)
  await own.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()
  await expect(own.getByText('10 recovery codes left.')).toBeVisible()
})

test('someone who has to set it up gets on when the last reply is lost, without a reload', async ({
  page,
  browser,
  service,
}) => {
  const { own } = await colleagueOf(page, browser, service.url)
  // As if an owner required it: which sessions that concerns is what the service's tests are about.
  let isRequired = true
  await own.route(/\/api\/x\/session$/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    return route.fulfill({ response, json: { data: { ...data, needs_two_factor: isRequired } } })
  })
  await own.goto('/two-factor')
  await passwordIn(own).fill(password)
  await own.getByRole('button', { name: 'Continue' }).click()
  await expect(own.getByRole('img', { name: /QR code/ })).toBeVisible()
  const app = appOf(((await own.locator('code').first().textContent()) ?? '').replaceAll(' ', ''))
  await loseNextResponse(own, endpoints.confirm)
  await own.getByRole('textbox', { name: 'Authentication code' }).fill(app())
  await expect(problem(own)).toBeVisible()
  isRequired = false
  // Back at the beginning, too.
  await own.getByRole('button', { name: 'Cancel' }).click()
  await passwordIn(own).fill(password)
  await own.getByRole('button', { name: 'Continue' }).click()
  await expect(own.getByRole('heading', { name: 'Save your recovery codes', level: 1 })).toBeVisible()
  await renewLostCodes(own)
  await own.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()
  await expect(own.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('new recovery codes are created after whatever fails, once however often the button is pressed', async ({
  page,
  browser,
  service,
}) => {
  const { own, codes } = await protectedColleagueOf(page, browser, service.url)
  const dialog = await openSecurity(own, 'New recovery codes')
  const form = {
    page: own,
    part: dialog,
    url: endpoints.renew,
    submit: dialog.getByRole('button', { name: 'Create new codes' }),
    typed: passwordIn(dialog),
  }
  await form.typed.fill('not my password')
  await form.submit.click()
  await expectRefused(dialog, form.typed, 'Incorrect password')
  await form.typed.fill(password)
  await expectToSurvive(form)
  const sent = writesTo(own, endpoints.renew)
  await form.submit.dblclick()
  await expect(recoveryCodes(own)).toHaveCount(10)
  expect(sent).toHaveLength(1)
  const shown = await recoveryCodes(own).allTextContents()
  expect(shown).not.toEqual(codes)
  await own.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()

  // A lost reply and an ended session: those that are shown in the end are the ones that count.
  await own.getByRole('button', { name: 'New recovery codes' }).click()
  await form.typed.fill(password)
  await endSession(form, shown[0])
  await expect(recoveryCodes(own)).toHaveCount(10)
  await own.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()
  await own.getByRole('button', { name: 'New recovery codes' }).click()
  await form.typed.fill(password)
  await loseNextResponse(own, endpoints.renew)
  await form.submit.click()
  await expect(problem(dialog)).toBeVisible()
  await form.submit.click()
  await expect(recoveryCodes(own)).toHaveCount(10)
  const [last = ''] = await recoveryCodes(own).allTextContents()
  await own.getByRole('button', { name: 'I’ve saved the recovery codes' }).click()
  const off = await openSecurity(own, 'Turn off')
  await passwordIn(off).fill(password)
  await off.getByRole('textbox', { name: /code/ }).fill(last)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expect(own.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('it’s turned off after whatever fails, once, and a lost reply is no riddle', async ({
  page,
  browser,
  service,
}) => {
  const { own, codes } = await protectedColleagueOf(page, browser, service.url)
  const dialog = await openSecurity(own, 'Turn off')
  const typed = dialog.getByRole('textbox', { name: /code/ })
  const submit = dialog.getByRole('button', { name: 'Turn off' })
  await passwordIn(dialog).fill('not my password')
  await typed.fill(codes[0] ?? '')
  await submit.click()
  await expectRefused(dialog, passwordIn(dialog), 'Incorrect password')
  await passwordIn(dialog).fill(password)
  await typed.fill('000000')
  await submit.click()
  await expectRefused(dialog, typed, 'This code is wrong, expired or already used')
  await typed.fill(codes[0] ?? '')
  await expectToSurvive({ page: own, part: dialog, url: endpoints.turnOff, submit, typed })
  const sent = writesTo(own, endpoints.turnOff)
  await loseNextResponse(own, endpoints.turnOff)
  await submit.dblclick()
  await expect(problem(dialog)).toBeVisible()
  expect(sent).toHaveLength(1)
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Two-factor authentication is off')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(own.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('it’s turned off where the session ended over the form', async ({ page, browser, service }) => {
  const { own, codes } = await protectedColleagueOf(page, browser, service.url)
  const dialog = await openSecurity(own, 'Turn off')
  await passwordIn(dialog).fill(password)
  await dialog.getByRole('textbox', { name: /code/ }).fill(codes[0] ?? '')
  await endSession({ page: own, submit: dialog.getByRole('button', { name: 'Turn off' }) }, codes[1])
  await expect(own.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('the code of a sign-in is kept through whatever fails, and sent once', async ({
  page,
  browser,
  service,
}) => {
  const { email, codes } = await protectedColleagueOf(page, browser, service.url)
  const front = await newPage(browser, service.url)
  await front.goto('/sign-in')
  const typed = await comeToCode(front, email)
  const submit = front.getByRole('button', { name: 'Verify' })
  await typed.fill('wrong-code-1')
  await submit.click()
  await expectRefused(front, typed, 'This code is wrong, expired or already used')
  await typed.fill(codes[0] ?? '')
  await expectToSurvive({ page: front, part: front, url: endpoints.code, submit, typed })
  const sent = writesTo(front, endpoints.code)
  await submit.dblclick()
  await expect(front.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a sign-in whose last reply is lost, or that took too long, begins again with the password', async ({
  page,
  browser,
  service,
}) => {
  const { email, codes } = await protectedColleagueOf(page, browser, service.url)
  const front = await newPage(browser, service.url)
  await front.goto('/sign-in')
  const typed = await comeToCode(front, email)
  await typed.fill(codes[0] ?? '')
  await loseNextResponse(front, endpoints.code)
  await front.getByRole('button', { name: 'Verify' }).click()
  await expect(problem(front)).toBeVisible()
  await front.getByRole('button', { name: 'Verify' }).click()
  await front.getByRole('button', { name: 'Enter password again' }).click()
  await comeToCode(front, email)
  await typed.fill(codes[1] ?? '')
  // As if ten minutes had passed.
  await front.context().clearCookies()
  await front.getByRole('button', { name: 'Verify' }).click()
  await front.getByRole('button', { name: 'Enter password again' }).click()
  await comeToCode(front, email)
  await typed.fill(codes[1] ?? '')
  await front.getByRole('button', { name: 'Verify' }).click()
  await expect(front.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})
