import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Attempt, Autosave, type SaveState } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Failure = 'lost' | 'busy' | 'wrong'

/** A service that remembers what it was sent; `failNext` decides how the next writes fail, after doing them or not. */
function start({ text = '' }: { text?: string } = {}) {
  const sent: Attempt<string>[] = []
  const states: SaveState<Failure>[] = []
  const failures: Failure[] = []
  let keys = 0
  const autosave = new Autosave<string, Failure>(
    {
      textOf: (content) => content,
      async send(attempt) {
        sent.push(attempt)
        const failure = failures.shift()
        if (failure) throw failure
        return `v${sent.length}`
      },
      outcomeOf: (failure) => ({ lost: 'unknown', busy: 'not-done', wrong: 'refused' } as const)[failure],
      onState: (state) => states.push(state),
      freshKey: () => `key-${(keys += 1)}`,
    },
    { content: text, text, version: text === '' ? undefined : 'v0' },
  )
  return { autosave, sent, failures, state: () => states.at(-1)?.kind }
}

test('what is typed is saved once nobody types for a moment', async () => {
  const { autosave, sent, state } = start()
  for (const text of ['a', 'ab', 'abc']) {
    autosave.change(text)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(state()).toBe('waiting')
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toEqual([{ content: 'abc', key: 'key-1', version: undefined }])
  expect(state()).toBe('saved')
  expect(autosave.hasUnsaved()).toBe(false)
})

test('what is typed during a save is saved after it, under the version that the save returned', async () => {
  const { autosave, sent } = start({ text: 'a' })
  autosave.change('b')
  const saved = autosave.flush()
  autosave.change('c')
  expect(await saved).toBe(true)
  expect(sent.map(({ content, version }) => [content, version])).toEqual([
    ['b', 'v0'],
    ['c', 'v1'],
  ])
})

test('a write whose response was lost is repeated as it was, before anything newer', async () => {
  const { autosave, sent, failures, state } = start({ text: 'a' })
  failures.push('lost', 'lost')
  autosave.change('b')
  expect(await autosave.flush()).toBe(false)
  expect(state()).toBe('failed')
  autosave.change('c')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ content, key, version }) => [content, key, version])).toEqual([
    ['b', 'key-1', 'v0'],
    ['b', 'key-1', 'v0'],
    ['b', 'key-1', 'v0'],
    ['c', 'key-2', 'v3'],
  ])
  expect(state()).toBe('saved')
})

test('a write that was not done is sent again with what is newest', async () => {
  const { autosave, sent, failures } = start()
  failures.push('busy')
  autosave.change('a')
  await autosave.flush()
  autosave.change('b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ content }) => content)).toEqual(['a', 'b'])
})

test('a refused write is not repeated until something changes', async () => {
  const { autosave, sent, failures, state } = start()
  failures.push('wrong')
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state()).toBe('refused')
  expect(sent).toHaveLength(1)
  expect(autosave.hasUnsaved()).toBe(true)
  autosave.change('b')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toBe('saved')
})

test('what can’t be saved as it is is not sent, and not forgotten', async () => {
  const { autosave, sent, state } = start({ text: 'a' })
  autosave.change(null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toBe('blocked')
  expect(autosave.hasUnsaved()).toBe(true)
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toBe('saved')
  expect(sent).toEqual([])
})

test('after a merge, saving goes on from the version of the others', async () => {
  const { autosave, sent, failures } = start({ text: 'a' })
  failures.push('wrong')
  autosave.change('mine')
  await autosave.flush()
  autosave.rebase('v7', 'theirs')
  autosave.change('both')
  await autosave.flush()
  expect(sent.at(-1)).toMatchObject({ content: 'both', version: 'v7' })
})

test('a closed editor sends nothing any more', async () => {
  const { autosave, sent } = start()
  autosave.change('a')
  autosave.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  expect(autosave.hasUnsaved()).toBe(false)
})
