import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { LiveChange } from '#contract/wire/live.ts'

import { noteBudget } from './budget.ts'
import { followChanges, liveState } from './live.ts'
import { becomeSignedOut } from './signed-out.ts'

/** The network's edge: what the browser would open. */
class Line extends EventTarget {
  static opened: Line[] = []
  isClosed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Line.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  say(data: string) {
    this.dispatchEvent(new MessageEvent('change', { data }))
  }
}

const page = Object.assign(new EventTarget(), { hidden: false })
const look = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}
const budget = (remaining: number) =>
  noteBudget((name) => (name === 'x-ratelimit-limit' ? '600' : String(remaining)))

beforeEach(() => {
  // Later than any budget that another file of this process has left.
  vi.useFakeTimers({ now: Date.now() + 120_000 })
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')))
  Line.opened = []
  page.hidden = false
  budget(600)
  return () => {
    vi.restoreAllMocks()
    // Files that share this process are loaded next, and look for a document.
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

/** A client that follows, and which of its queries became stale since it was last asked. */
function follow() {
  const client = new QueryClient()
  const keys = ['webhooks', 'deliveries', 'customers', 'contacts', 'invoices', 'overview']
  const refresh = () => keys.forEach((key) => client.setQueryData([key, 'list'], key))
  refresh()
  const stop = followChanges(client)
  const stale = () => {
    const found = keys.filter((key) => client.getQueryState([key, 'list'])?.isInvalidated)
    refresh()
    return found
  }
  return { client, stop, stale }
}

const last = () => Line.opened.at(-1) as Line

test('the stream begins with what changed since the page was requested', () => {
  vi.advanceTimersByTime(2_345)
  const { stop, stale } = follow()
  const recentMs = Number(new URL(last().url, 'http://bureau').searchParams.get('recent_ms'))
  expect(recentMs).toBeGreaterThanOrEqual(Math.floor(performance.now()))
  last().dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(1_000)
  expect(stale()).toEqual([])
  stop()
})

test('a page that first listens long after it was requested reads everything again', () => {
  vi.spyOn(performance, 'now').mockReturnValue(3_600_000)
  const { stop, stale } = follow()
  last().dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(1_000)
  expect(stale().length).toBeGreaterThan(3)
  stop()
})

test('a change invalidates the queries that show it, once per burst', () => {
  const { stop, stale } = follow()
  last().dispatchEvent(new Event('open'))
  expect(liveState()).toBe('live')
  last().say('{"topic":"deliveries","id":3}')
  last().say('{"topic":"contacts","id":null}')
  expect(stale()).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(stale()).toEqual(['webhooks', 'deliveries', 'contacts'])
  last().say('not JSON')
  last().say('{"topic":"weather","id":null}')
  vi.advanceTimersByTime(5_000)
  expect(stale()).toEqual([])
  stop()
  expect(last().isClosed).toBe(true)
  expect(liveState()).toBe('off')
})

test('the overview follows the invoices', () => {
  const { stop, stale } = follow()
  last().say('{"topic":"invoices","id":1}')
  vi.advanceTimersByTime(1_000)
  expect(stale()).toEqual(['invoices', 'overview'])
  stop()
})

test('nothing is read again while a change of this tab is being sent', async () => {
  const { client, stop, stale } = follow()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const sent = client
    .getMutationCache()
    .build(client, { mutationFn: () => answered })
    .execute(undefined)
  last().say('{"topic":"contacts","id":null}')
  vi.advanceTimersByTime(5_000)
  expect(stale()).toEqual([])
  answer()
  await sent
  vi.advanceTimersByTime(1_000)
  expect(stale()).toEqual(['contacts'])
  stop()
})

test('a lost stream reconnects with backoff, then everything is refreshed', () => {
  const { stop, stale } = follow()
  for (let attempt = 0; attempt < 10; attempt += 1) {
    last().dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(60_000)
  }
  expect(Line.opened).toHaveLength(11)
  last().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(29_000)
  expect(Line.opened).toHaveLength(11)
  vi.advanceTimersByTime(31_000)
  last().dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(1_000)
  expect(stale()).toHaveLength(6)
  stop()
})

test('while somebody signs out no stream is opened, and one is again if that fails', async () => {
  const { stop } = follow()
  const { promise, reject } = Promise.withResolvers<never>()
  const leaving = becomeSignedOut(() => promise)
  last().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(10_000)
  expect(Line.opened).toHaveLength(1)
  reject(new Error('offline'))
  await expect(leaving).rejects.toThrow('offline')
  vi.advanceTimersByTime(1_000)
  expect(Line.opened).toHaveLength(2)
  stop()
})

test('an open screen reads everything it shows again once the service has missed changes', async () => {
  const { client, stop } = follow()
  const shown = [
    'customers',
    'services',
    'invoices',
    'contacts',
    'webhooks',
    'deliveries',
    'overview',
    'views',
  ]
  const reads = new Map(shown.map((key) => [key, vi.fn<() => Promise<string>>(() => Promise.resolve(key))]))
  const hidden = vi.fn<() => Promise<string>>(() => Promise.resolve('hidden'))
  await client.prefetchQuery({ queryKey: ['customers', 'one', 7], queryFn: hidden })
  const screens = [...reads].map(([key, queryFn]) =>
    new QueryObserver(client, { queryKey: [key, 'shown'], queryFn, staleTime: Infinity }).subscribe(() => {}),
  )
  last().dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(10_000)
  for (const [key, read] of reads) expect(read, key).toHaveBeenCalledTimes(1)

  // It names every topic: it has no list of what changed while its connection to the database was lost.
  for (const topic of LiveChange.shape.topic.options) last().say(JSON.stringify({ topic, id: null }))
  await vi.advanceTimersByTimeAsync(1_000)
  for (const [key, read] of reads) expect(read, key).toHaveBeenCalledTimes(2)
  expect(hidden).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(['customers', 'one', 7])?.isInvalidated).toBe(true)
  for (const close of screens) close()
  stop()
})

test('a hidden tab closes its stream and catches up when visible again', () => {
  const { stop, stale } = follow()
  last().dispatchEvent(new Event('open'))
  look(true)
  expect(last().isClosed).toBe(true)
  vi.advanceTimersByTime(300_000)
  expect(Line.opened).toHaveLength(1)
  look(false)
  last().dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(1_000)
  expect(stale()).toHaveLength(6)
  stop()
})

test('with few requests left, nothing is refreshed until the limit resets', () => {
  const { stop, stale } = follow()
  last().dispatchEvent(new Event('open'))
  budget(3)
  last().say('{"topic":"customers","id":1}')
  vi.advanceTimersByTime(30_000)
  expect(stale()).toEqual([])
  vi.advanceTimersByTime(45_000)
  expect(stale()).toEqual(['customers', 'overview'])
  stop()
})
