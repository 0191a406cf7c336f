import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type PortalError, call, checkFile } from './api.ts'

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

/** Answers every request that way; a request whose signal is aborted fails as in a browser. */
function answerWith(answer: (signal: AbortSignal) => Promise<Response>) {
  const sent: (RequestInit & { path: string })[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, ...init })
    return answer(init.signal as AbortSignal)
  })
  return sent
}

const until = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DOMException))
  })

/** What a request ends with. */
const failure = (path = '/session') => call(path).then(String, (error: unknown) => error as PortalError)

describe('a request of the portal', () => {
  test('that hangs ends after 30 seconds, and says that the server is slow', async () => {
    answerWith(until)
    const ended = vi.fn<(error: unknown) => void>()
    const done = failure().then(ended)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(ended).toHaveBeenCalledWith(
      expect.objectContaining({
        status: 0,
        message: 'The server is taking too long to respond. Try again.',
      }),
    )
  })

  test('whose response stops halfway ends after the same time', async () => {
    answerWith(async (signal) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"data":'))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body)
    })
    const ended = failure()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await ended).toMatchObject({ status: 0, message: expect.stringContaining('too long') as string })
  })

  test('that can’t be sent, or whose connection is reset, says so', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure()).toMatchObject({
      status: 0,
      message: 'Can’t reach the server. Check your connection and try again.',
    })
  })

  test('whose response breaks off isn’t taken for an answer, as what it asked for may be done', async () => {
    answerWith(async () => new Response('{"data":{"id"'))
    expect(await failure()).toMatchObject({ status: 0, message: 'Something went wrong. Try again.' })
  })

  test('that a proxy answers in HTML says what to do', async () => {
    answerWith(async () => new Response('<h1>Service Unavailable</h1>', { status: 503 }))
    expect(await failure()).toMatchObject({ status: 503, message: 'Something went wrong. Try again.' })
  })

  test('that is rejected has the words of the service, and those about the first field', async () => {
    const error = {
      message: 'Some values are invalid',
      details: { title: 'Enter a title', link: 'Not that' },
    }
    answerWith(async () => Response.json({ error }, { status: 422 }))
    expect(await failure()).toMatchObject({
      status: 422,
      message: 'Some values are invalid',
      field: 'title',
      detail: 'Enter a title',
      isBusy: false,
    })
  })

  test('whose earlier attempt is still under way can be sent again later', async () => {
    const error = { message: 'The same request is already in progress' }
    answerWith(async () => Response.json({ error }, { status: 409, headers: { 'retry-after': '1' } }))
    expect(await failure()).toMatchObject({ status: 409, isBusy: true })
    answerWith(async () => Response.json({ error: { message: 'It was canceled' } }, { status: 409 }))
    expect(await failure()).toMatchObject({ status: 409, isBusy: false })
  })
})

test('a write has its version and its key, so that the same attempt isn’t carried out twice', async () => {
  const sent = answerWith(async () => Response.json({ data: { id: 7 } }))
  const write = { method: 'PUT', version: 3, key: 'same' } as const
  expect(await call('/meetings/7', { title: 'Keys' }, write)).toEqual({ data: { id: 7 } })
  expect(sent).toMatchObject([
    {
      path: '/api/x/portal/meetings/7',
      method: 'PUT',
      headers: { 'if-match': '"3"', 'idempotency-key': 'same' },
      body: '{"title":"Keys"}',
    },
  ])
})

test('a write without an answer to give is done once it has been carried out', async () => {
  answerWith(async () => new Response(null, { status: 204 }))
  expect(await call('/sign-out', {})).toBeUndefined()
})

describe('a file of the portal', () => {
  const problem = () => checkFile('/files/plan.txt').then(String, ({ message }: PortalError) => message)

  test('is asked for without its content', async () => {
    const sent = answerWith(async () => new Response(null))
    await checkFile('/files/plan.txt')
    expect(sent).toMatchObject([{ path: '/files/plan.txt', method: 'HEAD' }])
  })

  test.each([
    [403, 'This file is no longer shared with you.'],
    [404, 'This file is no longer shared with you.'],
    [409, 'This file can’t be downloaded. Ask the sender for a copy.'],
    [429, 'Too many requests. Wait a minute and try again.'],
    [500, 'Something went wrong. Try again.'],
  ])('that is answered with %s can’t be downloaded', async (status, message) => {
    answerWith(async () => new Response(null, { status }))
    expect(await problem()).toBe(message)
  })

  test('can’t be downloaded without a connection, or from a server that doesn’t answer', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await problem()).toBe('Can’t reach the server. Check your connection and try again.')
    answerWith(until)
    const slow = problem()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await slow).toBe('The server is taking too long to respond. Try again.')
  })
})
