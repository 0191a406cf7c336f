import { expect, signIn, startSession } from './fixtures.ts'
import { createWebhook, fillWebhook, test } from './webhook-fixtures.ts'

test('a new webhook’s secret opens at the top of its page, with one step to continue @main', async ({
  page,
  receiver,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await signIn(page)
  await fillWebhook(page, `${receiver.url}/top`, ['document.sent'])
  await page.getByRole('button', { name: /^Retries/ }).click()
  await page.getByRole('textbox', { name: 'Maximum retries' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const heading = page.getByRole('heading', { name: `${receiver.host}/bureau/top`, level: 1 })
  await expect(heading).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  await expect(page.getByRole('region', { name: 'Deliveries' })).toBeVisible()
})

test('the form’s buttons stay visible, and an empty form shows what is required', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await startSession(page)
  await page.goto('/webhooks/new')
  const create = page.getByRole('button', { name: 'Create webhook' })
  await expect(create).toBeInViewport({ ratio: 1 })
  await create.click()
  const url = page.getByRole('textbox', { name: 'Endpoint URL' })
  await expect(url).toHaveAccessibleDescription(/Enter the endpoint URL/)
  await expect(url).toBeFocused()
  await expect(page.getByText('Choose at least one event')).toBeVisible()
})

test('a test event is sent once the secret is stored, and its delivery opens', async ({ page, receiver }) => {
  const url = `${receiver.url}/first-test`
  await signIn(page)
  await fillWebhook(page, url, ['invoice.paid'])
  await page.getByRole('button', { name: 'Create and send test event' }).click()
  await page.getByRole('button', { name: 'Copy as .env line' }).waitFor()
  expect(receiver.receivedAt(url)).toHaveLength(0)
  await page.getByRole('button', { name: 'I’ve stored the secret: send the test event' }).click()
  const delivery = page.getByRole('article')
  await expect(delivery.getByRole('heading', { name: 'invoice.paid' })).toBeVisible()
  await expect(delivery).toContainText('Delivered')
  await expect(page).toHaveURL(/delivery=\d+/)
  expect(receiver.receivedAt(url)).toHaveLength(1)
})

test('newly added conditions are neither counted nor previewed', async ({ page, receiver }) => {
  await signIn(page)
  await fillWebhook(page, receiver.url, ['contact.created'])
  const section = page.getByRole('button', { name: /^Conditions/ })
  await section.click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await expect(section).toContainText('All selected events are sent')
  await expect(page.getByText(/Sent only if/)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Field of condition 1' }).fill('data.email')
  await page.getByRole('textbox', { name: 'Value of condition 1' }).fill('@acme')
  await expect(section).toContainText('1 condition')
  await expect(page.getByText('Sent only if data.email is “@acme”.')).toBeVisible()
})

test('saving is off until something changes', async ({ page, receiver }) => {
  await signIn(page)
  const { id } = await createWebhook(page, { url: `${receiver.url}/same`, events: ['document.sent'] })
  await page.goto(`/webhooks/${id}/edit`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByRole('checkbox', { name: 'All contact events' }).check()
  await expect(save).toBeEnabled()
  await page.getByRole('checkbox', { name: 'All contact events' }).uncheck()
  await expect(save).toBeDisabled()
})

test('two endpoints on one host are distinguished by name, or by host and path', async ({
  page,
  receiver,
}) => {
  await signIn(page)
  const ledger = { url: `${receiver.url}/ledger`, events: ['invoice.paid'], name: 'Ledger sync' }
  const named = await createWebhook(page, ledger)
  const unnamed = await createWebhook(page, { url: `${receiver.url}/other`, events: ['invoice.paid'] })
  await page.goto('/webhooks')
  await expect(page.getByRole('row').filter({ hasText: 'Ledger sync' })).toContainText(
    `${receiver.host}/bureau/ledger`,
  )
  await expect(page.getByRole('row').filter({ hasText: '/bureau/other' })).toContainText(receiver.host)

  for (const [id, name] of [
    [named.id, 'Ledger sync'],
    [unnamed.id, `${receiver.host}/bureau/other`],
  ] as const) {
    await page.goto(`/webhooks/${id}`)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' })
    await dialog.getByRole('textbox').fill(receiver.host)
    await expect(dialog.getByRole('button', { name: 'Delete webhook' })).toBeDisabled()
    await dialog.getByRole('textbox').fill(name)
    await expect(dialog.getByRole('button', { name: 'Delete webhook' })).toBeEnabled()
  }
})

test('a name is set, changed and cleared in the form', async ({ page, receiver }) => {
  await signIn(page)
  const { id } = await createWebhook(page, { url: `${receiver.url}/named`, events: ['document.sent'] })
  for (const [name, title] of [
    ['Archive', 'Archive'],
    ['', `${receiver.host}/bureau/named`],
  ] as const) {
    await page.goto(`/webhooks/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`Saved ${title}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
})
