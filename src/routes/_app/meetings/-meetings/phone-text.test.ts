import { expect, test } from 'vitest'

import { setFormatRegion } from '#lib/locale.ts'

import { phoneText } from './phone-text.ts'

setFormatRegion('GB')

const row = {
  starts_at: '2026-11-24T09:00:00.000000Z',
  ends_at: '2026-11-24T10:30:00.000000Z',
  time_zone: 'Asia/Kolkata',
  customer_name: 'Amara Wanjiru',
  made_by_customer: false,
}

test('a row on a phone begins with the time where the business is, and names the customer after it', () => {
  expect(phoneText(row, 'UTC')).toBe('Tue, 24 Nov 2026, 09:00 – 10:30 · Amara Wanjiru')
  expect(phoneText({ ...row, customer_name: null }, 'UTC')).toBe('Tue, 24 Nov 2026, 09:00 – 10:30')
})

test('a row on a phone says that the customer made the meeting', () => {
  const own = { ...row, made_by_customer: true }
  expect(phoneText(own, 'UTC')).toBe('Tue, 24 Nov 2026, 09:00 – 10:30 · made by Amara Wanjiru')
  expect(phoneText({ ...own, customer_name: null }, 'UTC')).toContain('made by the customer')
})

test('without the zone of the business, the time is that where the meeting is planned', () => {
  expect(phoneText(row, undefined)).toContain('14:30 – 16:00')
})
