import type { Locator, Page } from '@playwright/test'

import type { FieldDefinition } from '#contract/customers/field-definition.ts'

import { fault } from './faults.ts'
import { allowOnly, expect, expectAccessible, signIn, startSession, test } from './fixtures.ts'

test('a customer is created with the keyboard alone @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  const focused = page.locator(':focus')
  await page.getByRole('textbox', { name: 'First name' }).focus()
  for (const text of ['Key', 'Board', 'key@board.example', '+1 555 0123']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(focused).toHaveAccessibleName('Choose a photo')

  await test.step('plain Enter does nothing, Ctrl+Enter continues', async () => {
    await page.getByRole('textbox', { name: 'Phone' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Person', level: 2 })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Business', level: 2 })).toBeVisible()
    await expect(focused).toHaveAccessibleName('Company')
  })
  await page.keyboard.press('Control+Enter')
  await expect(focused).toHaveAccessibleName('Company')
  await page.keyboard.type('Keys Ltd')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Custom fields', level: 2 })).toBeVisible()
  await expect(focused).toHaveAccessibleName('How they found us')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Files', level: 2 })).toBeFocused()
  await page.keyboard.press('Control+Enter')

  await test.step('arrow keys move between the permissions', async () => {
    await expect(page.getByRole('heading', { name: 'Permissions', level: 2 })).toBeFocused()
    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAccessibleName('Edit invoices')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'View invoices' })).toBeChecked()
    await expect(page.getByTestId('permissions-sentence')).toContainText('can view and edit invoices')
  })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Review', level: 2 })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expectCreated(page)
})

test('Ctrl+Enter works on an untouched form and shows what is missing', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Enter the first name')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
})

test('a customer from a template has its company and permissions, and duplicates get a warning', async ({
  page,
}) => {
  await startSession(page)
  await fillToReview(page, 'Twin')
  await page.getByRole('button', { name: 'Create customer' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Test Twin', level: 1 })).toBeVisible()
  const id = /customers\/(\d+)/.exec(page.url())?.[1]
  await page.goto(`/customers/new?template=${id}`)
  await expect(page.getByText('Company details and permissions copied from Test Twin')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('TWIN@example.com')
  await expect(page.getByRole('link', { name: 'Test Twin' })).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('tést')
  await page.getByRole('textbox', { name: 'Last name' }).fill('TWIN')
  await page.getByRole('textbox', { name: 'Email' }).fill('other@example.com')
  await page.getByRole('button', { name: 'Business' }).click()
  await expect(page.getByRole('textbox', { name: 'Company', exact: true })).toHaveValue('Twin Ltd')
  await expect(page.getByText('A customer with this name at this company already exists')).toBeVisible()
  await page.goto('/customers?search=twin')
  await expect(page.getByText('1 result')).toBeVisible()
})

test('a customer can be created as soon as nothing required is missing, with the initials as the photo', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('link', { name: 'New customer' }).click()
  const createNow = page.getByRole('button', { name: 'Create now' })
  await fillPerson(page, 'Quick 42')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Quick Ltd')
  await expect(createNow).toBeHidden()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await page.getByRole('button', { name: 'Person' }).click()
  await createNow.click()
  await expect(page.getByRole('heading', { name: 'Test Quick 42', level: 1 })).toBeVisible()
  const photo = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/customers?search=quick+42')).json()
    const stored = await fetch(new URL(data[0].profile_photo_path).pathname)
    return { type: stored.headers.get('content-type'), bytes: (await stored.arrayBuffer()).byteLength }
  })
  expect(photo.type).toBe('image/webp')
  expect(photo.bytes).toBeLessThan(10_000)
  await page.getByRole('button', { name: 'Create another' }).click()
  await expect(page.getByRole('heading', { name: 'New customer' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('')
})

test('a customer with nothing but what is required is created from the first screen', async ({ page }) => {
  await signIn(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'New customer' }).click()
  await fillPerson(page, 'Prompt 1')
  const also = page.getByRole('group', { name: 'Also required' })
  await also.getByRole('textbox', { name: 'Company' }).fill('Prompt Ltd')
  await also.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  await page.getByRole('button', { name: 'Create now' }).click()
  await expect(page.getByRole('heading', { name: 'Test Prompt 1', level: 1 })).toBeVisible()
})

test('phone and website are normalized, and a warning about them doesn’t block the form', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers/new')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill('abc')
  await page.keyboard.press('Tab')
  await expect(page.getByText('This doesn’t look like a phone number')).toBeVisible()
  await expect(phone).toHaveAccessibleDescription(/doesn’t look like a phone number/)
  await phone.fill('0044  7700 900141')
  await page.keyboard.press('Tab')
  await expect(phone).toHaveValue('+44 7700 900141')
  await expect(page.getByText('This doesn’t look like a phone number')).toBeHidden()
  await page.goto('/customers/new?step=business')
  const website = page.getByRole('textbox', { name: 'Website' })
  await website.fill('foo bar')
  await page.keyboard.press('Tab')
  await expect(page.getByText('This doesn’t look like a web address')).toBeVisible()
  await website.fill('example.com')
  await page.keyboard.press('Tab')
  await expect(website).toHaveValue('https://example.com')
})

test('a country is found by its name, code and other names, and a text that isn’t in the list is kept', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers/new?step=business')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.pressSequentially('uk')
  await expect(page.getByRole('option').first()).toHaveText('United Kingdom')
  await expect(page.getByRole('option').first()).toHaveAttribute('data-combobox-selected')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('United Kingdom')
  await page.keyboard.press('Tab')
  await expect(country).toHaveValue('United Kingdom')
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Engines')
  await country.fill('ger')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Custom fields', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Business' }).click()
  await expect(country).toHaveValue('Germany')
  await country.fill('nowhere')
  await page.keyboard.press('Tab')
  await expect(country).toHaveValue('Germany')

  const { data } = await page.evaluate(async () => (await fetch('/api/customers?search=macleod')).json())
  await page.goto(`/customers/new?step=business&template=${data[0].id}`)
  await expect(country).toHaveValue('Scotland')
  await country.focus()
  await page.keyboard.press('Tab')
  await expect(country).toHaveValue('Scotland')
})

test('a draft is offered above a usable form, and neither replaces the other', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  const firstName = page.getByRole('textbox', { name: 'First name' })
  await firstName.fill('Older')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toContainText('Older')
  await firstName.fill('Newer')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toContainText('Newer')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toContainText('Older')
  await page.getByRole('button', { name: 'Resume draft' }).click()
  await expect(firstName).toHaveValue('Older')
})

test('on a phone the inputs keep even gaps and the buttons stay in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await startSession(page)
  await page.goto('/customers/new')
  const boxOf = async (name: string) => {
    const box = await page.getByRole('textbox', { name }).boundingBox()
    return box ?? { y: 0, height: 0 }
  }
  const [first, last, email, phone] = [
    await boxOf('First name'),
    await boxOf('Last name'),
    await boxOf('Email'),
    await boxOf('Phone'),
  ]
  expect(email.y - last.y).toBeCloseTo(last.y - first.y, 0)
  expect(phone.y - email.y).toBeCloseTo(last.y - first.y, 0)

  await page.goto('/customers/new?step=permissions')
  for (const name of ['Back', 'Next']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    expect(await button.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  }
})

test('an account without custom fields has no custom field steps', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/x/custom-fields', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/customers/new?step=files')
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveText([/Person/, /Business/, /Permissions/, /Review/])
})

test('an unsupported field type gets a note and doesn’t block the form', async ({ page }) => {
  await signIn(page)
  const field: FieldDefinition = {
    id: 1,
    type: 3,
    name: 'Loyalty tier',
    key: 'loyalty',
    required: true,
    description: null,
    placeholder: null,
    group: '',
    location: 1,
    fields: { options: [], fileConfig: null },
    retired_options: [],
    retired_at: null,
    has_values: false,
    renames: [],
    created_at: '2026-01-01T00:00:00.000000Z',
    updated_at: '2026-01-01T00:00:00.000000Z',
    version: 1,
  }
  await page.route('**/api/x/custom-fields', (route) => route.fulfill({ json: { data: [field] } }))
  await page.goto('/customers/new?step=fields')
  await expect(page.getByText('Loyalty tier is read-only in Bureau')).toBeVisible()
  await expect(page.getByText('(type 3)')).toBeHidden()
})

test('a viewer sees the required permission instead of a form @main', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/customers/new')
  await expect(page.getByRole('heading', { name: 'You can’t add customers' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeHidden()
  await expectAccessible(page)
})

test('a rejected value without an input is shown under a readable name', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await startSession(page)
  await fillToReview(page, 'Unmapped')
  const details = { tax_id: 'Enter the tax number', 'custom_fields[424242][value]': 'Wrong option' }
  await page.route('**/api/customers', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { message: 'Wrong option', code: 'VALIDATION_FAILED', details }, timestamp: '' },
    }),
  )
  await page.getByRole('button', { name: 'Create customer' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Tax id: Enter the tax number' })
  await expect(alert).toContainText('Custom field: Wrong option')
  await expect(alert).not.toContainText('424242')
})

test('files that can’t be accepted are rejected before the upload', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new?step=files')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add to Signed agreement' }).click()
  await (await chooser).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') })
  await expect(page.getByText('a.pdf: the content doesn’t match the file extension')).toBeVisible()
  await expectAccessible(page)
})

test('files can be dropped or pasted, and those over the limit are named', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new?step=files')
  const agreement = page.getByRole('group', { name: 'Add to Signed agreement' })
  await give(agreement, 'drop', ['one.pdf', 'two.pdf'])
  await expect(page.getByText('one.pdf', { exact: true })).toBeVisible()
  await expect(page.getByText('Only 1 file allowed. Not added: two.pdf')).toBeVisible()
  await give(agreement, 'paste', ['three.pdf'])
  await expect(page.getByText('three.pdf', { exact: true })).toBeVisible()
  await expect(page.getByText('one.pdf', { exact: true })).toBeHidden()
})

test('files added while others are being checked are kept too', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new?step=files')
  const pictures = page.getByRole('group', { name: 'Add to Reference pictures' })
  await pictures.evaluate((place) => {
    for (const name of ['one.png', 'two.png']) {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(
        new File([Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10])], name, { type: 'image/png' }),
      )
      place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }
  })
  await expect(page.getByText('two.png', { exact: true })).toBeVisible()
  await expect(page.getByText('one.png', { exact: true })).toBeVisible()
})

test('a photo is moved and zoomed with the keyboard, and what is in the circle is the photo', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/customers/new')
  await choosePhoto(page, { name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() })
  const photo = page.getByRole('img', { name: 'Selected, not uploaded yet' }).first()
  const address = () => photo.getAttribute('src')
  const middle = await address()
  const area = page.getByRole('application', { name: /Crop area/ })
  for (let times = 0; times < 4; times += 1) await area.press('ArrowRight')
  await expect.poll(address).not.toBe(middle)
  await page.getByRole('slider', { name: 'Zoom' }).press('End')
  // A sixth of the shorter side of a screenshot.
  const width = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(720 / 6)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await width()).toBe(720 / 6)
})

test('a photo has its middle until the cropper has arrived', async ({ page }) => {
  await startSession(page)
  const arrived = Promise.withResolvers<undefined>()
  await page.route(/\/assets\/cropper-/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/customers/new')
  await choosePhoto(page, { name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() })
  const photo = page.getByRole('img', { name: 'Selected, not uploaded yet' }).first()
  await expect(photo).toHaveJSProperty('naturalWidth', 640)
  await expect(page.getByRole('application', { name: /Crop area/ })).toHaveCount(0)
  arrived.resolve(undefined)
  await expect(page.getByRole('application', { name: /Crop area/ })).toBeVisible()
})

test('the last selected photo or file wins, however long an earlier one takes to read', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Quick')
  await test.step('a photo', async () => {
    const picture = { name: 'slow.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await choosePhoto(page, picture)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('img', { name: 'Selected, not uploaded yet' }).first()).toBeVisible()
    const letGo = await holdNextReading(page)
    await choosePhoto(page, picture)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await letGo()
    await choosePhoto(page, { ...picture, buffer: Buffer.from('no') })
    await expect(page.getByText('Choose a PNG, JPEG, WebP or GIF image')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Generated from the initials' }).first()).toBeVisible()
    await expect(page.getByTestId('cropper')).toBeHidden()
  })
  await test.step('a file', async () => {
    await page.goto('/customers/new?step=files')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    const agreement = page.getByRole('group', { name: 'Add to Signed agreement' })
    const letGo = await holdNextReading(page)
    await give(agreement, 'drop', ['slow.pdf'])
    await give(agreement, 'drop', ['quick.pdf', 'other.pdf'])
    await letGo()
    await expect(page.getByText('Not added: other.pdf')).toBeVisible()
    await expect(page.getByText('quick.pdf', { exact: true })).toBeVisible()
  })
})

test('a held key or the second click of a double click submits nothing @main', async ({ page }) => {
  await signIn(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/customers')) sent += 1
  })
  await fillToReview(page, 'Doublet')
  const review = page.getByRole('heading', { name: 'Review', level: 2 })
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Permissions', level: 2 })).toBeFocused()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await expect(review).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')

  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(review).toBeFocused()
  await page.getByRole('button', { name: 'Create customer' }).hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })

  await page.keyboard.press('Control+Enter')
  await expectCreated(page)
  expect(sent).toBe(1)
})

test('leaving with unsaved work asks first, and a saved draft is offered again @main', async ({ page }) => {
  await startSession(page)
  await page.goto('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Later')
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.goto('/customers/new')
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toContainText('Later')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('')
})

test('a session that expires mid-form only asks for the password @main', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await startSession(page)
  await fillToReview(page, 'Midway')
  await fault(page, 'create', '401')
  await page.getByRole('button', { name: 'Create customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('bureau-demo-2026')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expectCreated(page)
})

test('an upload that hangs can be canceled and sent again', async ({ page }) => {
  await startSession(page)
  await fillToReview(page, 'Hanging')
  const heal = await fault(page, 'create', 'hang')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload canceled')).toBeVisible()
  await heal()
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expectCreated(page)
})

for (const [shape, body] of Object.entries({
  'Surface B': {
    error: {
      message: 'No such company',
      code: 'VALIDATION_FAILED',
      details: { 'business_information[company_name]': 'No such company' },
    },
    timestamp: '2026-01-01T00:00:00.000000Z',
  },
  'Surface V1': {
    message: 'No such company',
    errors: { 'business_information.company_name': ['No such company'] },
  },
})) {
  test(`an error in the format of ${shape} is shown on its field in its step`, async ({ page, watch }) => {
    watch.allow(/Failed to load resource/)
    await startSession(page)
    await fillToReview(page, 'Refused')
    await page.route('**/api/customers', (route) => route.fulfill({ status: 422, json: body }))
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByRole('textbox', { name: 'Company', exact: true })).toBeFocused()
    await expect(page.getByText('No such company')).toBeVisible()
    await expect(page.getByRole('button', { name: /Business.*has errors/ })).toBeVisible()
    await expectAccessible(page)
  })
}

async function expectCreated(page: Page) {
  await expect(page.locator('#customer-created').getByText('Customer created')).toBeVisible()
}

async function fillPerson(page: Page, lastName: string) {
  await page.getByRole('textbox', { name: 'First name' }).fill('Test')
  await page.getByRole('textbox', { name: 'Last name' }).fill(lastName)
  await page
    .getByRole('textbox', { name: 'Email' })
    .fill(`${lastName.toLowerCase().replaceAll(' ', '')}@example.com`)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0188')
}

async function fillToReview(page: Page, lastName: string) {
  await page.goto('/customers/new')
  await fillPerson(page, lastName)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill(`${lastName} Ltd`)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('combobox', { name: 'How they found us' }).selectOption('Fair')
  for (const step of ['Files', 'Permissions', 'Review']) {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: step, level: 2 })).toBeFocused()
  }
}

/** Dispatches the event of files dropped on, or pasted into, that element. */
async function give(where: Locator, how: 'drop' | 'paste', names: readonly string[]) {
  await where.getByRole('button').first().focus()
  await where.evaluate(
    (place, [kind, list]) => {
      const data = new DataTransfer()
      for (const name of list)
        data.items.add(new File(['%PDF-1.7\n%%EOF'], name, { type: 'application/pdf' }))
      const traits = { bubbles: true, cancelable: true }
      place.dispatchEvent(
        kind === 'drop'
          ? new DragEvent(kind, { ...traits, dataTransfer: data })
          : new ClipboardEvent(kind, { ...traits, clipboardData: data }),
      )
    },
    [how, names] as const,
  )
}

/** Keeps the page from reading the next file. Returns the way to let it. */
async function holdNextReading(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype
    Blob.prototype.arrayBuffer = async function () {
      Blob.prototype.arrayBuffer = arrayBuffer
      await new Promise((go) => addEventListener('let-go', go, { once: true }))
      return arrayBuffer.call(this)
    }
  })
  return () => page.evaluate(() => dispatchEvent(new Event('let-go')))
}

type Chosen = { name: string; mimeType: string; buffer: Buffer }

async function choosePhoto(page: Page, picture: Chosen) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a photo' }).click()
  await (await chooser).setFiles(picture)
}
