import type { Page } from '@playwright/test'

import { loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  cancelForm,
  chooseFrom,
  editTogether,
  expect,
  provoked,
  startSession,
  test,
  toast,
} from './fixtures.ts'

const writes = /\/api\/x\/contacts(\/\d+)?$/
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

async function add(page: Page, name: string, email = '') {
  await page.goto('/contacts/new')
  await field(page, 'First name').fill(name)
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(drawer(page, name)).toBeVisible()
  await expect(toast(page, 'Contact added')).toBeVisible()
}

async function edit(page: Page, name: string) {
  await drawer(page, name).getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'First name')).toHaveValue(name)
}

async function choose(page: Page, name: string, action: string) {
  await chooseFrom(drawer(page, name).getByRole('button', { name: 'More actions' }), action)
}

test('a customer gets several contacts, edited and found like any other @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/20')
  const card = page.getByRole('region', { name: 'Contacts' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('link', { name: 'Add contact' }).click()
  await expect(page.getByRole('heading', { name: 'New contact', level: 1 })).toBeVisible()
  await field(page, 'First name').fill('Marta')
  await field(page, 'Last name').fill('Second')
  await field(page, 'Phone').fill('+44 20 7946 0999')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/customers\/20$/)
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(toast(page, 'Contact added')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Call Marta Second' })).toBeVisible()

  await card.getByRole('link', { name: 'Marta Second', exact: true }).click()
  await drawer(page, 'Marta Second').getByRole('link', { name: 'Edit', exact: true }).click()
  await field(page, 'Email').fill('marta@second.example')
  await save(page)
  await expect(page.getByText('Contact saved')).toBeVisible()
  await expect(drawer(page, 'Marta Second').getByRole('link', { name: 'marta@second.example' })).toBeVisible()
})

test('a contact is linked to a customer that is found by typing', async ({ page }) => {
  await startSession(page)
  await add(page, 'Linked')
  await expect(drawer(page, 'Linked')).toContainText('Not linked to a customer')
  await edit(page, 'Linked')
  await page.getByRole('combobox', { name: 'Customer' }).fill('horvat')
  await page.getByRole('option', { name: /Ana Horvat/ }).click()
  await save(page)
  await drawer(page, 'Linked').getByRole('link', { name: 'Ana Horvat' }).click()
  await expect(page.getByRole('region', { name: 'Contacts' })).toContainText('Linked')
})

test('two people who edit a contact see both versions, and nothing that was typed is lost', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await startSession(page)
  await add(page, 'Shared')
  const address = page.url()
  const alert = await editTogether(page, 'contact', {
    open: async (tab) => {
      await tab.goto(address)
      await edit(tab, 'Shared')
    },
    theirs: async (tab) => {
      await field(tab, 'Phone').fill('+47 222')
      await field(tab, 'Company').fill('Theirs AS')
    },
    mine: async () => {
      await field(page, 'Phone').fill('+47 111')
      await field(page, 'Last name').fill('Mine')
    },
  })
  await expect(alert).toContainText('+47 111')
  await expect(alert).toContainText('+47 222')
  await expect(alert).toContainText('They also changed: Company.')
  await expect(field(page, 'Last name')).toHaveValue('Mine')
  await alert.getByText('Use theirs').click()
  await save(page)
  await expect(drawer(page, 'Shared Mine')).toContainText('+47 222')
  await expect(drawer(page, 'Shared Mine')).toContainText('Theirs AS')
})

test('a new contact whose response was lost is added once, when it is sent again', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/contacts/new')
  await field(page, 'First name').fill('Lost')
  await loseNextResponse(page, writes)
  const submit = page.getByRole('button', { name: 'Create contact' })
  await submit.click()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Lost')
  await submit.click()
  await expect(drawer(page, 'Lost')).toBeVisible()
  await page.goto('/contacts?search=lost')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
})

test('a contact that fails to be added keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/contacts/new')
  const name = 'After failures'
  await field(page, 'First name').fill(name)
  const submit = () => page.getByRole('button', { name: 'Create contact' }).click()
  await submitDespiteFailures({ page, url: writes, submit, typed: field(page, 'First name') })
  await expect(drawer(page, name)).toBeVisible()
})

test('mistakes are shown at their inputs, and leaving with unsaved changes asks first', async ({ page }) => {
  await startSession(page)
  await page.goto('/contacts/new')
  await field(page, 'Email').fill('nobody')
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByText('Enter a first name')).toBeVisible()
  await expect(page.getByText('Enter an email address, like name@example.com')).toBeVisible()
  await expect(field(page, 'First name')).toBeFocused()
  await cancelForm(page, 'Stay')
  await expect(field(page, 'Email')).toHaveValue('nobody')
})

test('a deleted contact can be taken back for a while, and is gone after that @main', async ({ page }) => {
  await startSession(page)
  await add(page, 'Fleeting')
  const row = page.getByRole('link', { name: 'Fleeting', exact: true })
  await choose(page, 'Fleeting', 'Delete')
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.keyboard.press('Escape')
  await row.click()
  await choose(page, 'Fleeting', 'Delete')
  await expect(page.getByText('Fleeting deleted')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('fleeting')
  await expect(page.getByText('No matching contacts')).toBeVisible()
})

test('selected contacts are deleted together, come back with Undo, and a failure is tried again', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  for (const name of ['Batch One', 'Batch Two', 'Batch Three']) await add(page, name)
  await page.goto('/contacts?search=batch')
  const table = page.getByRole('table', { name: 'Contacts' })
  const rows = table.getByRole('link', { name: /^Batch/ })
  await expect(rows).toHaveCount(3)
  const remove = async () => {
    await table.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(rows).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)

  let requests = 0
  await page.route(/\/api\/x\/contacts\/\d+$/, (route) => {
    requests += 1
    return requests === 2 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await remove()
  await expect(page.getByText('We couldn’t confirm the deletion')).toBeVisible({ timeout: 15_000 })
  // The one that is gone stays gone; the others are there to be deleted again.
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('3 contacts deleted')).toBeVisible({ timeout: 15_000 })
  await page.reload()
  await expect(page.getByText('No matching contacts')).toBeVisible()
})

test('a contact becomes a customer in a wizard that knows them already', async ({ page }) => {
  await startSession(page)
  await add(page, 'Prospect', 'prospect@example.com')
  await choose(page, 'Prospect', 'Convert to customer')
  await expect(page.getByText('From the contact Prospect')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Prospect')
  await expect(field(page, 'Email')).toHaveValue('prospect@example.com')
  await field(page, 'Last name').fill('Won')
  await field(page, 'Phone').fill('+44 7700 900555')
  await page.getByRole('button', { name: 'Next' }).click()
  await field(page, 'Company').fill('Won Ltd')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await page.getByRole('button', { name: 'Create now' }).click()
  await expect(page.getByRole('heading', { name: 'Prospect Won', level: 1 })).toBeVisible()
  const card = page.getByRole('region', { name: 'Contacts' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await page.goto('/contacts?search=prospect')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
})

test('without the permission the controls are disabled and say why @main', async ({ page }) => {
  await allowOnly(page, 'contacts.view')
  await startSession(page)
  await page.goto('/contacts')
  await expect(page.getByRole('button', { name: 'New contact' })).toBeDisabled()
  await expect(page.getByText('You need the “Manage contacts” permission to add contacts')).toBeVisible()
  await page.getByRole('link', { name: 'Joseph Kamau', exact: true }).click()
  await expect(drawer(page, 'Joseph Kamau').getByRole('button', { name: 'Edit' })).toBeDisabled()
  await drawer(page, 'Joseph Kamau').getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'View JSON' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  await page.goto('/contacts/new')
  await expect(page.getByRole('heading', { name: 'You can’t create contacts' })).toBeVisible()
})
