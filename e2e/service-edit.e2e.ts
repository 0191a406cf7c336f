import type { Page } from '@playwright/test'

import { failures, loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  cancelForm,
  editTogether,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  startSession,
  test,
  toast,
} from './fixtures.ts'

const update = /\/api\/x\/services\/\d+$/
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** An input with suggestions. */
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

async function edit(page: Page, id: number) {
  await page.goto(`/services/${id}/edit`)
  await expect(field(page, 'Name')).toBeVisible()
}

test('a service is created by keyboard, with tags and a custom field, and edited @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/services')
  await expect(page.getByRole('link', { name: 'New service' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New service', level: 1 })).toBeVisible()

  await test.step('mistakes are shown at their inputs before anything is sent', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Enter a name')).toBeVisible()
    await expect(page.getByText('Enter a category')).toBeVisible()
    await expect(page.getByText('Enter a price, like 85 or 85.50')).toBeVisible()
    await expect(field(page, 'Name')).toBeFocused()
  })

  await field(page, 'Name').fill('Menu boards')
  await choice(page, 'Category').fill('Signs')
  await field(page, 'Price').fill('120.505')
  for (const tag of ['chalk', 'on site']) {
    await choice(page, 'Tags').fill(tag)
    await choice(page, 'Tags').press('Enter')
  }
  await choice(page, 'Unit').fill('board')
  await page.getByRole('button', { name: 'Add field' }).click()
  await field(page, 'Name of field 1').fill('Lead time')
  await field(page, 'Value of field 1').fill('Two weeks')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Use at most 2 decimals')).toBeVisible()
  await field(page, 'Price').fill('120,50')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Service created')).toBeVisible()
  const drawer = page.getByRole('dialog', { name: 'Menu boards' })
  for (const text of ['120.50 / board', 'chalk, on site', 'Lead time', 'Two weeks'])
    await expect(drawer).toContainText(text)

  await test.step('E edits it', async () => {
    await page.keyboard.press('e')
    await expect(page.getByText('No changes')).toBeVisible()
    await expect(field(page, 'Price')).toHaveValue('120.50')
    await field(page, 'Price').fill('130')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Service saved')).toBeVisible()
    await expect(drawer).toContainText('130.00 / board')
  })

  await test.step('a duplicate starts with everything but the name', async () => {
    await drawer.getByRole('link', { name: 'Duplicate' }).click()
    await expect(field(page, 'Name')).toHaveValue('Menu boards (copy)')
    await expect(field(page, 'Value of field 1')).toHaveValue('Two weeks')
    await page.getByRole('button', { name: 'Create service' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu boards (copy)' })).toContainText('chalk, on site')
  })
})

test('two people who edit a service see both versions, and nothing that was typed is lost @main', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const alert = await editTogether(page, 'service', {
    open: (tab) => edit(tab, 8),
    theirs: async (tab) => {
      await field(tab, 'Price').fill('77')
      await choice(tab, 'Unit').fill('day')
    },
    mine: async () => {
      await field(page, 'Price').fill('66')
      await field(page, 'Name').fill('Mine')
    },
  })
  await expect(alert).toContainText('66')
  await expect(alert).toContainText('77')
  await expect(alert).toContainText('They also changed: Unit.')
  await expect(field(page, 'Name')).toHaveValue('Mine')
  await expect(choice(page, 'Unit')).toHaveValue('day')
  await alert.getByText('Use theirs').click()
  await save(page)
  await expect(page.getByRole('dialog', { name: 'Mine' })).toContainText('77.00 / day')
})

test('a write whose response was lost is done once, when it is sent again', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await edit(page, 9)
  await field(page, 'Name').fill('Lost and found')
  await loseNextResponse(page, update)
  await save(page)
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await save(page)
  await expect(page.getByRole('dialog', { name: 'Lost and found' })).toBeVisible()

  await page.goto('/services/new?from=9')
  await field(page, 'Name').fill('Created once')
  await loseNextResponse(page, /\/api\/x\/services$/)
  await page.getByRole('button', { name: 'Create service' }).click()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await page.getByRole('button', { name: 'Create service' }).click()
  await expect(page.getByRole('dialog', { name: 'Created once' })).toBeVisible()
  await page.goto('/services?search=Created+once')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
})

test('a service that fails to be saved keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await edit(page, 10)
  const name = 'After failures'
  await field(page, 'Name').fill(name)
  const typed = field(page, 'Name')
  await submitDespiteFailures({ page, url: update, submit: () => save(page), typed })
  await expect(page.getByRole('dialog', { name })).toBeVisible()
})

test('leaving with unsaved changes asks first', async ({ page }) => {
  await startSession(page)
  await edit(page, 11)
  await field(page, 'Name').fill('Unsaved')
  await cancelForm(page, 'Stay')
  await expect(field(page, 'Name')).toHaveValue('Unsaved')
  await cancelForm(page, 'Discard changes')
  await expect(page).toHaveURL(/\/services\?open=11$/)
})

test('a service left as a draft is offered with the next new one, and gone once it is created', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/services/new')
  await field(page, 'Name').fill('Half-finished')
  await choice(page, 'Category').fill('Signs')
  await field(page, 'Price').fill('40')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/services$/)

  await page.goto('/services/new')
  const draft = page.getByRole('region', { name: 'Unsaved draft' })
  await expect(draft).toContainText('Unfinished service')
  await expectAccessible(page)
  await draft.getByRole('button', { name: 'Resume draft' }).click()
  await expect(field(page, 'Name')).toHaveValue('Half-finished')
  await page.getByRole('button', { name: 'Create service' }).click()
  await expect(page.getByRole('dialog', { name: 'Half-finished' })).toBeVisible()
  await page.goto('/services/new')
  await expect(field(page, 'Name')).toHaveValue('')
  await expect(draft).toHaveCount(0)
})

test('without the permission to manage services there is no way to change one', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/services?open=4')
  await expect(page.getByText('You need the “Manage services” permission to add services')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Graphic design' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await page.goto('/services/4/edit')
  await expect(page.getByRole('heading', { name: 'You can’t edit services' })).toBeVisible()
  await page.goto('/services/new')
  await expect(page.getByRole('heading', { name: 'You can’t create services' })).toBeVisible()
})

test('a service says who changed what, the newest first', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/services?open=1')
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toBeVisible()
  // Somebody else changes it meanwhile: the open screen follows.
  await page.evaluate(async (service) => {
    const url = `/api/x/services/${service}`
    const read = await fetch(url)
    const { data } = (await read.json()) as { data: Record<string, unknown> }
    const { id: _id, created_at: _created, updated_at: _updated, ...rest } = data
    await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' },
      body: JSON.stringify({ ...rest, price: 91, description: 'By the hour, on site' }),
    })
  }, 1)
  const entry = activity.getByRole('listitem').first()
  await expect(entry).toContainText('Service updated')
  await expect(entry).toContainText(/Price: .+ → €91\.00/)
  await expect(entry).toContainText('Description changed')
  await expect(entry).toContainText('Ada Finch')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)

  await page.route(/\/api\/x\/services\/\d+\/activity$/, failures['a 500'])
  await page.reload()
  await expect(activity.getByRole('alert')).toBeVisible({ timeout: 20_000 })
})
