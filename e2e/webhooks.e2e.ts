import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'

import { chooseFrom, endOfMotion, expect, hideExtensions, openFilters, signIn } from './fixtures.ts'
import type { Received } from './receiver.ts'
import { fillWebhook, makeCustomer, makeWebhook, sendTest, test } from './webhook-fixtures.ts'

test('a webhook’s lifecycle: secret, deliveries, pause, edit, rotation, redelivery, deletion @main', async ({
  page,
  context,
  receiver,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  test.setTimeout(120_000)
  const seen = watchForSecrets(page)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  const host = receiver.host
  const url = `${receiver.url}/journey`
  const received = () => receiver.receivedAt(url)
  const verified = (index: number, secret: string) => verify(received()[index], secret)
  await signIn(page)

  await test.step('the form shows mistakes while typing and previews the request', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: 'New webhook' }).click()
    const address = page.getByRole('textbox', { name: 'Endpoint URL' })
    await address.fill(`http://${host}`)
    await expect(page.getByRole('status').filter({ hasText: 'must start with https://' })).toBeVisible()
    await address.fill(url)
    await expect(page.getByRole('status').filter({ hasText: 'private network' })).toBeVisible()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByText('Choose at least one event')).toBeVisible()
    await page.getByRole('checkbox', { name: 'All contact events' }).check()
    await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText(`host: ${host}`)
  })

  const secret =
    await test.step('a double click creates one webhook, and its secret is shown once', async () => {
      await page.getByRole('button', { name: 'Create webhook' }).dblclick()
      const panel = page.getByRole('region', { name: 'Signing secret' })
      await expect(panel).not.toContainText(/whsec_[A-Za-z0-9+/]{10}/)
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await page.getByRole('link', { name: 'Customers' }).click()
      await page
        .getByRole('dialog', { name: 'Leave without the secret?' })
        .getByRole('button', { name: 'Stay' })
        .last()
        .click()
      await expectCloseQuestion(page)
      await panel.getByRole('button', { name: 'Show secret' }).click()
      await expect(panel.getByRole('button', { name: 'Hide secret' })).toBeVisible()
      return (await panel.getByRole('code').first().innerText()).trim()
    })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const snippet = await page.getByRole('region', { name: 'Node receiver' }).innerText()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download .env' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`BUREAU_WEBHOOK_SECRET=${secret}\n`)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: `${host}/bureau/journey`, level: 1 })).toBeVisible()

  await test.step('a signed event arrives and appears in the history without a reload', async () => {
    await expect(deliveries.getByText('Live', { exact: true })).toBeVisible()
    await makeCustomer(page, 'First')
    await expect(deliveries.getByRole('button', { name: /contact\.created.*Delivered/ })).toBeVisible()
    const [delivery] = received()
    expect(received()).toHaveLength(1)
    expect(verified(0, secret)).toMatchObject({ type: 'contact.created', data: { name: 'First' } })
    expect(runSnippet(snippet, secret, delivery?.headers ?? {}, delivery?.body ?? '')).toBe('true')
    expect(runSnippet(snippet, secret, delivery?.headers ?? {}, `${delivery?.body} `)).toBe('false')
    expect(runSnippet(snippet, secret, {}, delivery?.body ?? '')).toBe('false')
  })

  await test.step('events while it is paused aren’t sent, not even later', async () => {
    // The page shows it before the service has received it.
    const isKnown = () => page.waitForResponse((response) => response.request().method() === 'PUT')
    const paused = isKnown()
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Paused')
    await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
    await paused
    await makeCustomer(page, 'Missed')
    const resumed = isKnown()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Active')
    await resumed
    await makeCustomer(page, 'Second')
    await expect(deliveries.getByRole('button', { name: /contact\.created/ })).toHaveCount(2)
    await expect.poll(() => received().length).toBe(2)
    expect(verified(1, secret)).toMatchObject({ data: { name: 'Second' } })
  })

  await test.step('an edit shows its changes before saving', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: /^Retries/ }).click()
    await page.getByRole('textbox', { name: 'Maximum retries' }).fill('0')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save these changes?' })
    await expect(dialog).toContainText('Removed: Up to 9 retries')
    await expect(dialog).toContainText('Added: No retries')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`Saved ${host}/bureau/journey`)).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText('No retries')
  })

  const second = await test.step('the old and the new secret both sign', async () => {
    const before = await page.getByRole('region', { name: 'Health' }).getByRole('code').innerText()
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Rotate secret')
    // Twice, and Escape after it, all before the next drawing: one secret is made, and its dialog stays.
    await page.getByRole('button', { name: 'Rotate secret' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    const panel = page.getByRole('dialog', { name: 'A new secret' })
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Show secret' }).click()
    await expect(panel.getByRole('button', { name: 'Hide secret' })).toBeVisible()
    const fresh = await panel.getByRole('code').first().innerText()
    await panel.getByRole('button', { name: 'Copy secret' }).click()
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fresh.trim())
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('region', { name: 'Health' }).getByRole('code')).not.toHaveText(before)
    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await sendTest(page, 'contact.updated')
    await expect.poll(() => received().length).toBe(3)
    expect(verified(2, secret)).toMatchObject({ type: 'contact.updated' })
    expect(verified(2, fresh.trim())).toMatchObject({ type: 'contact.updated' })
    return fresh.trim()
  })

  await test.step('one or all failed deliveries are redelivered with the same id and body', async () => {
    receiver.answerWith(500)
    await makeCustomer(page, 'Third')
    await expect(deliveries.getByRole('button', { name: /responded 500/ })).toBeVisible()
    receiver.answerWith(200)
    await deliveries
      .getByRole('button', { name: /Failed/ })
      .first()
      .click()
    // Until it has arrived, the delivery before stands there.
    await expect(page.getByRole('article')).toContainText('All attempts failed')
    await page.getByRole('article').getByRole('button', { name: 'Redeliver' }).click()
    await expect(page.getByRole('article')).toContainText('Delivered')
    const [failed, again] = received().slice(3)
    expect(again?.body).toBe(failed?.body)
    expect(again?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])

    receiver.answerWith(503)
    await makeCustomer(page, 'Fourth')
    await expect(deliveries.getByRole('button', { name: /responded 503/ })).toBeVisible()
    receiver.answerWith(200)
    await deliveries.getByRole('button', { name: 'Redeliver failed…' }).click()
    await page.getByRole('button', { name: 'Redeliver 1 delivery' }).click()
    await expect(page.getByRole('dialog', { name: 'Redelivering' })).toContainText('1 delivery succeeded')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(deliveries.getByRole('button', { name: /contact\.created.*Failed/ })).toHaveCount(0)
    await expect.poll(() => received().length).toBe(7)
  })

  await test.step('the secrets are only in the two responses that returned them', async () => {
    for (const one of [secret, second]) {
      expect(await seen.answersWith(one)).toBe(1)
      expect(await seen.elsewhere(one)).toEqual([])
    }
  })

  await test.step('deleting it requires typing its name', async () => {
    await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' })
    await expect(dialog.getByRole('button', { name: 'Delete webhook' })).toBeDisabled()
    await dialog.getByRole('textbox').fill(`${host}/bureau/journey`)
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    await expect(page.getByText(`Deleted ${host}/bureau/journey`)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '/bureau/journey' })).toHaveCount(0)
  })
})

test('a webhook is paused from a row’s menu with undo, and the list reverts if the service rejects it', async ({
  page,
  receiver,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await makeWebhook(page, `${receiver.url}/list`, ['document.sent'])
  await page.goto('/webhooks')
  const row = page.getByRole('row').filter({ hasText: '/bureau/list' })
  const choose = async (action: string) => {
    await chooseFrom(row.getByRole('button', { name: /^Actions for/ }), action)
  }
  await expect(row).toContainText('Active')
  await choose('Pause')
  await expect(row).toContainText('Paused')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Active')
  await choose('Pause')
  await expect(row).toContainText('Paused')
  await choose('Resume')
  await expect(row).toContainText('Active')

  await page.route(/api\/v1\/webhooks\/\d+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '7' },
          json: { message: 'Too many requests' },
        })
      : route.fallback(),
  )
  await choose('Pause')
  await expect(page.getByRole('alert').filter({ hasText: 'Too many requests' })).toBeVisible()
  await expect(row).toContainText('Active')
})

test('server errors appear on their fields, and nothing typed is lost @main', async ({
  page,
  receiver,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  await fillWebhook(page, receiver.url, ['document.sent'])
  await page.getByRole('button', { name: /^Headers/ }).click()
  // The section moves the button while it opens.
  await endOfMotion(page)
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Team')
  const errors = {
    url: ['This address is taken'],
    'config.timeout': ['timeout is too long for this plan'],
    'config.headers.X-Team': ['This value is not allowed'],
    region: ['region is required'],
  }
  await page.route('**/api/x/webhooks', (route) =>
    route.fulfill({ status: 422, json: { message: 'This address is taken', errors } }),
  )
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('textbox', { name: 'Endpoint URL' })).toHaveAccessibleDescription(
    /This address is taken/,
  )
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveAccessibleDescription(
    /not allowed/,
  )
  await expect(page.getByRole('textbox', { name: 'Seconds' })).toHaveAccessibleDescription(
    /too long for this plan/,
  )
  await expect(page.getByRole('alert').filter({ hasText: 'region is required' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name of header 1' })).toHaveValue('X-Team')
  await page.unroute('**/api/x/webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('region', { name: 'Signing secret' })).toBeVisible()
})

test('a creation whose response is lost is found, not repeated @main', async ({ page, receiver, watch }) => {
  watch.allow(/Failed to load resource|net::ERR/)
  await signIn(page)
  await fillWebhook(page, `${receiver.url}/lost`, ['document.sent'])
  await page.route('**/api/x/webhooks', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const found = page.getByRole('alert').filter({ hasText: 'A webhook with this URL already exists' })
  await expect(found).toBeVisible()
  await expect(found.getByRole('link', { name: 'open it' })).toHaveAttribute('href', /\/webhooks\/\d+$/)
  await expect(page.getByRole('textbox', { name: 'Endpoint URL' })).toHaveValue(`${receiver.url}/lost`)
})

test('deliveries are filtered by the URL, and the arrow keys move through them @main', async ({
  page,
  receiver,
}) => {
  await makeWebhook(page, `${receiver.url}/walk`, ['document.sent'])
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  for (const event of ['document.sent', 'invoice.paid', 'document.sent']) await sendTest(page, event)
  const rows = deliveries.getByRole('list', { name: 'Deliveries' }).getByRole('button')
  await expect(rows).toHaveCount(3)
  await rows.first().click()
  await expect(page.getByRole('article').getByRole('heading', { name: 'document.sent' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('article').getByRole('heading', { name: 'invoice.paid' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Request: body or headers' }).getByText('Headers').click()
  await expect(page.getByRole('region', { name: 'Request headers' })).toContainText('webhook-signature: v1,')
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('"seen":')

  const filters = await openFilters(page)
  await filters.getByRole('combobox', { name: 'Event' }).selectOption('invoice.paid')
  await expect(rows).toHaveCount(1)
  await filters.getByRole('textbox', { name: 'Response code' }).fill('4xx')
  await filters.getByRole('textbox', { name: 'Response code' }).press('Enter')
  await expect(page.getByText('No matching deliveries')).toBeVisible()
  await expect(page).toHaveURL(/event=invoice\.paid.*code=4xx/)
  await page.reload()
  await expect(page.getByText('No matching deliveries')).toBeVisible()
  await deliveries.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows).toHaveCount(3)
})

test('webhooks work on a service without our extensions', async ({ page, receiver }) => {
  await hideExtensions(page)
  await signIn(page)
  await page.reload()
  await fillWebhook(page, `${receiver.url}/plain`, ['contact.created'])
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'I’ve stored the secret' }).click()
  await makeCustomer(page, 'Plain')
  await expect.poll(() => receiver.receivedAt(`${receiver.url}/plain`).length).toBe(1)
  await page.reload()
  await page
    .getByRole('list', { name: 'Deliveries' })
    .getByRole('button', { name: /contact\.created.*Delivered/ })
    .click()
  await expect(page.getByRole('region', { name: /Response to/ })).toContainText('200')
  await expect(page.getByRole('button', { name: 'Send test', exact: true })).toHaveCount(0)
})

/** The tab asks before it is closed or reloaded. */
async function expectCloseQuestion(page: Page) {
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
}

/** Records every response of the service and every console message. */
function watchForSecrets(page: Page) {
  const answers: Promise<string>[] = []
  const said: string[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json')) answers.push(response.text().catch(() => ''))
  })
  page.on('console', (message) => said.push(message.text()))
  return {
    answersWith: async (secret: string) =>
      (await Promise.all(answers)).filter((text) => text.includes(secret)).length,
    /** Returns every other place that contains it. */
    elsewhere: async (secret: string) => {
      const kept = await page.evaluate(async () => {
        const databases = await indexedDB.databases()
        return {
          address: location.href,
          state: JSON.stringify(history.state),
          local: JSON.stringify({ ...localStorage }),
          session: JSON.stringify({ ...sessionStorage }),
          caches: JSON.stringify(await caches.keys()),
          databases: JSON.stringify(databases.map(({ name }) => name)),
          page: document.documentElement.outerHTML,
        }
      })
      const places = { ...kept, console: said.join('\n') }
      return Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [place] : []))
    },
  }
}

/** Throws unless the Standard Webhooks library accepts it. */
function verify(received: Received | undefined, secret: string): unknown {
  const { body = '', headers = {} } = received ?? {}
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

/** Runs the Node receiver that the screen shows. */
function runSnippet(snippet: string, secret: string, headers: object, body: string): string {
  const program = `${snippet}\nprocess.stdout.write(String(verify(${JSON.stringify(headers)}, ${JSON.stringify(body)})))`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, BUREAU_WEBHOOK_SECRET: secret },
    encoding: 'utf8',
  })
}
