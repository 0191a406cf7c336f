import { expect, test } from 'vitest'

import { pluralize } from './pluralize.ts'

test('only one is singular', () => {
  expect(pluralize(1, 'invoice')).toBe('1 invoice')
  expect(pluralize(0, 'invoice')).toBe('0 invoices')
  expect(pluralize(1204, 'delivery', 'deliveries')).toBe('1,204 deliveries')
})
