import { expect, test } from 'vitest'

import { nobodyBilled } from '#contract/document-sender.ts'

import { checksOf } from './-send-checks.ts'

const complete = {
  sender: {
    name: 'Ours',
    address: '1 Quay Street',
    contact: '',
    tax_number: 'IE1',
    bank_details: 'IBAN',
    payment_link: '',
    invoice_footer: '',
    time_zone: 'UTC',
    logo: null,
  },
  billed_to: { ...nobodyBilled, address: '2 Hill Road' },
  total_amount: 100,
  payment_days: 14,
  due_date: '2026-01-01',
  line_items: [{ kind: 'item' as const, description: 'Lettering' }],
}
const today = '2026-06-01'

test('an invoice with everything lacks nothing, whatever its due date says while it has terms', () => {
  expect(checksOf(complete, today)).toEqual({ blockers: [], sender: [], hasCustomerAddress: true })
})

test('what the sender and the customer lack is named', () => {
  const sender = { ...complete.sender, address: '', bank_details: '' }
  const billed_to = { ...nobodyBilled, company: 'Harbor Clinic' }
  expect(checksOf({ ...complete, sender, billed_to }, today)).toEqual({
    blockers: [],
    sender: ['address', 'bank details'],
    hasCustomerAddress: false,
  })
})

test('without lines, with a line without a description, below zero or past its due date it can’t be sent', () => {
  const tax = { kind: 'tax' as const, description: '' }
  expect(checksOf({ ...complete, line_items: [tax] }, today).blockers).toEqual(['Add at least one line.'])
  const blank = { kind: 'item' as const, description: ' ' }
  const wrong = { ...complete, line_items: [blank, blank], total_amount: -1, payment_days: null }
  expect(checksOf(wrong, today).blockers).toEqual([
    'Every line needs a description.',
    'The total can’t be negative.',
    'The due date has passed. Choose a later one.',
  ])
})
