import { expect, test } from 'vitest'

import { counted } from './counted.ts'

test('one of something is one, any other number is many', () => {
  expect(counted(1, 'invoice')).toBe('1 invoice')
  expect(counted(0, 'invoice')).toBe('0 invoices')
  expect(counted(1204, 'delivery', 'deliveries')).toBe('1,204 deliveries')
})
