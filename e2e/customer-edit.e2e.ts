import type { Page } from '@playwright/test'

import { loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  cancelForm,
  editTogether,
  expect,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const update = /\/api\/x\/customers\/\d+$/
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

async function edit(page: Page, id: number) {
  await page.goto(`/customers/${id}/edit`)
  await expect(field(page, 'First name')).toBeVisible()
}

async function addPicture(page: Page, name: string) {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add to Reference pictures' }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: png })
  await expect(page.getByText(name)).toBeVisible()
}

test('a customer is edited with the keyboard alone, and the page shows the saved values @main', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers/6')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('No changes')).toBeVisible()
  await field(page, 'Phone').fill('+47 900 00 123')
  await field(page, 'City').fill('Trondheim')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Customer saved')).toBeVisible()
  await expect(page).toHaveURL(/\/customers\/6$/)
  await expect(page.getByRole('link', { name: '+47 900 00 123' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Trondheim')
  const entry = page.getByRole('listitem').filter({ hasText: 'Customer updated' }).first()
  await expect(entry).toContainText(/Phone: .+ → .?\+47 900 00 123.?\nCity: .+ → .?Trondheim/)
  await expect(entry).toContainText('Ada Finch')
})

test('one file is kept, another added, and both are saved', async ({ page }) => {
  await startSession(page)
  await edit(page, 7)
  await addPicture(page, 'first-picture.png')
  await save(page)
  await expect(page.getByText('first-picture.png', { exact: true })).toBeVisible()
  await expect(page.getByText('Added first-picture.png')).toBeVisible()
  await edit(page, 7)
  await expect(page.getByText('first-picture.png')).toBeVisible()
  await addPicture(page, 'second-picture.png')
  await save(page)
  await expect(page.getByText('second-picture.png', { exact: true })).toBeVisible()
  await expect(page.getByText('first-picture.png', { exact: true })).toBeVisible()
})

test('two people who edit a customer see both versions, and nothing that was typed is lost @main', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const alert = await editTogether(page, 'customer', {
    open: (tab) => edit(tab, 8),
    theirs: async (tab) => {
      await field(tab, 'Phone').fill('+47 222')
      await field(tab, 'City').fill('Oslo')
    },
    mine: async () => {
      await field(page, 'Phone').fill('+47 111')
      await field(page, 'Last name').fill('Mine')
    },
  })
  await expect(alert).toContainText('+47 111')
  await expect(alert).toContainText('+47 222')
  await expect(alert).toContainText('They also changed: City.')
  await expect(field(page, 'Last name')).toHaveValue('Mine')
  await expect(field(page, 'City')).toHaveValue('Oslo')
  await alert.getByText('Use theirs').click()
  await expect(field(page, 'Phone')).toHaveValue('+47 222')
  await save(page)
  await expect(page.getByText('Customer saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Mine$/, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: '+47 222' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Oslo')
})

test('an edit whose response was lost is saved once when it is resent @main', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await edit(page, 9)
  await field(page, 'First name').fill('Lost')
  await loseNextResponse(page, update)
  await save(page)
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Lost')
  await save(page)
  await expect(page.getByText('Customer saved')).toBeVisible()
  await expect(page.getByText('Customer updated')).toHaveCount(1)
})

test('an edit that fails keeps what was typed, whatever failed, and can be saved again', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await edit(page, 10)
  const name = 'After failures'
  await field(page, 'First name').fill(name)
  await submitDespiteFailures({
    page,
    url: update,
    submit: () => save(page),
    typed: field(page, 'First name'),
  })
  await expect(page.getByRole('heading', { name: new RegExp(name), level: 1 })).toBeVisible()
})

test('a mistake is shown on its field before anything is sent', async ({ page }) => {
  await startSession(page)
  await edit(page, 11)
  await field(page, 'Email').fill('nobody')
  await save(page)
  await expect(page.getByText('Enter an email address, like name@example.com')).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
})

test('leaving with unsaved changes asks first @main', async ({ page }) => {
  await startSession(page)
  await edit(page, 11)
  await field(page, 'First name').fill('Unsaved')
  await cancelForm(page, 'Stay')
  await expect(field(page, 'First name')).toHaveValue('Unsaved')
  await cancelForm(page, 'Discard changes')
  await expect(page).toHaveURL(/\/customers\/11$/)
  await expect(page.getByRole('heading', { name: /Unsaved/ })).toHaveCount(0)
})

test('what was typed outlives a closed tab as a draft, and joins what was saved meanwhile @main', async ({
  page,
}) => {
  await startSession(page)
  await edit(page, 12)
  await field(page, 'First name').fill('Drafted')
  await addPicture(page, 'drafted.png')
  await page.close()

  const tab = await page.context().newPage()
  await edit(tab, 12)
  const draft = tab.getByRole('region', { name: 'Unsaved draft' })
  await expect(draft).toContainText('Unsaved changes to this customer')
  await field(tab, 'City').fill('Lisbon')
  await save(tab)
  await expect(tab.getByText('Customer saved')).toBeVisible()

  await edit(tab, 12)
  await draft.getByRole('button', { name: 'Resume draft' }).click()
  await expect(field(tab, 'First name')).toHaveValue('Drafted')
  await expect(tab.getByText('drafted.png')).toBeVisible()
  await expect(field(tab, 'City')).toHaveValue('Lisbon')
  await expect(tab.getByRole('alert').filter({ hasText: 'They also changed: City.' })).toBeVisible()
  await save(tab)
  await expect(tab.getByRole('heading', { name: /^Drafted/, level: 1 })).toBeVisible()
  await expect(tab.getByRole('link', { name: /drafted.png/ })).toBeVisible()
  await edit(tab, 12)
  await expect(tab.getByText('No changes')).toBeVisible()
  await expect(draft).toHaveCount(0)
})

test('without the permission to manage customers there is no edit button @main', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/customers/6')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a note' })).toHaveCount(0)
  await page.goto('/customers/6/edit')
  await expect(page.getByRole('heading', { name: 'You can’t edit customers' })).toBeVisible()
})
