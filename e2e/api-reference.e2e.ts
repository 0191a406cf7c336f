import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'

import {
  allowOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  hideExtensions,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const run = promisify(execFile)
const title = { name: 'API reference', level: 1 } as const

async function open(page: Page, address = '/settings/api') {
  await page.goto(address)
  await expect(page.getByRole('heading', title)).toBeVisible()
}

const contents = (page: Page) => page.getByRole('navigation', { name: 'API reference' })

test('the reference is a page of the settings, for every role @main', async ({ page }) => {
  await allowOnly(page)
  await startSession(page)
  await page.goto('/settings')
  const list = page.getByRole('navigation', { name: 'Settings' })
  await list.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', title)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible()
  // Checking signatures of webhooks takes an ability of its own.
  await expect(page.getByRole('link', { name: 'Check it' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await expect(page).toHaveURL(/\/settings\/profile$/)
})

test('an account whose records are elsewhere has no such page', async ({ page }) => {
  await hideExtensions(page)
  await startSession(page)
  await page.goto('/settings/api')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an endpoint has an address of its own, and the list beside it follows', async ({ page }) => {
  await startSession(page)
  await open(page, '/settings/api#createWebhook')
  await expect(page.getByRole('heading', { name: 'Create a webhook' })).toBeInViewport()
  const list = contents(page)
  await expect(list.getByRole('link', { name: /Create a webhook/ })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await list.getByRole('link', { name: 'invoice.paid' }).click()
  await expect(page).toHaveURL(/#onInvoicePaid$/)
  await expect(page.getByRole('heading', { name: 'invoice.paid' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Create a webhook' })).toBeInViewport()
})

test('slash filters endpoints by names, addresses and fields, by keyboard', async ({ page }) => {
  await startSession(page)
  await open(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Filter the reference' })).toBeFocused()
  await page.keyboard.type('has_overdue')
  const articles = page.getByRole('article')
  await expect(articles).toHaveCount(1)
  await expect(articles).toHaveAccessibleName(/List customers/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nothing of ours')
  await expect(page.getByText('Nothing matches “nothing of ours”.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(articles.first()).toBeVisible()
})

test('requests name the reader’s own address and no secret, in the language that was chosen', async ({
  page,
  service,
}) => {
  await startSession(page)
  await open(page)
  const request = page.getByRole('region', { name: 'Request: List invoices' })
  await expect(request).toContainText(`curl '${service.url}/api/invoices?`)
  await expect(request).toContainText('"Authorization: Bearer $BUREAU_KEY"')
  await page
    .getByRole('radiogroup', { name: 'Language of the request: List invoices' })
    .getByText('TypeScript')
    .click()
  await expect(request).toContainText(`await fetch('${service.url}/api/invoices?`)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Request: List contacts' })).toContainText('await fetch')
})

test('every request of the reference works as it is written', async ({ page, service }) => {
  test.setTimeout(180_000)
  await startSession(page)
  await open(page)
  // An account of its own: that of the demo asks for custom fields that no example can know.
  const { token, key } = await service.credentials('Examples')
  const folder = await mkdtemp(join(tmpdir(), 'bureau-examples-'))
  await writeFile(
    join(folder, 'portrait.png'),
    await sharp({ create: { width: 20, height: 20, channels: 3, background: '#115e59' } })
      .png()
      .toBuffer(),
  )
  const options = { cwd: folder, env: { ...process.env, BUREAU_TOKEN: token, BUREAU_KEY: key } }
  const texts = async () =>
    Promise.all(
      (await page.getByRole('region', { name: /^Request: / }).all()).map(
        async (region) => [await region.getAttribute('aria-label'), await region.textContent()] as const,
      ),
    )
  const outcomes: string[] = []
  // Records by the ids of the examples may not exist, which is as far as a request can be checked.
  const isFine = (status: string) => /^(2..|404)$/.test(status)
  for (const [name, text] of await texts()) {
    const command = `${text} -s -o /dev/null -w '%{http_code}'`
    const { stdout } = await run('bash', ['-c', command], options)
    if (!isFine(stdout)) outcomes.push(`curl, ${name}: ${stdout}`)
  }
  await page.getByRole('radiogroup').filter({ hasText: 'TypeScript' }).first().getByText('TypeScript').click()
  await expect(page.getByRole('region', { name: 'Request: List contacts' })).toContainText('await fetch')
  for (const [name, text] of await texts()) {
    const file = join(folder, 'request.mts')
    await writeFile(file, `${text}\nconsole.log(String(response.status))\n`)
    const { stdout, stderr } = await run(process.execPath, [file], options).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    const status = stdout.trim() || (/Error: (\d{3}) /.exec(stderr)?.[1] ?? stderr)
    if (!isFine(status)) outcomes.push(`TypeScript, ${name}: ${status}`)
  }
  await rm(folder, { recursive: true })
  expect(outcomes).toEqual([])
})

test.describe('a recipe', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
  const body = '{"type":"contact.created","data":{"name":"Zoë / Søn"}}'
  const programs = [
    {
      label: 'Node',
      command: process.execPath,
      file: 'receiver.mjs',
      caller: `
        import { readFileSync } from 'node:fs'
        const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
        console.log(String(verify(headers, body)))`,
    },
    {
      label: 'Python',
      command: 'python3',
      file: 'receiver.py',
      caller: `
import json, sys
given = json.load(open(sys.argv[1]))
print(str(verify(given["headers"], given["body"].encode())).lower())`,
    },
    {
      label: 'Ruby',
      command: 'ruby',
      file: 'receiver.rb',
      caller: `
require "json"
given = JSON.parse(File.read(ARGV[0]))
puts verify(given["headers"], given["body"])`,
    },
    {
      label: 'PHP',
      command: 'php',
      file: 'receiver.php',
      caller: `
$given = json_decode(file_get_contents($argv[1]), true);
$server = [];
foreach ($given['headers'] as $name => $value) $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
echo verify($secret, $server, $given['body']) ? 'true' : 'false';`,
    },
    {
      label: 'Go',
      command: 'go',
      file: 'receiver.go',
      caller: `
func main() {
	text, _ := os.ReadFile(os.Args[1])
	var given struct {
		Headers map[string]string
		Body    string
	}
	json.Unmarshal(text, &given)
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	fmt.Println(Verify(header, []byte(given.Body)))
}`,
    },
  ]

  for (const { label, command, file, caller } of programs) {
    test(`in ${label} accepts a signed delivery and nothing else`, async ({ page }) => {
      const version = label === 'Go' ? 'version' : '--version'
      test.skip(spawnSync(command, [version]).status !== 0, `${command} isn’t installed`)
      await startSession(page)
      await open(page)
      const card = page.getByRole('region', { name: 'Check signatures' })
      await card.getByRole('tab', { name: label, exact: true }).click()
      const shown = (await card.getByRole('region', { name: `${label} receiver` }).textContent()) ?? ''
      const folder = await mkdtemp(join(tmpdir(), 'bureau-recipe-'))
      const source =
        label === 'Go'
          ? shown
              .replace('package receiver', 'package main')
              .replace('import (', 'import (\n\t"encoding/json"\n\t"fmt"')
          : shown.replace(/^http_response_code.*$/m, '')
      await writeFile(join(folder, file), `${source}\n${caller}\n`)
      const now = new Date()
      const headers = (at: Date, of = body) => ({
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, of)}`,
      })
      const verify = async (given: object) => {
        await writeFile(join(folder, 'given.json'), JSON.stringify(given))
        const args = [...(label === 'Go' ? ['run'] : []), file, 'given.json']
        const { stdout } = await run(command, args, {
          cwd: folder,
          env: { ...process.env, BUREAU_WEBHOOK_SECRET: secret },
        })
        return stdout.trim()
      }
      expect(await verify({ headers: headers(now), body })).toBe('true')
      expect(await verify({ headers: headers(now), body: `${body} ` })).toBe('false')
      const old = new Date(now.getTime() - 3_600_000)
      expect(await verify({ headers: headers(old), body })).toBe('false')
      await rm(folder, { recursive: true })
    })
  }
})

test('the signature checker and the reference lead to each other', async ({ page }) => {
  await startSession(page)
  await open(page)
  await page.getByRole('link', { name: 'Check it' }).click()
  await expect(page.getByRole('heading', { name: 'Check a signature', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'How deliveries are signed' }).click()
  await expect(page).toHaveURL(/\/settings\/api#events$/)
  await expect(page.getByRole('heading', { name: 'Events', level: 2 })).toBeInViewport()
})

test('the extensions are a part of their own, and each part can be downloaded', async ({ page }) => {
  await startSession(page)
  await open(page)
  await page.getByRole('radiogroup', { name: 'Part' }).getByText('Extensions').click()
  await expect(page).toHaveURL(/part=extensions/)
  await expect(page.getByRole('heading', { name: 'Rotate secret' })).toBeAttached()
  await expect(page.getByRole('article').first()).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'OpenAPI file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('bureau-extensions-openapi.json')
  const document = JSON.parse(await readFile(await download.path(), 'utf8')) as { openapi: string }
  expect(document.openapi).toBe('3.1.1')
  // Also to what isn’t drawn before the first chapters are shown.
  await contents(page).getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Profile', level: 2 })).toBeInViewport()
})

test('everything of the reference is accessible, opened too', async ({ page }) => {
  await startSession(page)
  await open(page)
  const article = page.getByRole('article', { name: /Create a webhook/ })
  await article.getByText('6 fields of config').click()
  await article.getByText('Values are invalid; each is named.').click()
  await expect(article.getByText('payload_format', { exact: true })).toBeVisible()
  await expectAccessibleInBothColors(page)
})

test('on a phone the contents open above the text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page)
  await open(page)
  await expectNoSidewaysScroll(page)
  const list = contents(page)
  await expect(list.getByRole('link', { name: 'Rate limits' })).toBeHidden()
  await list.getByRole('button', { name: 'Contents' }).click()
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Rate limits' }).click()
  await expect(list.getByRole('link', { name: 'Rate limits' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Rate limits' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('without an answer the page says so and loads later', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await signIn(page)
  let isBroken = true
  await page.route('**/api/openapi.json', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.goto('/settings/api')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isBroken = false
  await again.click()
  await expect(page.getByRole('heading', title)).toBeVisible()
})
