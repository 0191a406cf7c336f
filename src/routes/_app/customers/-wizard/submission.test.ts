import { expect, test } from 'vitest'

import { ApiError } from '#api/errors.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'

import {
  type Attempt,
  type Submission,
  type SubmissionEvent,
  isDefinite,
  isInProgress,
  isSameCustomer,
  nextMove,
  reduceSubmission,
} from './submission.ts'

const lost: Attempt = {
  key: 'k1',
  fingerprint: 'same',
  email: 'a@b.c',
  name: 'A',
  last_name: 'B',
  outcome: 'open',
}
const fresh = { supportsIdempotency: true, freshKey: () => 'k2' }

test('a first submission uses a new key', () => {
  expect(nextMove(undefined, 'same', fresh)).toEqual({ kind: 'send', key: 'k2' })
})

test('after a lost response the same request reuses its key', () => {
  expect(nextMove(lost, 'same', fresh)).toEqual({ kind: 'send', key: 'k1' })
})

test('a service without idempotency keys is asked whether the customer exists before anything is sent again', () => {
  expect(nextMove(lost, 'same', { ...fresh, supportsIdempotency: false })).toEqual({ kind: 'check' })
})

test('a form changed after a lost response isn’t sent before checking', () => {
  expect(nextMove(lost, 'changed', fresh)).toEqual({ kind: 'check' })
})

test('a corrected form gets a new key, an unchanged one keeps its own', () => {
  const refused = { ...lost, outcome: 'refused' } as const
  expect(nextMove(refused, 'changed', fresh)).toEqual({ kind: 'send', key: 'k2' })
  expect(nextMove(refused, 'same', fresh)).toEqual({ kind: 'send', key: 'k1' })
})

const { outcome: _outcome, ...attempt } = lost
const ada = { id: 7, email: 'A@b.c', name: 'a', last_name: 'B' } as CustomerRow
const invalid = new ApiError('refused', 'Some values are invalid')

/** The submission after those events, from an untouched form. */
const after = (...events: SubmissionEvent[]): Submission =>
  events.reduce(reduceSubmission, { phase: { kind: 'idle' }, attempt: undefined })

const started: SubmissionEvent = { kind: 'started', attempt }

test('an attempt is unresolved from the first byte until the service confirms that nothing was created', () => {
  expect(after(started).attempt?.outcome).toBe('open')
  expect(after(started, { kind: 'refused', error: invalid }).attempt?.outcome).toBe('refused')
  expect(after(started, { kind: 'rate-limited', seconds: 5 }).attempt?.outcome).toBe('refused')
  expect(after(started, { kind: 'unanswered', after: 'lost' }).attempt?.outcome).toBe('open')
})

test('a lost response is resolved by checking the service', () => {
  const checked = (found: CustomerRow | false | undefined) =>
    after(started, { kind: 'checking' }, { kind: 'checked', after: 'lost', found })
  expect(checked(ada).phase).toEqual({ kind: 'found', customer: ada })
  expect(checked(false)).toEqual({
    phase: { kind: 'lost', exists: false },
    attempt: { ...attempt, outcome: 'refused' },
  })
  expect(checked(undefined)).toEqual({
    phase: { kind: 'lost', exists: undefined },
    attempt: { ...attempt, outcome: 'open' },
  })
})

test('a wait counts down from at most five minutes, and canceling it leaves nothing unresolved', () => {
  const waiting = after(started, { kind: 'rate-limited', seconds: 9000 })
  expect(waiting.phase).toEqual({ kind: 'waiting', seconds: 300 })
  expect(reduceSubmission(waiting, { kind: 'abandoned' }).phase).toEqual({ kind: 'stopped', exists: false })
})

test('progress that arrives late changes nothing', () => {
  const failed = after(started, { kind: 'refused', error: invalid })
  expect(reduceSubmission(failed, { kind: 'progressed', share: 1 })).toBe(failed)
})

test('only an error can be dismissed', () => {
  const failed = after(started, { kind: 'refused', error: invalid })
  expect(reduceSubmission(failed, { kind: 'dismissed' }).phase).toEqual({ kind: 'idle' })
  const sending = after(started)
  expect(reduceSubmission(sending, { kind: 'dismissed' })).toBe(sending)
})

test('the form is locked while something is in progress', () => {
  expect(isInProgress(after(started).phase)).toBe(true)
  expect(isInProgress(after(started, { kind: 'checking' }).phase)).toBe(true)
  expect(isInProgress(after(started, { kind: 'created' }).phase)).toBe(false)
})

test('a key that was used with another body leaves it unknown whether the customer exists', () => {
  const reused = new ApiError('refused', 'Used', { fields: { 'Idempotency-Key': 'Used' } })
  expect(isDefinite(reused)).toBe(false)
  expect(isDefinite(invalid)).toBe(true)
  expect(isDefinite(new ApiError('broken', 'Server error'))).toBe(false)
})

test('the same person is recognized regardless of case and accents', () => {
  expect(isSameCustomer(ada, lost)).toBe(true)
  expect(isSameCustomer({ ...ada, last_name: 'Bé' } as CustomerRow, { ...lost, last_name: 'be' })).toBe(true)
  expect(isSameCustomer({ ...ada, email: 'x@b.c' } as CustomerRow, lost)).toBe(false)
})
