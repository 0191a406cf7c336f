import { expect, test } from 'vitest'

import type { OneDocument } from '#api/documents.ts'
import { standardLook } from '#contract/invoices/looks.ts'

import { documentEmail, documentReminder } from './document-email.ts'

const session = { account: { id: 1, name: 'Bureau' }, user: { name: 'Ada Finch' } } as Parameters<
  typeof documentReminder
>[1]
const proposal = {
  kind: 'proposal',
  number: 'PRO-2026-0001',
  title: 'Rebranding',
  customer_name: 'Zoë',
  signers: [] as OneDocument['signers'],
  customer_email: 'zoe@example.com',
  sent_at: '2026-01-05T23:30:00.000000Z',
  ends_on: '2026-02-28',
  editions: 1,
  sender: { name: 'Ødegård & Søn', time_zone: 'Europe/Oslo' },
  look: { ...standardLook, region: 'NO' },
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

test('an email is in the language and region of the document, not in those of the person who writes it', () => {
  const look = { ...standardLook, language: 'de', region: 'CH' } as const
  const { subject, message } = documentEmail({ ...proposal, look }, session)
  expect(subject).toBe('Angebot PRO-2026-0001 von Ødegård & Søn: Rebranding')
  expect(message).toBe(
    'Guten Tag Zoë,\n\nanbei erhalten Sie unser Angebot PRO-2026-0001. Es ist bis zum 28.02.2026 gültig.\n\n' +
      'Bitte teilen Sie uns mit, ob Sie es annehmen.\n\nVielen Dank und freundliche Grüße\nAda Finch\nØdegård & Søn',
  )
})
