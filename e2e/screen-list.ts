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
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const pressExactly = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Opens the menu of the record and chooses there. */
const fromMenu = (item: string) => async (page: Page) => {
  await press(/^(More actions|Actions for)/)(page)
  await page.getByRole('menuitem', { name: item }).first().click()
}

/** What it opens is loaded when it is first needed. */
const opened = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await act(page)
  await page.getByRole('dialog').first().waitFor()
}

/** Whatever matches fails, as when the server has a problem. */
const failing = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'Internal server error' } } }),
  )

const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill(text)
  await page.getByRole('option').or(page.getByText('No results')).first().waitFor()
}

const fillStep = async (page: Page) => {
  const values = { 'First name': 'Maya', 'Last name': 'Okafor', Email: 'maya@okafor.example' }
  for (const [name, value] of Object.entries({ ...values, Phone: '+44 20 7946 0101' }))
    await page.getByRole('textbox', { name, exact: true }).fill(value)
}

const entrance: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', by: 'nobody' },
  { name: 'sign-in-errors', path: '/sign-in', by: 'nobody', act: pressExactly('Sign in') },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    by: 'nobody',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@bureau.example')
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
      await pressExactly('Sign in')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'set-up-used-link', path: '/set-up#token=used', by: 'nobody' },
]

const shell: readonly Screen[] = [
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
  { name: 'palette-nothing', path: '/overview', act: search('zzzz') },
  { name: 'shortcuts', path: '/overview', act: (page) => page.keyboard.press('?') },
  { name: 'menu-person', path: '/overview', act: openedFromSidebar(/your menu/) },
  { name: 'menu-account', path: '/overview', act: openedFromSidebar(/switch account/) },
  {
    name: 'offline',
    path: '/customers',
    act: async (page) => {
      await page.context().setOffline(true)
      await page
        .getByText(/You’re offline/)
        .first()
        .waitFor()
    },
  },
  { name: 'not-found', path: '/nowhere' },
]

const customers: readonly Screen[] = [
  { name: 'customers', path: '/customers' },
  { name: 'customers-filter', path: '/customers', act: opened(pressExactly('Filter')) },
  { name: 'customers-filtered', path: '/customers?country=United+Kingdom&may=invoice' },
  { name: 'customers-display', path: '/customers', act: opened(press('Display')) },
  { name: 'customers-views', path: '/customers?search=ha', act: press(/^Views/) },
  {
    name: 'customers-select',
    path: '/customers',
    act: (page) => page.getByRole('combobox', { name: 'Rows per page' }).click(),
  },
  { name: 'customers-selected', path: '/customers', act: selectRows(2) },
  {
    name: 'customers-delete',
    path: '/customers?size=50',
    act: async (page) => {
      await selectRows(12)(page)
      await press(/^Delete/)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'customers-trash-empty', path: '/customers/trash' },
  { name: 'customers-no-match', path: '/customers?search=nobody-is-called-this' },
  { name: 'customers-failed', path: '/customers', before: failing('**/api/customers?*') },
  { name: 'customer', path: '/customers/34' },
  { name: 'customer-menu', path: '/customers/34', act: press('More actions') },
  { name: 'customer-note', path: '/customers/34', act: press('Add a note') },
  { name: 'customer-permissions', path: '/customers/34', act: press('Show table') },
  { name: 'customer-delete', path: '/customers/34', act: fromMenu('Delete') },
  { name: 'customer-edit', path: '/customers/34/edit' },
  {
    name: 'customer-edit-errors',
    path: '/customers/34/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
      await page.keyboard.press('Control+Enter')
    },
  },
  { name: 'customer-missing', path: '/customers/99999' },
  { name: 'customer-new', path: '/customers/new' },
  { name: 'customer-new-errors', path: '/customers/new', act: press('Next') },
  { name: 'customer-new-filled', path: '/customers/new', act: fillStep },
  ...['business', 'fields', 'files', 'permissions', 'review'].map((step) => ({
    name: `customer-new-${step}`,
    path: `/customers/new?step=${step}&template=34`,
  })),
  {
    name: 'customer-new-leave',
    path: '/customers/new',
    act: async (page) => {
      await fillStep(page)
      await page.getByRole('link', { name: 'Cancel' }).click()
    },
  },
]

const catalog: readonly Screen[] = [
  { name: 'invoices', path: '/invoices' },
  {
    name: 'invoices-chosen',
    path: '/invoices?status=paid',
    act: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
  },
  { name: 'invoices-overdue', path: '/invoices?status=overdue' },
  { name: 'invoices-period', path: '/invoices', act: opened(pressExactly('Due')) },
  { name: 'invoices-no-match', path: '/invoices?search=zzzz' },
  { name: 'invoices-failed', path: '/invoices', before: failing('**/api/invoices?*') },
  {
    name: 'invoice-drawer',
    path: '/invoices?status=overdue',
    act: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').or(page.getByRole('complementary')).first().waitFor()
    },
  },
  { name: 'invoice', path: '/invoices/20' },
  { name: 'invoice-new', path: '/invoices/new' },
  {
    name: 'invoice-edit',
    path: '/invoices?status=draft',
    act: async (page) => {
      await page.getByRole('link', { name: /^INV-/ }).first().click()
      await page.getByRole('link', { name: 'Edit' }).click()
      await page
        .getByLabel(/^Description/)
        .first()
        .waitFor()
    },
  },
  { name: 'invoice-missing', path: '/invoices/99999' },
  { name: 'services', path: '/services' },
  { name: 'services-cards', path: '/services?view=cards' },
  { name: 'services-chosen', path: '/services?compare=1,2' },
  {
    name: 'services-all-chosen',
    path: '/services',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press(/^Select all \d+/)(page)
    },
  },
  { name: 'services-no-match', path: '/services?search=zzzz' },
  { name: 'service-drawer', path: '/services?open=3' },
  { name: 'services-compare', path: '/services/compare?ids=1,2,3' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-no-match', path: '/contacts?search=zzzz' },
  { name: 'contact-drawer', path: '/contacts?open=44' },
  { name: 'contact-new', path: '/contacts/new?customer=6' },
  { name: 'contact-edit', path: '/contacts/44/edit' },
]

const webhooks: readonly Screen[] = [
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhooks-failing', path: '/webhooks?status=failing' },
  { name: 'webhook', path: '/webhooks/1' },
  { name: 'webhook-failing', path: '/webhooks/2' },
  {
    name: 'webhook-settings',
    path: '/webhooks/1',
    act: (page) => page.getByRole('tab', { name: 'Settings' }).click(),
  },
  { name: 'webhook-menu', path: '/webhooks/1', act: press(/^Actions for/) },
  { name: 'webhook-test', path: '/webhooks/1', act: sendTest },
  { name: 'webhook-rotate', path: '/webhooks/1', act: fromMenu('Rotate secret') },
  { name: 'webhook-delete', path: '/webhooks/1', act: fromMenu('Delete') },
  {
    name: 'webhook-delivery',
    path: '/webhooks/2',
    act: (page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('button').nth(1).click(),
  },
  { name: 'webhook-edit', path: '/webhooks/1/edit' },
  {
    name: 'webhook-edit-changes',
    path: '/webhooks/1/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Ledgerline')
      await press('Save changes')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'webhook-new', path: '/webhooks/new' },
  { name: 'webhook-new-errors', path: '/webhooks/new', act: pressExactly('Create webhook') },
  { name: 'webhook-checker', path: '/webhooks/checker' },
  {
    name: 'webhook-secret',
    path: '/webhooks/new',
    act: async (page) => {
      await page.getByRole('textbox', { name: /Endpoint URL/ }).fill('https://hooks.example.com/bureau')
      await page.getByRole('checkbox', { name: /invoice\.paid/ }).check()
      await pressExactly('Create webhook')(page)
      await page.getByText('Signing secret').first().waitFor()
    },
  },
]

const empty: readonly Screen[] = [
  'overview',
  'customers',
  'invoices',
  'services',
  'contacts',
  'webhooks',
].map((name) => ({ name: `empty-${name}`, path: `/${name}`, by: 'newcomer' }))

/** Every screen, with the states worth a picture. */
export const screens = [...entrance, ...shell, ...customers, ...catalog, ...webhooks, ...empty]

/** On a phone the sidebar is behind a button. */
function openedFromSidebar(name: RegExp) {
  return async (page: Page) => {
    const navigation = page.getByRole('button', { name: 'Navigation' })
    if (await navigation.isVisible()) await navigation.click()
    await press(name)(page)
    await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor()
  }
}

function selectRows(count: number) {
  return async (page: Page) => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
  }
}

async function sendTest(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Send test event' })
  await button.click()
  await page.getByRole('dialog').waitFor()
}
