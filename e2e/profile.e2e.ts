import { writeFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { failNextWrite, failures, loseNextResponse, submitTwice } from './faults.ts'
import { expect, expectAccessible, provoked, signInOnPage, test } from './fixtures.ts'

test('a name and formats are saved, and follow the person to another browser @main', async ({
  page,
  browser,
  service,
}) => {
  await signInOnPage(page)
  await page.goto('/settings/profile')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Ada Finch')
  await name.fill('Ada Lovell')
  await page.getByLabel('Region for dates and numbers').selectOption('Germany')
  await expect(page.getByText(/22\.11\.2026 · 1\.234,50\s€/)).toBeVisible()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('button', { name: /your menu/ })).toContainText('Ada Lovell')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByText(/\d\.\d{3},\d{2}/).first()).toBeVisible()

  const elsewhere = await (
    await browser.newContext({ baseURL: service.url, locale: 'en-US', serviceWorkers: 'block' })
  ).newPage()
  await signInOnPage(elsewhere)
  await elsewhere.goto('/overview')
  await expect(elsewhere.getByText(/\d\.\d{3},\d{2}/).first()).toBeVisible()
  await expect(elsewhere.getByText(/\d,\d{3}\.\d{2}/)).toHaveCount(0)
  await elsewhere.context().close()
})

test('a profile survives errors, and an empty name is refused at its field', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signInOnPage(page)
  await page.goto('/settings/profile')
  const typed = page.getByRole('textbox', { name: 'Name' })
  const submit = () => page.getByRole('button', { name: 'Save profile' }).click()
  await typed.fill('  ')
  await submit()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await expect(typed).toBeFocused()
  for (const [what, answer] of Object.entries(failures)) {
    await typed.fill(`Ada after ${what}`)
    await submitTwice({ page, url: /\/api\/x\/profile$/, answer, submit, typed })
    await expect(page.getByRole('button', { name: /your menu/ })).toContainText(`Ada after ${what}`)
  }
})

const image = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
const chooser = (page: Page) => page.locator('input[type=file]').first()
async function choose(page: Page, background = '#115e59') {
  await expect(chooser(page)).toBeEnabled()
  await chooser(page).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await image(background),
  })
}
const save = (page: Page) => page.getByRole('button', { name: 'Save photo' })
/** Chooses a photo and saves it as it is. */
async function add(page: Page, background?: string) {
  await choose(page, background)
  await save(page).click()
}
const photoWrite = /\/api\/x\/profile\/photo$/
/** Photos that have been drawn, by where they are. */
const shown = (page: Page) => ({
  own: page.getByRole('img', { name: 'Your photo' }).locator('img'),
  menu: page.getByRole('button', { name: /your menu/ }).locator('img'),
})
const isDrawn = async (page: Page) => {
  for (const photo of Object.values(shown(page))) await expect(photo).toHaveJSProperty('complete', true)
  await expect(shown(page).own).toHaveJSProperty('naturalWidth', 256)
  await expect(shown(page).menu).toHaveJSProperty('naturalWidth', 64)
}

test('a photo is added, shown in the menu and among the people, replaced and removed @main', async ({
  page,
  browser,
  service,
}) => {
  await signInOnPage(page)
  await page.goto('/settings/profile')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(page.getByRole('img', { name: 'Your initials' })).toBeVisible()

  await test.step('what isn’t an image is refused where it was chosen', async () => {
    await chooser(page).setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(page.getByText('Choose a PNG, JPEG, WebP or GIF image.')).toBeVisible()
    const broken = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    await chooser(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: broken })
    await expect(page.getByText('This image can’t be opened. Choose another one.')).toBeVisible()
    // A file of its own: as a buffer it would go through the browser's protocol, which takes long on a busy machine.
    const large = test.info().outputPath('large.png')
    await writeFile(large, Buffer.alloc(20 * 1024 * 1024 + 1))
    await chooser(page).setInputFiles(large)
    await expect(page.getByText('This image is larger than 20 MB. Choose a smaller one.')).toBeVisible()
  })

  await name.fill('Typed before the photo')
  await test.step('it is cropped by keyboard, and Cancel keeps the initials', async () => {
    await choose(page)
    const area = page.getByRole('application', { name: /^Crop area/ })
    await expect(save(page)).toBeEnabled()
    await area.press('ArrowLeft')
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Upload photo' })).toBeFocused()
    await expect(page.getByRole('img', { name: 'Your initials' })).toBeVisible()
  })
  await add(page)
  await expect(page.getByText('Photo saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace photo' })).toBeFocused()
  await isDrawn(page)
  await expect(name).toHaveValue('Typed before the photo')
  await expectAccessible(page)
  const first = await shown(page).own.getAttribute('src')
  await add(page, '#991b1b')
  await expect(shown(page).own).not.toHaveAttribute('src', first ?? '')
  await isDrawn(page)

  await test.step('while one is uploaded, no other can be chosen and lost', async () => {
    const inTransit = Promise.withResolvers<undefined>()
    await page.route(photoWrite, async (route) => {
      await inTransit.promise
      await route.continue()
    })
    await add(page, '#854d0e')
    await expect(page.getByText('Uploading…')).toBeVisible()
    await expect(chooser(page)).toBeDisabled()
    inTransit.resolve(undefined)
    await expect(chooser(page)).toBeEnabled()
    await isDrawn(page)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('the list of people has it', async () => {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'People' }).click()
    const own = page.getByRole('listitem').filter({ hasText: 'You' }).locator('img')
    await expect(own).toHaveJSProperty('naturalWidth', 64)
  })

  await test.step('whoever isn’t signed in can’t load it', async () => {
    const stranger = await browser.newContext({ baseURL: service.url })
    const src = await page
      .getByRole('button', { name: /your menu/ })
      .locator('img')
      .getAttribute('src')
    expect((await page.request.get(src ?? '')).status()).toBe(200)
    expect((await stranger.request.get(src ?? '')).status()).toBe(404)
    await stranger.close()
  })

  await page.goto('/settings/profile')
  // Still on its way, it wouldn’t be found any more.
  await isDrawn(page)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByText('Photo removed')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your initials' })).toBeVisible()
  await expect(shown(page).menu).toHaveCount(0)
})

test('a photo that fails to be uploaded is kept with its crop, and saved the next time', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await signInOnPage(page)
  await page.goto('/settings/profile')
  const typed = page.getByRole('textbox', { name: 'Name' })
  const problem = page.getByText(/went wrong on our end|server error|can’t reach the server/i)
  for (const [title, answer] of Object.entries(failures)) {
    await test.step(title, async () => {
      await typed.fill(`Typed before ${title}`)
      await failNextWrite(page, photoWrite, answer)
      await add(page)
      await expect(problem.first()).toBeVisible()
      await save(page).click()
      await isDrawn(page)
      await expect(problem).toHaveCount(0)
      await expect(save(page)).toHaveCount(0)
      await expect(typed).toHaveValue(`Typed before ${title}`)
      await page.unrouteAll({ behavior: 'wait' })
      await page.getByRole('button', { name: 'Remove photo' }).click()
      await expect(page.getByRole('img', { name: 'Your initials' })).toBeVisible()
    })
  }

  await test.step('a response that was lost', async () => {
    await loseNextResponse(page, photoWrite)
    await add(page)
    await expect(problem.first()).toBeVisible()
    await save(page).click()
    await isDrawn(page)
    await expect(problem).toHaveCount(0)
  })

  await test.step('a session that has ended asks for the password over the page', async () => {
    await typed.fill('Typed before the session ended')
    const before = await shown(page).own.getAttribute('src')
    await page.context().clearCookies()
    await add(page, '#1e3a8a')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByRole('textbox', { name: 'Password' }).fill('bureau-demo-2026')
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(shown(page).own).not.toHaveAttribute('src', before ?? '')
    await isDrawn(page)
    await expect(typed).toHaveValue('Typed before the session ended')
  })
})

test('the profile opens the one list of shortcuts', async ({ page }) => {
  await signInOnPage(page)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Show shortcuts' }).click()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Show keyboard shortcuts')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})
