import { expect, test } from 'vitest'

import { invoiceLanguages } from '../invoices/looks.ts'
import { creditNoteEmail, invoiceEmail, receiptEmail, reminderEmail } from './invoice-email-texts.ts'

const facts = {
  customer: 'Zoë Ødegård',
  company: 'Acme',
  sender: 'Robin',
  number: 'INV-7',
  amount: '205,70 €',
  bank_details: 'IBAN LT12',
  link: 'https://pay.example/INV-7',
}

test.each(invoiceLanguages)('an email in %s says everything, and has nothing left to fill', (language) => {
  const day = '22.11.2026'
  const emails = [
    invoiceEmail({ ...facts, language, due: { day } }),
    invoiceEmail({ ...facts, language, due: { days: 14 } }),
    reminderEmail({ ...facts, language, due: { day } }),
    creditNoteEmail({ ...facts, language, number: 'CN-1', invoice: 'INV-7' }),
    receiptEmail({ ...facts, language, paid: '205,70 €', day, isSettled: true }),
    receiptEmail({ ...facts, language, paid: '5,00 €', day, isSettled: false }),
  ]
  for (const { subject, message } of emails) {
    expect(`${subject}${message}`).not.toMatch(/[{}]|undefined/)
    expect(subject).toMatch(/INV-7/)
    expect(message).toContain('Zoë Ødegård')
    expect(message).toContain('205,70 €')
    expect(message).toMatch(/\nRobin\nAcme$/)
  }
  const [dated, inDays, reminder] = emails
  expect(dated?.message).toContain(day)
  expect(reminder?.message).toContain(day)
  expect(inDays?.message).toContain('14')
  for (const { message } of [dated, reminder].filter((email) => email !== undefined))
    expect(message).toMatch(/\n\n.*:\nIBAN LT12\n\n.*:\nhttps:\/\/pay\.example\/INV-7\n\n/)
})

test.each([
  [0, 'It’s due on receipt.'],
  [1, 'It’s due within 1 day.'],
  [30, 'It’s due within 30 days.'],
])('terms of %i days are a sentence', (days, sentence) => {
  expect(invoiceEmail({ ...facts, language: 'en', due: { days } }).message).toContain(sentence)
})

test('names of placeholders in data stay data', () => {
  const email = invoiceEmail({
    ...facts,
    language: 'en',
    customer: '{company}',
    bank_details: '{amount}',
    due: { days: 0 },
  })
  expect(email.message).toContain('Hello {company},')
  expect(email.message).toContain('Please pay to:\n{amount}')
})
