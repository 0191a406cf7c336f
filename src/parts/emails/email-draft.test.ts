import { expect, test } from 'vitest'

import type { Invoice } from '#contract/invoices/invoices.ts'
import { placeholdersOf } from '#contract/values/placeholders.ts'

import { emailDraft, readEmail } from './email-draft.ts'

const invoice: Invoice = {
  id: 7,
  invoice_number: 'INV-2026-0007',
  customer_id: 1,
  customer_name: 'Zoë Ødegård',
  customer_email: 'zoe@example.com',
  status: 'overdue',
  total_amount: 205.7,
  currency: 'EUR',
  due_date: '2026-11-01',
  created_at: '2026-10-18T10:00:00Z',
  updated_at: '2026-10-18T10:00:00Z',
  line_items: [],
  payment_days: 14,
}
const who = {
  account: { id: 1, name: 'Acme', role: 'staff' as const },
  user: { id: 1, name: 'Robin', email: 'robin@example.com' },
}

test('an email of a draft leaves room for the number and counts the days from its sending', () => {
  const { to, subject, message } = emailDraft('invoice', { ...invoice, status: 'draft' }, who)
  expect([to, subject]).toEqual(['zoe@example.com', 'Invoice {number} from Acme'])
  expect(message).toContain('invoice {number} for €205.70 attached. It’s due within 14 days.')
})

test('a reminder names the number and the due date', () => {
  const { subject, message } = emailDraft('reminder', invoice, who)
  expect(subject).toBe('Reminder: invoice INV-2026-0007 is overdue')
  expect(message).toMatch(
    /^Hello Zoë Ødegård,\n\nThe payment of €205\.70 for invoice INV-2026-0007 was due on .*2026/,
  )
})

test('a reminder asks for what is still due', () => {
  const { message } = emailDraft('reminder', { ...invoice, amount_due: 5.7 }, who)
  expect(message).toContain('The payment of €5.70 for invoice')
})

test('an email says where to pay, and is signed by the company that the invoice is from', () => {
  const sender = {
    name: 'Acme before its new name',
    address: '',
    contact: '',
    tax_number: '',
    bank_details: 'IBAN LT12 1000 0111 0100 1000',
    payment_link: 'https://pay.example/{number}',
    invoice_footer: '',
    time_zone: 'UTC',
    logo: null,
  }
  const { subject, message } = emailDraft('invoice', { ...invoice, sender }, who)
  expect(subject).toBe('Invoice INV-2026-0007 from Acme before its new name')
  expect(message).toContain(
    '\n\nPlease pay to:\nIBAN LT12 1000 0111 0100 1000\n\nPay online:\nhttps://pay.example/INV-2026-0007\n\nThank you,',
  )
  const draft = emailDraft('invoice', { ...invoice, status: 'draft', sender }, who)
  expect(draft.message).toContain('Pay online:\n{{invoice.payment_link}}\n')
  expect(message).toMatch(/\nRobin\nAcme before its new name$/)
})

test('recipients are separated by commas, semicolons or spaces', () => {
  const draft = { to: ' a@example.com; b@example.com,c@example.com ', subject: 'Invoice', message: 'Hello' }
  expect(readEmail(draft)).toMatchObject({
    email: { to: ['a@example.com', 'b@example.com', 'c@example.com'] },
  })
})

test('a missing value is named at its field', () => {
  expect(readEmail({ to: '', subject: ' ', message: '' })).toEqual({
    problems: { to: 'Enter at least one recipient', subject: 'Enter a subject', message: 'Enter a message' },
  })
  expect(readEmail({ to: 'zoe', subject: 'Invoice', message: 'Hello' })).toEqual({
    problems: { to: 'Enter an email address, like name@example.com' },
  })
})

test('an email with an unknown placeholder isn’t sent, and one that is known is filled by the service', () => {
  const draft = { to: 'zoe@example.com', subject: '{{invoice.numbr}}', message: '{{invoice.total}}' }
  const allowed = placeholdersOf.invoice_email
  expect(readEmail(draft, allowed)).toEqual({
    problems: { subject: 'Unknown placeholder {{invoice.numbr}}. Did you mean {{invoice.number}}?' },
  })
  const right = { ...draft, subject: '{{invoice.number}}' }
  expect(readEmail(right, allowed)).toEqual({ email: { ...right, to: ['zoe@example.com'] } })
})
