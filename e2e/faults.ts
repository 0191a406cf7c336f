import { type Locator, type Page, type Route, expect, test } from '@playwright/test'

import type { BError } from '#contract/wire/surface.ts'

/** What can go wrong between the dashboard and the service. */
export const faults = [
  '500',
  '503 with HTML',
  'hang',
  'abort',
  'offline',
  '401',
  '422 unknown field',
  '429',
  'reply lost after commit',
] as const
/** One of `faults`. */
export type Fault = (typeof faults)[number]

interface Target {
  readonly method: string
  readonly path: string
}

const targets = {
  list: { method: 'GET', path: '/api/customers' },
  create: { method: 'POST', path: '/api/customers' },
  remove: { method: 'DELETE', path: '/api/customers' },
  'remove matching': { method: 'POST', path: '/api/x/customer-deletions' },
  'list webhooks': { method: 'GET', path: '/api/x/webhooks' },
  'create webhook': { method: 'POST', path: '/api/x/webhooks' },
} as const satisfies Record<string, Target>

/**
 * Makes every such request fail in that way at the network's edge, until the function it returns is called. Everything
 * else still reaches the real service.
 */
export async function fault(
  page: Page,
  target: keyof typeof targets,
  kind: Fault,
): Promise<() => Promise<void>> {
  if (kind === 'offline') {
    await page.context().setOffline(true)
    return () => page.context().setOffline(false)
  }
  if (kind === '401') {
    await page.context().clearCookies()
    return async () => {}
  }
  if (kind === 'reply lost after commit') return loseReplies(page, targets[target])
  return answer(page, targets[target], kind)
}

async function answer(
  page: Page,
  { method, path }: Target,
  kind: keyof typeof answers,
): Promise<() => Promise<void>> {
  const isTarget = (url: URL) => url.pathname === path
  const held: Route[] = []
  const handler = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    if (kind === 'hang') return void held.push(route)
    return answers[kind](route)
  }
  await page.route(isTarget, handler)
  return async () => {
    await page.unroute(isTarget, handler)
    // A route whose page gave up meanwhile has nothing left to abort.
    await Promise.all(held.map((route) => route.abort().catch(() => undefined)))
  }
}

const answers = {
  '500': (route: Route) =>
    route.fulfill({ status: 500, json: refusal('INTERNAL', 'Something went wrong on our end') }),
  '503 with HTML': (route: Route) =>
    route.fulfill({
      status: 503,
      contentType: 'text/html',
      body: '<!doctype html><h1>Service Unavailable</h1>',
    }),
  hang: () => undefined,
  abort: (route: Route) => route.abort('connectionreset'),
  '422 unknown field': (route: Route) =>
    route.fulfill({
      status: 422,
      json: refusal('VALIDATION_FAILED', 'custom_fields[424242][value] is not a field of this account', {
        'custom_fields[424242][value]': 'custom_fields[424242][value] is not a field of this account',
      }),
    }),
  '429': (route: Route) =>
    route.fulfill({
      status: 429,
      // Longer than any journey: none meets the end of the wait by chance.
      headers: { 'retry-after': '60' },
      json: refusal('RATE_LIMITED', 'Too many requests'),
    }),
}

/** How a request fails, whatever it asks for. */
export const failures = {
  'a 500': answers['500'],
  'a 503 of a proxy': answers['503 with HTML'],
  'a lost connection': answers.abort,
}

/** What the dashboard says of each. */
const words: Readonly<Record<keyof typeof failures, string>> = {
  'a 500': 'Something went wrong on our end',
  'a 503 of a proxy': 'Server error',
  'a lost connection': 'Can’t reach the server',
}

type Answer = (route: Route) => Promise<void>

/** The next write to this address fails in that way; reads are answered. */
export async function failNextWrite(page: Page, address: RegExp, answer: Answer): Promise<void> {
  await failNext(page, address, { answer, isRead: false })
}

/** Returns a function that says whether it has failed. */
async function failNext(
  page: Page,
  address: RegExp,
  { answer, isRead }: { readonly answer: Answer; readonly isRead: boolean },
): Promise<() => boolean> {
  let hasFailed = false
  await page.route(address, (route) => {
    const reads = ['GET', 'HEAD'].includes(route.request().method())
    if (hasFailed || reads !== isRead) return route.fallback()
    hasFailed = true
    return answer(route)
  })
  return () => hasFailed
}

/** The next write to this address reaches the service and does its work, but its response is lost. */
export async function loseNextResponse(page: Page, address: RegExp): Promise<void> {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
}

interface FailedWrite {
  readonly page: Page
  readonly url: RegExp
  readonly submit: () => Promise<void>
  /** An input that is filled in. */
  readonly typed: Locator
}

/** Submits a form whose write fails once, expects what was typed to be there with an error, and submits it again. */
export async function submitTwice({
  page,
  url,
  answer,
  submit,
  typed,
}: FailedWrite & { readonly answer: Answer }): Promise<void> {
  const text = await typed.inputValue()
  await failNextWrite(page, url, answer)
  await submit()
  await expect(problem(page)).toBeVisible()
  await expect(typed).toHaveValue(text)
  await submit()
}

interface FailingRequest extends Pick<FailedWrite, 'page' | 'url' | 'submit'> {
  /** Whether it reads, as a download does. */
  readonly isRead?: boolean
}

/**
 * Submits once for each of `failures`, and expects each time what `isKept` does. It gets what the dashboard says of this failure:
 * the one before has left other words.
 */
export async function failInEveryWay(
  { page, url, submit, isRead = false }: FailingRequest,
  isKept: (says: string) => Promise<void>,
): Promise<void> {
  for (const [what, answer] of Object.entries(failures))
    await test.step(what, async () => {
      const hasFailed = await failNext(page, url, { answer, isRead })
      await submit()
      await expect.poll(hasFailed).toBe(true)
      await isKept(words[what as keyof typeof failures])
    })
}

/** Submits a form whose write fails in every way, expects each time what was typed to be there with an error, and submits it at last. */
export async function submitDespiteFailures({ typed, ...write }: FailedWrite): Promise<void> {
  const text = await typed.inputValue()
  await failInEveryWay(write, async (says) => {
    await expect(problem(write.page).filter({ hasText: says })).toBeVisible()
    await expect(typed).toHaveValue(text)
  })
  await write.submit()
}

interface FailingRead {
  readonly page: Page
  readonly url: RegExp | ((url: URL) => boolean)
  /** Usually `failures`. */
  readonly answers?: Readonly<Record<string, Answer>>
  /** Opens what is read. */
  readonly open: () => Promise<unknown>
  readonly isShown: () => Promise<void>
}

/** Opens what can't be read, expects an error, with what `saysWhy` does, until it is tried again once it can be. */
export async function recoverFromFailures(
  { page, url, answers: ways = failures, open, isShown }: FailingRead,
  saysWhy?: (what: string) => Promise<void>,
): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' })
  for (const [what, answer] of Object.entries(ways))
    await test.step(what, async () => {
      await page.route(url, answer)
      await open()
      await expect(again).toBeVisible({ timeout: 20_000 })
      await saysWhy?.(what)
      await page.unroute(url)
      await again.click()
      await isShown()
    })
}

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /server|wrong/i })

/** Refuses parameters of a read, each in its own words. */
export const refuse = (details: Record<string, string>) => (route: Route) =>
  route.fulfill({ status: 400, json: refusal('INVALID_PARAMETERS', 'That was refused', details) })

function refusal(code: string, message: string, details?: Record<string, string>): BError {
  return {
    error: details ? { message, code, details } : { message, code },
    timestamp: '2026-01-01T00:00:00.000000Z',
  }
}

/** The request arrives and does its work; its answer is cut off on the way back. */
async function loseReplies(page: Page, { method, path }: Target): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const isLost = request.method === method && new URL(request.url).pathname === path
    const done = isLost
      ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : devtools.send('Fetch.continueResponse', { requestId })
    // A request whose page gave up meanwhile waits for nothing.
    await done.catch(() => undefined)
  })
  await devtools.send('Fetch.enable', {
    patterns: [{ urlPattern: `*${path}*`, requestStage: 'Response' }],
  })
  return () => devtools.detach()
}
