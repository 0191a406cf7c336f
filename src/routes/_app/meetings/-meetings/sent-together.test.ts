import { expect, test } from 'vitest'

import type { MeetingEmail } from '#contract/meetings/meetings.ts'

import { sentTogether } from './sent-together.ts'

const email = (to: string, second: number, more: Partial<MeetingEmail> = {}) =>
  ({
    id: second,
    to: [to],
    method: 'REQUEST',
    status: 'sent',
    problem: null,
    caused_by: 'Robin',
    created_at: `2026-01-31T09:30:${String(second).padStart(2, '0')}.000000Z`,
    ...more,
  }) as MeetingEmail
const shown = (...emails: MeetingEmail[]) => sentTogether(emails).map(({ to }) => to.join(' '))

test('the invitations of one change are one entry, in the order in which people are invited', () => {
  expect(shown(email('c', 3), email('b', 2), email('a', 1))).toEqual(['a b c'])
})

test('one that failed, or was withdrawn, is an entry of its own', () => {
  expect(shown(email('c', 3), email('b', 2, { status: 'failed' }), email('a', 1))).toEqual(['c', 'b', 'a'])
  expect(shown(email('b', 2, { method: 'CANCEL' }), email('a', 1))).toEqual(['b', 'a'])
})

test('what was sent again, or later, is another entry', () => {
  expect(shown(email('a', 2), email('a', 1))).toEqual(['a', 'a'])
  expect(shown(email('b', 30), email('a', 1))).toEqual(['b', 'a'])
})
