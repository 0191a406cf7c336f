import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { updateNote } from '#contract/customers/notes.ts'
import { showWebhook } from '#contract/webhooks/webhooks.ts'

import { call } from './client.ts'
import { settleGate, watchGate } from './gate.ts'
import { testWebhook } from './test-webhook.ts'

const found = { data: testWebhook, deliveries: [] }

beforeEach(() => {
  vi.useFakeTimers()
  // The browser's own timeout knows no fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => vi.useRealTimers())

/** Answers one request after the other; a request whose signal is aborted fails as in a browser. */
function answerWith(...responses: Response[]) {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    requests.push(new Request(new URL(path, 'http://bureau.test'), { headers: init.headers ?? {} }))
    return responses.shift() ?? Response.error()
  })
  return requests
}

const show = () => call(showWebhook, { params: { id: 7 } })

test('a read continues after waiting as long as the rate limit asks for', async () => {
  const requests = answerWith(
    new Response('{}', { status: 429, headers: { 'retry-after': '45' } }),
    Response.json(found),
  )
  const answer = show()
  await vi.advanceTimersByTimeAsync(45_000)
  expect((await answer).data.id).toBe(7)
  expect(requests).toHaveLength(2)
})

test('a request continues even if signing in again takes minutes', async () => {
  const stop = watchGate(() => undefined)
  const requests = answerWith(new Response('{}', { status: 401 }), Response.json(found))
  const answer = show()
  await vi.advanceTimersByTimeAsync(180_000)
  settleGate(true)
  expect((await answer).data.id).toBe(7)
  expect(requests).toHaveLength(2)
  stop()
})

test('a response that stops halfway is reported as a timeout', async () => {
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'))
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const failure = show().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failure).toMatchObject({ kind: 'timeout' })
})

const write = () => {
  const body = { kind: 'note', text: 'Call back', is_pinned: false, follow_up_on: null } as const
  return call(updateNote, { params: { id: 7 }, body, version: '"3"', key: 'once' })
}

test('a write names the version it is meant for, and a key that makes it safe to repeat', async () => {
  const requests = answerWith(new Response('{}', { status: 422 }))
  await expect(write()).rejects.toMatchObject({ kind: 'refused' })
  expect(requests.map(({ headers }) => [headers.get('if-match'), headers.get('idempotency-key')])).toEqual([
    ['"3"', 'once'],
  ])
})

test.each([
  [403, 'forbidden'],
  [404, 'absent'],
  [409, 'conflict'],
  [412, 'changed'],
  [422, 'refused'],
  [500, 'broken'],
])('a write that is answered with %i is %s', async (status, kind) => {
  answerWith(new Response('{}', { status }))
  await expect(write()).rejects.toMatchObject({ kind })
})
