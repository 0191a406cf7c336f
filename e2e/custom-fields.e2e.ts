import type { Locator, Page } from '@playwright/test'

import type { Customer } from '#contract/customers/customers.ts'

import { loseNextResponse, submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  cancelForm,
  chooseFrom,
  editTogether,
  expect,
  expectAccessible,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const create = /\/api\/x\/custom-fields$/
const update = /\/api\/x\/custom-fields\/\d+$/
const field = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const group = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

async function openFields(page: Page) {
  await page.goto('/settings/custom-fields')
  await expect(group(page, 'Relationship')).toBeVisible()
}
async function edit(page: Page, name: string) {
  await openFields(page)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(field(page, 'Name')).toHaveValue(name)
}
async function choose(page: Page, name: string, action: string) {
  await chooseFrom(page.getByRole('button', { name: `Actions for ${name}` }), action)
}
const namesIn = (page: Page, name: string) => group(page, name).getByRole('link')

test('a field is created with options and asked for by the wizard, as its preview showed @main', async ({
  page,
}) => {
  await startSession(page)
  await openFields(page)
  await page.getByRole('link', { name: 'New field' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Shirt size')
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Select' })
  await field(page, 'Option 1').fill('Small')
  await page.keyboard.press('Enter')
  await field(page, 'Option 2').fill('Small')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('This option exists already')).toBeVisible()
  await field(page, 'Option 2').fill('Large')
  await field(page, 'Help text').fill('For the welcome gift.')
  const shown = preview(page).getByRole('combobox', { name: 'Shirt size' })
  await expect(shown.getByRole('option')).toHaveText(['None', 'Small', 'Large'])
  await expect(preview(page)).toContainText('For the welcome gift.')
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(page.getByText('Field created')).toBeVisible()
  await expect(namesIn(page, 'Other')).toHaveText(['Shirt size'])

  await page.goto('/customers/new?step=fields')
  await expect(page.getByRole('combobox', { name: 'Shirt size' }).getByRole('option')).toHaveText([
    'None',
    'Small',
    'Large',
  ])
})

/** What was picked up is announced before the list is measured, and until then arrows move nothing. No hand is that fast. */
const measured = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
      ),
  )

test('fields are reordered by keyboard alone, and screen readers hear where they are', async ({ page }) => {
  await startSession(page)
  await openFields(page)
  const names = namesIn(page, 'Relationship')
  await expect(names.first()).toHaveText('How they found us')
  await page.getByRole('button', { name: 'Move What matters to them' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('What matters to them: position 3 of 4.')).toBeAttached()
  await measured(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('What matters to them: position 2 of 4.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('What matters to them: position 1 of 4.')).toBeAttached()
  const saved = page.waitForResponse((response) => response.url().endsWith('/custom-field-order'))
  await page.keyboard.press('Space')
  await expect(names.first()).toHaveText('What matters to them')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(names.first()).toHaveText('What matters to them')

  await test.step('Escape leaves everything as it was', async () => {
    await page.getByRole('button', { name: 'Move Customer number' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(/Customer number: position 3/)).toBeAttached()
    await measured(page)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(/Customer number: position 2/)).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Canceled. Customer number is back/)).toBeAttached()
    await expect(names.first()).toHaveText('What matters to them')
  })

  await page.goto('/customers/new?step=fields')
  await expect(page.getByRole('textbox', { name: 'What matters to them' })).toBeVisible()
  const labels = await page.getByRole('main').locator('label').allTextContents()
  expect(labels[0]).toContain('What matters to them')
})

test('a field is dragged with the mouse, or moved from its menu', async ({ page }) => {
  await startSession(page)
  await openFields(page)
  const names = namesIn(page, 'Files')
  await expect(names).toHaveText(['Signed agreement', 'Reference pictures'])
  const order = () => page.waitForResponse((response) => response.url().endsWith('/custom-field-order'))
  const [from, to] = await Promise.all(
    ['Reference pictures', 'Signed agreement'].map((name) =>
      page.getByRole('button', { name: `Move ${name}` }).boundingBox(),
    ),
  )
  if (!from || !to) throw new Error('both fields are shown')
  const dropped = order()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 })
  await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await dropped
  await expect(names).toHaveText(['Reference pictures', 'Signed agreement'])
  const moved = order()
  await choose(page, 'Reference pictures', 'Move down')
  await moved
  await expect(names).toHaveText(['Signed agreement', 'Reference pictures'])
})

/** Adds a field in a group of its own beside those of the demo. */
async function addToGroup(page: Page, name: string, heading: string) {
  await page.goto('/settings/custom-fields/new')
  await field(page, 'Name').fill(name)
  await page.getByRole('combobox', { name: 'Group' }).fill(heading)
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(group(page, heading)).toBeVisible()
}
const orderSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/custom-field-order') && response.ok())

test('a field is dragged into another group, and the form of customers asks for it there', async ({
  page,
}) => {
  await startSession(page)
  await addToGroup(page, 'Newsletter', 'Marketing')
  const before = await namesIn(page, 'Relationship').allTextContents()
  const name = 'Customer number'
  const [from, to] = await Promise.all(
    [name, 'Newsletter'].map((one) => page.getByRole('button', { name: `Move ${one}` }).boundingBox()),
  )
  if (!from || !to) throw new Error('both fields are shown')
  const saved = orderSaved(page)
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 12 })
  await expect(page.getByText(`${name}: position 1 of 2 in Marketing.`)).toBeAttached()
  await page.mouse.up()
  await expect(namesIn(page, 'Marketing')).toHaveText([name, 'Newsletter'])
  await expect(namesIn(page, 'Relationship')).toHaveText(before.filter((one) => one !== name))
  await saved
  await page.reload()
  await expect(namesIn(page, 'Marketing')).toHaveText([name, 'Newsletter'])

  await page.goto('/customers/new?step=fields')
  await expect(field(page, 'Newsletter')).toBeVisible()
  const labels = await page.getByRole('main').locator('label').allTextContents()
  const placeOf = (label: string) => labels.findIndex((text) => text.startsWith(label))
  expect(placeOf(name)).toBe(placeOf('Newsletter') - 1)

  await test.step('and back, to the end of the other one, from its menu, which keeps the focus', async () => {
    await openFields(page)
    const back = orderSaved(page)
    await choose(page, name, 'Move to “Relationship”')
    await expect(namesIn(page, 'Relationship')).toHaveText([...before.filter((one) => one !== name), name])
    await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()
    await back
    await page.reload()
    await expect(namesIn(page, 'Marketing')).toHaveText(['Newsletter'])
  })
})

test('a field is moved into another group by keyboard alone, and keeps the focus', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await startSession(page)
  await addToGroup(page, 'Birthday', 'Personal')
  const name = 'What matters to them'
  const handle = page.getByRole('button', { name: `Move ${name}` })
  await expect(namesIn(page, 'Relationship').last()).not.toHaveText('Birthday')
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(new RegExp(`${name}: position \\d of \\d\\.`))).toBeAttached()
  const heard = page.getByText(/What matters to them: position/)
  const reached = async (text: RegExp) => {
    for (let presses = 0; presses < 12 && !text.test((await heard.textContent()) ?? ''); presses += 1) {
      const last = await heard.textContent()
      await page.keyboard.press('ArrowDown')
      await expect(heard).not.toHaveText(last ?? '')
    }
    await expect(heard).toHaveText(text)
  }
  await reached(/position 1 of 2 in Personal\.$/)
  await reached(/position 2 of 2 in Personal\.$/)

  await test.step('Escape leaves it where it was', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByText(`Canceled. ${name} is back at position`)).toBeAttached()
    await expect(namesIn(page, 'Personal')).toHaveText(['Birthday'])
  })

  await page.keyboard.press('Space')
  await expect(page.getByText(new RegExp(`${name}: position \\d of \\d\\.`))).toBeAttached()
  await reached(/position 2 of 2 in Personal\.$/)
  const saved = orderSaved(page)
  await page.keyboard.press('Space')
  await expect(namesIn(page, 'Personal')).toHaveText(['Birthday', name])
  await expect(handle).toBeFocused()
  await saved
  await expectAccessible(page)

  await test.step('what can’t be saved is put back', async () => {
    await page.route(/\/custom-field-order$/, (route) => route.abort())
    await choose(page, name, 'Move to “Relationship”')
    await expect(page.getByText(/Couldn’t save the new order/)).toBeVisible()
    await expect(namesIn(page, 'Personal')).toHaveText(['Birthday', name])
  })
})

test('two people who move fields at once both keep their move', async ({ page, watch }) => {
  watch.allow(/412/)
  await startSession(page)
  await openFields(page)
  const list = await page.request.get('/api/x/custom-fields')
  const ids = ((await list.json()) as { data: { id: number; name: string }[] }).data.map(({ id }) => id)
  const [first = 0, second = 0, ...rest] = ids
  await page.route(
    /\/custom-field-order$/,
    async (route) => {
      // Somebody else is faster.
      await page.request.put('/api/x/custom-field-order', {
        headers: { 'if-match': list.headers()['etag'] ?? '', origin: new URL(page.url()).origin },
        data: { fields: [second, first, ...rest] },
      })
      await route.continue()
    },
    { times: 1 },
  )
  const files = await namesIn(page, 'Files').allTextContents()
  const top = await namesIn(page, 'Relationship').allTextContents()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/custom-field-order') && response.status() === 200,
  )
  await choose(page, files[0] ?? '', 'Move down')
  await saved
  await expect(namesIn(page, 'Files')).toHaveText(files.toReversed())
  await expect(namesIn(page, 'Relationship')).toHaveText([top[1] ?? '', top[0] ?? '', ...top.slice(2)])
})

test('renaming an option renames it for customers, and open lists follow', async ({ page }) => {
  await signIn(page)
  await edit(page, 'How they found us')
  const filter = async (value: string) => {
    const found = await page.request.get(`/api/customers?page=1&limit=1&field=1&field_value=${value}`)
    return ((await found.json()) as { meta: { total: number } }).meta.total
  }
  const before = await filter('Fair')
  expect(before).toBeGreaterThan(0)
  await field(page, 'Option 3').fill('Trade fair')
  await expect(page.getByText(/Was “Fair”: renames it for \d+ customers/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeDisabled()
  await expectAccessible(page)
  await save(page)
  await expect(page.getByText('Field saved')).toBeVisible()
  await expect.poll(() => filter('Trade fair')).toBe(before)
  expect(await filter('Fair')).toBe(0)

  await test.step('one that customers have is retired instead of removed', async () => {
    await page.getByRole('link', { name: 'How they found us' }).click()
    await page.getByRole('button', { name: 'Retire Trade fair' }).click()
    await expect(page.getByRole('list', { name: 'Retired options' })).toContainText('Trade fair')
    await save(page)
    await expect(page.getByText('Field saved').first()).toBeVisible()
    await page.goto('/customers/new?step=fields')
    await expect(page.getByRole('combobox', { name: 'How they found us' })).not.toContainText('Trade fair')
    expect(await filter('Trade fair')).toBe(before)
  })
})

test('a field is retired and restored, and one without values is deleted', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings/custom-fields/new')
  await field(page, 'Name').fill('Short-lived')
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(page.getByText('Field created')).toBeVisible()
  await choose(page, 'Customer number', 'Retire')
  await expect(page.getByText('Field retired')).toBeVisible()
  const retired = page.getByRole('region', { name: 'Retired' })
  await expect(retired.getByRole('link')).toHaveText(['Customer number'])
  await expect(field(preview(page), 'Customer number')).toHaveCount(0)
  await choose(page, 'Customer number', 'Restore')
  await expect(page.getByText('Field restored')).toBeVisible()
  await expect(field(preview(page), 'Customer number')).toBeVisible()

  await choose(page, 'Short-lived', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this field?' })
  await expect(dialog).toContainText('short_lived')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete field' }).click()
  await expect(page.getByText('Field deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Short-lived' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Customer number' }).click()
  await expect(page.getByRole('menuitem', { name: 'Retire' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
})

test('a customer’s page still shows the value of a field that is retired', async ({ page }) => {
  await startSession(page)
  await openFields(page)
  const name = 'Customer number'
  await choose(page, name, 'Retire')
  await expect(page.getByText('Field retired')).toBeVisible()
  const { id, value } = await customerWith(page, name)
  await page.goto(`/customers/${id}`)
  const details = page.getByRole('main')
  await expect(details.getByText(name, { exact: true })).toBeVisible()
  await expect(details.getByText(value, { exact: true })).toBeVisible()
  await openFields(page)
  await choose(page, name, 'Restore')
  await expect(page.getByText('Field restored')).toBeVisible()
})

/** A customer who has a value in that field. */
async function customerWith(page: Page, name: string) {
  const list = await page.request.get('/api/customers?page=1&limit=20')
  for (const { id } of ((await list.json()) as { data: { id: number }[] }).data) {
    const answer = await page.request.get(`/api/customers/${id}`)
    const { data } = (await answer.json()) as { data: Customer }
    const value = data.custom_fields.find((one) => one.name === name)?.custom_field_values[0]?.value
    if (typeof value === 'string' && value !== '') return { id, value }
  }
  throw new Error(`none of the first customers has a ${name}`)
}

test('another tab sees a new field without a reload', async ({ page }) => {
  await startSession(page)
  await openFields(page)
  const other = await page.context().newPage()
  await other.goto('/settings/custom-fields/new')
  await field(other, 'Name').fill('Seen at once')
  await other.getByRole('button', { name: 'Create field' }).click()
  await expect(other.getByText('Field created')).toBeVisible()
  await page.bringToFront()
  await expect(page.getByRole('link', { name: 'Seen at once' })).toBeVisible()
})

test('two people who edit a field see both versions, and nothing that was typed is lost', async ({
  page,
  watch,
}) => {
  watch.allow(/412/)
  await signIn(page)
  const alert = await editTogether(page, 'field', {
    open: (tab) => edit(tab, 'Signed agreement'),
    theirs: async (tab) => {
      await field(tab, 'Help text').fill('Theirs')
      await field(tab, 'Most files').fill('3')
    },
    mine: async () => {
      await field(page, 'Help text').fill('Mine')
      await field(page, 'Name').fill('Agreement')
    },
  })
  await expect(alert).toContainText('They also changed: Most files.')
  await expect(field(page, 'Name')).toHaveValue('Agreement')
  await alert.getByText('Use theirs').click()
  await save(page)
  await page.getByRole('link', { name: 'Agreement' }).click()
  await expect(field(page, 'Help text')).toHaveValue('Theirs')
  await field(page, 'Name').fill('Signed agreement')
  await save(page)
  await expect(page.getByText('Field saved').first()).toBeVisible()
})

test('a field whose creation got no response is created once', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await page.goto('/settings/custom-fields/new')
  await field(page, 'Name').fill('Created once')
  await loseNextResponse(page, create)
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await page.getByRole('button', { name: 'Create field' }).click()
  await expect(page.getByText('Field created')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Created once' })).toHaveCount(1)
})

test('a field that fails to be saved keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  await edit(page, 'Reference pictures')
  const typed = field(page, 'Help text')
  await typed.fill('After failures')
  await submitDespiteFailures({ page, url: update, submit: () => save(page), typed })
  await expect(page.getByText('Field saved')).toBeVisible()
})

test('leaving with unsaved changes asks first, and a draft is offered again', async ({ page }) => {
  await signIn(page)
  await edit(page, 'Loyalty tier')
  await field(page, 'Name').fill('Unsaved')
  await cancelForm(page, 'Stay')
  await expect(field(page, 'Name')).toHaveValue('Unsaved')
  await cancelForm(page, 'Discard changes')
  await expect(page).toHaveURL(/\/settings\/custom-fields$/)

  await page.goto('/settings/custom-fields/new')
  await field(page, 'Name').fill('Half-finished')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click()
  await page.goto('/settings/custom-fields/new')
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(field(page, 'Name')).toHaveValue('Half-finished')
})

test('an account without fields is invited to begin with one of three', async ({ page }) => {
  await signIn(page)
  await page.route(create, (route) => route.fulfill({ json: { data: [] }, headers: { etag: '"1"' } }))
  await page.goto('/settings/custom-fields')
  await expect(page.getByRole('heading', { name: 'Keep what matters to your business' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'How they found us' }).click()
  await expect(field(page, 'Option 3')).toHaveValue('Walk-in')
  await expect(preview(page).getByRole('combobox', { name: 'How they found us' })).toBeVisible()
})

test('without the permission to manage settings, the page says so', async ({ page }) => {
  await allowOnly(page)
  await signIn(page)
  for (const path of ['', '/new', '/1']) {
    await page.goto(`/settings/custom-fields${path}`)
    await expect(page.getByRole('heading', { name: 'You don’t have access to custom fields' })).toBeVisible()
  }
})
