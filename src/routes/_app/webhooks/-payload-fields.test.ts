import { expect, test } from 'vitest'

import { payloadFields } from './-payload-fields.ts'

test('conditions offer every value of the samples once', () => {
  const samples = [
    { type: 'a.b', data: { id: 1, tags: ['x'], owner: { email: null } } },
    { type: 'c.d', data: { id: 2, total: 9.5 } },
    null,
  ]
  expect(payloadFields(samples)).toEqual(['type', 'data.id', 'data.owner.email', 'data.total'])
})
