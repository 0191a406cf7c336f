import { expect, test } from 'vitest'

import type { OneDocument } from '#api/documents.ts'

import { documentReminder } from './document-email.ts'

const session = { account: { id: 1, name: 'Bureau' }, user: { name: 'Ada Finch' } } as Parameters<
  typeof documentReminder
>[1]
const proposal = {
  kind: 'proposal',
  number: 'PRO-2026-0001',
  title: 'Rebranding',
  customer_name: 'Zoë',
  customer_email: 'zoe@example.com',
  sent_at: '2026-01-05T23:30:00.000000Z',
  ends_on: '2026-02-28',
  editions: 1,
  sender: { name: 'Ødegård & Søn', time_zone: 'Europe/Oslo' },
} as OneDocument

test('a reminder of a proposal says when it was sent, where the business is, and until when it can be accepted', () => {
  const { to, subject, message } = documentReminder(proposal, session)
  expect(to).toBe('zoe@example.com')
  expect(subject).toBe('Reminder: proposal PRO-2026-0001 from Ødegård & Søn')
  expect(message).toContain('We sent you proposal PRO-2026-0001 on 6 Jan 2026')
  expect(message).toContain('It’s valid until 28 Feb 2026.')
})

test('a reminder of a contract asks for the signature and names no last day', () => {
  const { message } = documentReminder({ ...proposal, kind: 'contract', number: 'CON-2026-0001' }, session)
  expect(message).toContain('we haven’t received your signature yet')
  expect(message).toContain('Please review and sign it')
  expect(message).not.toContain('28 Feb')
})
