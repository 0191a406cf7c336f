import { expect, test } from 'vitest'

import { type Stopped, checkAgain, deleteAll } from './deletion.ts'
import { ApiError, type ErrorKind } from './errors.ts'

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const failure = (kind: ErrorKind) => new ApiError(kind, 'Something failed')

/** A service with those customers. `fail` may throw before or after `work`, and instead of a check. */
function serviceWith(
  ids: readonly number[],
  fail: {
    remove?: (request: number, work: () => void) => void
    check?: (request: number) => void
  } = {},
) {
  const there = new Set(ids)
  const counts = { removals: 0, checks: 0, pausedMs: 0, largest: 0 }
  const shown: string[] = []
  return {
    there,
    counts,
    shown,
    steps: {
      async remove(some: readonly number[]) {
        counts.removals += 1
        counts.largest = Math.max(counts.largest, some.length)
        const work = () => {
          if (some.some((id) => !there.has(id))) throw failure('absent')
          for (const id of some) there.delete(id)
        }
        if (fail.remove) fail.remove(counts.removals, work)
        else work()
      },
      async existing(some: readonly number[]) {
        counts.checks += 1
        fail.check?.(counts.checks)
        return some.filter((id) => there.has(id))
      },
      async pause(ms: number) {
        counts.pausedMs += ms
      },
      onProgress: (progress: { kind: string; done?: number }) =>
        shown.push(`${progress.kind} ${progress.done ?? ''}`.trim()),
    },
  }
}

test('a large selection is deleted in requests of at most 1,000, with progress', async () => {
  const { steps, counts, there, shown } = serviceWith(range(2_500))
  expect(await deleteAll(range(2_500), steps)).toEqual({ kind: 'deleted' })
  expect(there.size).toBe(0)
  expect(counts).toMatchObject({ removals: 3, largest: 1_000, checks: 0 })
  expect(shown).toEqual(['sending 0', 'sending 1000', 'sending 2000'])
})

test.each(['timeout', 'offline', 'broken'] as const)(
  'a deletion whose response is lost (%s) succeeded if no customer is left',
  async (kind) => {
    const { steps, counts } = serviceWith(range(1_200), {
      remove(request, work) {
        work()
        if (request === 1) throw failure(kind)
      },
    })
    expect(await deleteAll(range(1_200), steps)).toEqual({ kind: 'deleted' })
    expect(counts.checks).toBe(1)
  },
)

test('a deletion that failed partway reports what was deleted', async () => {
  const { steps, there } = serviceWith(range(1_000), {
    remove() {
      for (const id of range(998)) there.delete(id)
      throw failure('broken')
    },
  })
  expect(await deleteAll(range(1_000), steps)).toMatchObject({
    kind: 'stopped',
    deleted: 998,
    left: [999, 1_000],
    unclear: [],
  })
})

test('a deletion still in progress gets a few seconds before it counts as failed', async () => {
  const { steps, counts, there } = serviceWith(range(20), {
    remove() {
      throw failure('timeout')
    },
    check(request) {
      if (request === 3) there.clear()
    },
  })
  expect(await deleteAll(range(20), steps)).toEqual({ kind: 'deleted' })
  expect(counts.pausedMs).toBeGreaterThan(0)
})

test('a deletion that never arrived deletes nobody, and the rest isn’t sent', async () => {
  const { steps } = serviceWith(range(1_500), {
    remove() {
      throw failure('offline')
    },
  })
  expect(await deleteAll(range(1_500), steps)).toMatchObject({
    kind: 'stopped',
    deleted: 0,
    left: range(1_500),
    unclear: [],
  })
})

test('if the check fails too, the outcome is unknown, neither deleted nor kept', async () => {
  let isDown = true
  const { steps, counts } = serviceWith(range(1_500), {
    remove(request, work) {
      work()
      if (request === 1) throw failure('timeout')
    },
    check() {
      if (isDown) throw failure('offline')
    },
  })
  const outcome = (await deleteAll(range(1_500), steps)) as Stopped
  expect(outcome).toMatchObject({ kind: 'stopped', deleted: 0, unclear: range(1_000) })
  expect(outcome.left).toEqual(range(1_500).slice(1_000))
  expect(counts.checks).toBeLessThan(6)
  expect(await checkAgain(outcome, steps)).toBe(outcome)
  isDown = false
  expect(await checkAgain(outcome, steps)).toMatchObject({
    deleted: 1_000,
    unclear: [],
    left: range(1_500).slice(1_000),
  })
})

test('after a 404 nothing was deleted, and one check finds who is missing', async () => {
  const { steps, counts, there } = serviceWith(range(1_000))
  there.delete(7)
  there.delete(8)
  const outcome = await deleteAll(range(1_000), steps)
  expect(outcome).toMatchObject({ kind: 'stopped', deleted: 0, missing: 2, unclear: [] })
  expect((outcome as Stopped).left).toHaveLength(998)
  expect(counts.checks).toBe(1)
})

test('an error response is trusted', async () => {
  const { steps, counts } = serviceWith(range(3), {
    remove() {
      throw failure('forbidden')
    },
  })
  expect(await deleteAll(range(3), steps)).toMatchObject({ deleted: 0, left: range(3), unclear: [] })
  expect(counts.checks).toBe(0)
})
