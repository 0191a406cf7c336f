import { expect, test } from 'vitest'

import { nobodyBilled } from '#contract/invoices/document-sender.ts'

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
  exemption: null,
  line_items: [{ kind: 'item' as const, description: 'Lettering', tax_rate: 19 }],
}
const today = '2026-06-01'

test('an invoice with everything lacks nothing, whatever its due date says while it has terms', () => {
  expect(checksOf(complete, today)).toEqual({ blockers: [], sender: [], customer: [], lacksExemption: false })
})

test('what the sender and the customer lack is named', () => {
  const sender = { ...complete.sender, address: '', bank_details: '' }
  const billed_to = { ...nobodyBilled, company: 'Harbor Clinic' }
  expect(checksOf({ ...complete, sender, billed_to }, today)).toEqual({
    blockers: [],
    sender: ['address', 'bank details'],
    customer: ['address'],
    lacksExemption: false,
  })
})

test('without lines, with a line without a description, below zero or past its due date it can’t be sent', () => {
  const tax = { kind: 'tax' as const, description: '', tax_rate: 19 }
  expect(checksOf({ ...complete, line_items: [tax] }, today).blockers).toEqual(['Add at least one line.'])
  const blank = { kind: 'item' as const, description: ' ', tax_rate: 19 }
  const wrong = { ...complete, line_items: [blank, blank], total_amount: -1, payment_days: null }
  expect(checksOf(wrong, today).blockers).toEqual([
    'Every line needs a description.',
    'The total can’t be negative.',
    'The due date has passed. Choose a later one.',
  ])
})

test('lines at 0% need a reason, unless nobody taxes anything, and some reasons need the customer’s tax number', () => {
  const line_items = [{ kind: 'item' as const, description: 'Lettering', tax_rate: 0 }]
  const untaxed = { ...complete, line_items }
  expect(checksOf(untaxed, today)).toMatchObject({ lacksExemption: true, customer: [] })
  const small = { ...untaxed, sender: { ...complete.sender, tax_number: '' } }
  expect(checksOf(small, today)).toMatchObject({ lacksExemption: false })
  const reverse = { ...untaxed, exemption: 'AE' as const }
  expect(checksOf(reverse, today)).toMatchObject({ lacksExemption: false, customer: ['tax number'] })
  const billed_to = { ...complete.billed_to, tax_number: 'DE123456789' }
  expect(checksOf({ ...reverse, billed_to }, today).customer).toEqual([])
})
