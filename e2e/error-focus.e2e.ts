import type { Locator, Page } from '@playwright/test'

import { expect, provoked, signIn, test } from './fixtures.ts'
import { colleagueOf, newPage, password, protectedColleagueOf } from './two-factor-fixtures.ts'
import { fillWebhook } from './webhook-fixtures.ts'

/** The page draws what it learns from the service only some frames later, as it does on a busy machine. */
const drawLate = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout, MessageChannel } = globalThis
    const afterFrames = (count: number, run: () => void): void => {
      requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, run) : setTimeout(run)))
    }
    // React learns through the former that it's time to draw, and of the end of a request through the latter.
    class LateChannel {
      readonly port1: MessagePort
      readonly port2: { postMessage: (message: unknown) => void }
      constructor() {
        const { port1, port2 } = new MessageChannel()
        this.port1 = port1
        this.port2 = { postMessage: (message) => afterFrames(3, () => port2.postMessage(message)) }
      }
    }
    const lateTimeout = (run: () => void, delay = 0, ...rest: unknown[]) => {
      if (delay > 0) return setTimeout(run, delay, ...rest)
      afterFrames(3, run)
      return 0
    }
    Object.assign(globalThis, { MessageChannel: LateChannel, setTimeout: lateTimeout })
  })

/** The service rejects what is sent to that address, each field with its message. */
const reject = (page: Page, url: RegExp, details: Record<string, string>) =>
  page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 422,
          json: { error: { message: 'No', code: 'VALIDATION_FAILED', details }, timestamp: '' },
        }),
  )

async function expectFocusOn(field: Locator, message: string) {
  await expect(field).toHaveAccessibleDescription(new RegExp(message))
  await expect(field).toBeFocused()
}

test.beforeEach(async ({ page, watch }) => {
  watch.allow(...provoked)
  await drawLate(page)
})

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

interface Form {
  readonly name: string
  readonly url: RegExp
  /** The name of the field in the request, and its label. */
  readonly field: readonly [name: string, label: string]
  readonly isPublic?: boolean
  readonly submit: (page: Page) => Promise<void>
}

const forms: readonly Form[] = [
  {
    name: 'the sign-in',
    url: /\/api\/x\/sign-in$/,
    field: ['email', 'Email'],
    isPublic: true,
    submit: async (page) => {
      await page.goto('/sign-in')
      await text(page, 'Email').fill('somebody@example.com')
      await text(page, 'Password').fill('their password')
      await press(page, 'Sign in')
    },
  },
  {
    name: 'the setup of Bureau',
    url: /\/api\/x\/set-up$/,
    field: ['password', 'Choose a password'],
    isPublic: true,
    submit: async (page) => {
      await page.route(/\/api\/x\/entrance$/, async (route) => {
        const response = await route.fetch()
        const { data } = (await response.json()) as { data: object }
        return route.fulfill({ response, json: { data: { ...data, needs_set_up: true } } })
      })
      await page.goto('/set-up#token=new')
      await text(page, 'Business name').fill('Ours')
      await text(page, 'Your name').fill('Ola')
      await text(page, 'Your email').fill('ola@example.com')
      await text(page, 'Choose a password').fill(password)
      await press(page, 'Create account')
    },
  },
  {
    name: 'the profile',
    url: /\/api\/x\/profile$/,
    field: ['name', 'Name'],
    submit: async (page) => {
      await page.goto('/settings/profile')
      await press(page, 'Save profile')
    },
  },
  {
    name: 'the password',
    url: /\/api\/x\/password$/,
    field: ['new_password', 'New password'],
    submit: async (page) => {
      await page.goto('/settings/security')
      await text(page, 'Current password').fill('the one before')
      await text(page, 'New password').fill(password)
      await press(page, 'Change password')
    },
  },
  {
    name: 'an invitation to someone',
    url: /\/api\/x\/invitations$/,
    field: ['email', 'Email'],
    submit: async (page) => {
      await page.goto('/settings/people')
      await press(page, 'Invite people')
      await text(page, 'Email').fill('somebody@example.com')
      await press(page, 'Invite')
    },
  },
  {
    name: 'a contact',
    url: /\/api\/x\/contacts$/,
    field: ['phone', 'Phone'],
    submit: async (page) => {
      await page.goto('/contacts/new')
      await text(page, 'First name').fill('Ada')
      await text(page, 'Email').fill('ada@example.com')
      await page.getByRole('button', { name: /^(Create|Add|Save)/ }).click({ timeout: 5000 })
    },
  },
  {
    name: 'a new webhook',
    url: /\/api\/x\/webhooks$/,
    field: ['url', 'Endpoint URL'],
    submit: async (page) => {
      await fillWebhook(page, 'https://hooks.example.com/new', ['contact.created'])
      await press(page, 'Create webhook')
    },
  },
  {
    name: 'a webhook that exists',
    url: /\/api\/(x|v1)\/webhooks\/\d+$/,
    field: ['url', 'Endpoint URL'],
    submit: async (page) => {
      await page.goto('/webhooks')
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await text(page, 'Endpoint URL').fill('https://hooks.example.com/moved')
      await press(page, 'Save changes')
      await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
    },
  },
]

for (const { name, url, field, isPublic = false, submit } of forms)
  test(`${name}: what the service rejects has the focus, however late the page draws it`, async ({
    page,
  }) => {
    if (!isPublic) await signIn(page)
    await reject(page, url, { [field[0]]: 'Not this one' })
    await submit(page)
    await expectFocusOn(text(page, field[1]), 'Not this one')
  })

test('the wizard: what the service rejects has the focus, however late the page draws it', async ({
  page,
}) => {
  await signIn(page)
  await reject(page, /\/api\/customers$/, { 'business_information[company_name]': 'Not this one' })
  await page.goto('/customers/new')
  await text(page, 'First name').fill('Ada')
  await text(page, 'Last name').fill('Late')
  await text(page, 'Email').fill('ada.late@example.com')
  await text(page, 'Phone').fill('+1 555 0188')
  await page.keyboard.press('Control+Enter')
  await text(page, 'Company').fill('Late Ltd')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  for (const step of ['Files', 'Permissions', 'Review']) {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: step, level: 2 })).toBeFocused()
  }
  await press(page, 'Create customer')
  await expectFocusOn(text(page, 'Company'), 'Not this one')
})

test('someone who joins: what the service rejects has the focus, however late the page draws it', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const link = await page.evaluate(async () => {
    const answer = await fetch('/api/x/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'joins@example.com', role: 'staff' }),
    })
    return ((await answer.json()) as { data: { link: string } }).data.link
  })
  const own = await newPage(browser, service.url)
  await drawLate(own)
  await reject(own, /\/api\/x\/invitation\/accept$/, { password: 'Not this one' })
  await own.goto(link)
  await text(own, 'Your name').fill('Ola')
  await text(own, 'Choose a password').fill(password)
  await own.getByRole('button', { name: /^Join / }).click()
  await expectFocusOn(text(own, 'Choose a password'), 'Not this one')
})

test('two-factor authentication: a wrong password has the focus, however late the page draws that', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const { own } = await colleagueOf(page, browser, service.url)
  await drawLate(own)
  await own.goto('/settings/security')
  await press(own, 'Turn on')
  const typed = own.getByRole('dialog').getByRole('textbox', { name: 'Current password' })
  await typed.fill('not my password')
  await press(own, 'Continue')
  await expectFocusOn(typed, 'Incorrect password')
  // It's selected, so that the next one replaces it.
  await own.keyboard.type('another')
  await expect(typed).toHaveValue('another')
})

test('turning it off: a wrong code has the focus, however late the page draws that', async ({
  page,
  browser,
  service,
}) => {
  await signIn(page)
  const { own } = await protectedColleagueOf(page, browser, service.url)
  await drawLate(own)
  await own.goto('/settings/security')
  await press(own, 'Turn off')
  const dialog = own.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  const code = dialog.getByRole('textbox', { name: /code/ })
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expectFocusOn(code, 'This code is wrong')
})
