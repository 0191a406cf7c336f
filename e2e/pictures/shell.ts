import type { Page } from '@playwright/test'

import { type Screen, opened, press, pressExactly } from './screen.ts'

const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill(text)
  await page.getByRole('option').or(page.getByText('No results')).first().waitFor()
}

export const entrance: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', by: 'nobody' },
  { name: 'sign-in-errors', path: '/sign-in', by: 'nobody', act: pressExactly('Sign in') },
  {
    name: 'sign-in-refused',
    fails: true,
    path: '/sign-in',
    by: 'nobody',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@bureau.example')
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
      await pressExactly('Sign in')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'forgot-password', path: '/forgot-password', by: 'nobody' },
  { name: 'reset-password-refused', fails: true, path: '/reset-password#token=used', by: 'nobody' },
  { name: 'set-up', path: '/set-up#token=new', by: 'nobody', before: withoutOwner },
  {
    name: 'set-up-errors',
    path: '/set-up#token=new',
    by: 'nobody',
    before: withoutOwner,
    act: press('Create account'),
  },
  { name: 'set-up-used-link', fails: true, path: '/set-up#token=used', by: 'nobody' },
]

export const shell: readonly Screen[] = [
  { name: 'overview', path: '/overview' },
  {
    name: 'palette',
    path: '/overview',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'palette-results', path: '/overview', act: search('ha') },
  {
    name: 'palette-record',
    path: '/customers/34',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  { name: 'palette-nothing', path: '/overview', act: search('zzzz') },
  {
    name: 'notifications',
    path: '/overview',
    act: async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('b')
      await page.getByRole('dialog').getByRole('link').last().waitFor()
    },
  },
  { name: 'shortcuts', path: '/overview', act: opened((page) => page.keyboard.press('?')) },
  { name: 'menu-person', path: '/overview', act: openedFromSidebar(/your menu/) },
  { name: 'menu-account', path: '/overview', act: openedFromSidebar(/switch account/) },
  {
    name: 'offline',
    fails: true,
    path: '/customers',
    act: async (page) => {
      await page.context().setOffline(true)
      await page
        .getByText(/You’re offline/)
        .first()
        .waitFor()
    },
  },
  { name: 'not-found', path: '/nowhere', fails: true },
]

export const empty: readonly Screen[] = [
  'overview',
  'customers',
  'invoices',
  'services',
  'contacts',
  'webhooks',
].map((name) => ({ name: `empty-${name}`, path: `/${name}`, by: 'newcomer' }))

/** On a phone the sidebar is behind a button. */
function openedFromSidebar(name: RegExp) {
  return async (page: Page) => {
    const navigation = page.getByRole('button', { name: 'Navigation' })
    if (await navigation.isVisible()) await navigation.click()
    await press(name)(page)
    await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor()
  }
}

/** As when nobody has set it up yet. */
async function withoutOwner(page: Page) {
  await page.route('**/api/x/entrance', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { ...body.data, needs_set_up: true } } })
  })
}
