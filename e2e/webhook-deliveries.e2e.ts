import { expect, openFilters, signIn, startSession } from './fixtures.ts'
import { createWebhook, makeCustomer, sendTest, test } from './webhook-fixtures.ts'

test('failing webhooks come first and have a tab, and no column is cut off at 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await startSession(page)
  await page.goto('/webhooks')
  const rows = page.getByRole('table', { name: 'Webhooks' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Old Mill CRM')
  await expect(page.getByRole('img', { name: /^Last 10 attempts/ }).first()).toBeVisible()
  const hidden = await page
    .getByRole('region', { name: 'Webhooks' })
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth)
  expect(hidden).toBeLessThanOrEqual(0)
  await page.getByRole('tab', { name: /^Failing 1/ }).click()
  await expect(page).toHaveURL(/state=failing/)
  await expect(rows).toHaveCount(2)
  await page.getByRole('tab', { name: /^Paused 1/ }).click()
  await expect(rows.nth(1)).toContainText('New contact automation')
})

test('a pending delivery counts down every second, waits while its webhook is paused and can be retried immediately', async ({
  page,
  receiver,
}) => {
  await signIn(page)
  const { id } = await createWebhook(page, { url: `${receiver.url}/retry`, events: ['contact.created'] })
  await page.goto(`/webhooks/${id}`)
  receiver.answerWith(500)
  await makeCustomer(page, 'Retry')
  const article = page.getByRole('article')
  // The first retry follows within seconds, the second one after minutes.
  await expect(article.getByRole('list', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(2, {
    timeout: 20_000,
  })
  const timer = article.getByRole('timer')
  await expect(timer).toHaveText(/^in \d+ min( \d+ s)?$/)
  const before = await timer.innerText()
  await expect(timer).not.toHaveText(before, { timeout: 2_500 })
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Failing')
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/Next attempt\s*in \d+ min/)

  const retry = article.getByRole('button', { name: 'Retry now' })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(article).toContainText('The webhook is paused. It’s sent once you resume the webhook.')
  await expect(page.getByRole('list', { name: 'Deliveries' })).toContainText('waiting')
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(retry).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(timer).toBeVisible()

  receiver.answerWith(200)
  await retry.click()
  await expect(article).toContainText('on attempt 3')
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Active')
})

test('the newest delivery opens first, and a newer one doesn’t replace it', async ({ page, receiver }) => {
  await signIn(page)
  const { id } = await createWebhook(page, { url: `${receiver.url}/open`, events: ['contact.created'] })
  await page.goto(`/webhooks/${id}`)
  await makeCustomer(page, 'First')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { name: 'contact.created' })).toBeVisible()
  await expect(article).toContainText('Delivered')
  const opened = await article.getAttribute('aria-label')
  await makeCustomer(page, 'Second')
  const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('button')
  await expect(rows).toHaveCount(2)
  await expect(article).toHaveAccessibleName(opened ?? '')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
})

test('the response is above the request, and statuses are right-aligned', async ({ page }) => {
  await startSession(page)
  // Deliveries of other tests may have failed without a response.
  await page.goto('/webhooks/1?status=delivered')
  const response = await page.getByRole('region', { name: 'Response body' }).boundingBox()
  const request = await page.getByRole('region', { name: 'Request body' }).boundingBox()
  expect(response?.y).toBeLessThan(request?.y ?? 0)
  const ends = await page
    .getByRole('list', { name: 'Deliveries' })
    .getByRole('button')
    .evaluateAll((rows) =>
      rows.flatMap((row) =>
        [1, 3].map((at) => Math.round(row.children[at]?.getBoundingClientRect().right ?? 0)),
      ),
    )
  expect(ends.length).toBeGreaterThan(10)
  expect(new Set(ends).size).toBe(1)
})

test('a delivery opens prefilled in the signature checker, and so does a webhook’s last one', async ({
  page,
  receiver,
}) => {
  await signIn(page)
  const webhook = { url: `${receiver.url}/check`, events: ['invoice.paid'], name: 'Checked' }
  const { id, secret } = await createWebhook(page, webhook)
  await page.goto(`/webhooks/${id}`)
  await sendTest(page, 'invoice.paid')
  await expect(page.getByRole('article')).toContainText('Delivered')
  await page.getByRole('article').getByRole('link', { name: 'Check signature' }).click()
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret)
  const result = page.getByRole('status', { name: 'Result' })
  await expect(result).toContainText('The signature is valid')
  await expect(result).toContainText('This secret signed this attempt')
  await expect(result.getByRole('link', { name: 'Checked' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Raw body' }).fill('{}')
  await expect(result).toContainText('Not valid')
  await page.getByRole('combobox', { name: 'Fill in the last delivery of' }).selectOption('Checked')
  await expect(result).toContainText('The signature is valid')
  await page.getByRole('link', { name: 'Back to the delivery' }).click()
  await expect(page.getByRole('article')).toContainText('Delivered')
})

test('an invalid response code gets an error', async ({ page }) => {
  await startSession(page)
  await page.goto('/webhooks/1')
  const code = (await openFilters(page)).getByRole('textbox', { name: 'Response code' })
  await code.fill('abc')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription('Enter 404 or 4xx')
  await code.fill('5XX')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription('')
  await expect(page).toHaveURL(/code=5xx/)
})

test('redelivering reports the outcome, not only what was queued', async ({ page, receiver }) => {
  await signIn(page)
  const { id } = await createWebhook(page, {
    url: `${receiver.url}/again`,
    events: ['contact.created'],
    config: { max_retries: 0 },
  })
  await page.goto(`/webhooks/${id}`)
  receiver.answerWith(500)
  for (const name of ['One', 'Two']) await makeCustomer(page, name)
  const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name: /Failed/ })
  await expect(rows).toHaveCount(2)
  const redeliver = async () => {
    await page.getByRole('button', { name: 'Redeliver failed…' }).click()
    await page.getByRole('button', { name: 'Redeliver 2 deliveries' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Redelivering' })
  await redeliver()
  await expect(dialog).toContainText('0 deliveries succeeded, 2 failed again')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  receiver.answerWith(200)
  await redeliver()
  await expect(dialog).toContainText('2 deliveries succeeded')
})
