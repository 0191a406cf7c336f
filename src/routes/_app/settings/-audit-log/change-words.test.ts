import { expect, test } from 'vitest'

import { fieldLabel, keptText, valueText } from './change-words.ts'

test.each([
  ['role', 'accountant', 'Accountant'],
  ['abilities', '["settings.manage","contacts.view"]', 'Manage settings and View contacts'],
  ['filters', '{"search":"zoe","is_active":"true"}', 'Search: zoe\nIs active: true'],
  ['filters', '{"search":"cut off…', '{"search":"cut off…'],
  ['events', ['customer.created', 'customer.updated'], 'customer.created and customer.updated'],
  ['required', false, 'No'],
  ['timeout', 15, '15'],
  ['name', null, ''],
  ['failing_webhooks', ['in_app', 'email'], 'in Bureau and by email'],
  ['overdue_invoices', [], 'Off'],
  ['digest_every', 'week', 'Weekly'],
  ['digest_weekday', 7, 'Sunday'],
  ['digest_hour', 8, '8:00'],
  ['list', '/invoices', 'Invoices'],
  ['columns', '{"email":true}', 'Email: true'],
  ['because', 'gone', 'The receiver answered 410 Gone'],
  ['keep_days', null, 'forever'],
  ['keep_days', 730, '2 years'],
])('%s %j reads “%3$s”', (name, value, text) => {
  expect(valueText(name, value)).toBe(text)
})

test('fields have names in words, also those of a newer service', () => {
  expect(fieldLabel('header_names')).toBe('Headers')
  expect(fieldLabel('number_pattern')).toBe('Number pattern')
  expect([90, 365, 1825].map(keptText)).toEqual(['90 days', '1 year', '5 years'])
})
