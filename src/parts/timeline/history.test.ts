import { expect, test } from 'vitest'

import type { Invoice } from '#contract/invoices/invoices.ts'

import { historyOf, kindTitle } from './history.ts'

const person = { name: 'Ana', last_name: 'Horvat' }
const common = { subject_id: 1, caused_by: 'Mara' }

test('notes and activity share one timeline, newest first', () => {
  const entries = historyOf({
    ...person,
    notes: [
      {
        ...common,
        id: 1,
        description: 'Note added',
        note: 'Called',
        event: 'note',
        subject_type: 'customer',
        subject_title: 'A B',
        created_at: '2026-05-02T10:00:00.000000Z',
      },
    ],
    activity_log: [
      {
        ...common,
        id: 1,
        description: 'Invoice sent',
        event: 'sent',
        subject_type: 'invoice',
        subject_title: 'INV-1',
        created_at: '2026-05-02T10:00:01Z',
      },
      {
        ...common,
        id: 2,
        description: 'Proposal sent',
        event: 'sent',
        subject_type: 'proposal',
        subject_title: 'P-1',
        created_at: '2026-05-01T10:00:00Z',
      },
    ],
  })
  expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['invoice', 'INV-1'],
    ['note', 'Called'],
    ['proposal', 'P-1'],
  ])
})

test('a kind is named in the plural', () => {
  expect(['note', 'invoice_template'].map(kindTitle)).toEqual(['Notes', 'Invoice templates'])
})

const invoice = (more: Partial<Invoice>): Invoice => ({
  id: 7,
  invoice_number: 'INV-7',
  customer_id: 1,
  customer_name: 'Ana Horvat',
  customer_email: 'ana@example.com',
  status: 'draft',
  total_amount: 10,
  currency: 'EUR',
  due_date: '2026-05-20',
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-03T10:00:00Z',
  line_items: [],
  ...more,
})
const titlesOf = (one: Invoice, log: Parameters<typeof historyOf>[0]['activity_log'] = []) =>
  historyOf({ ...person, notes: [], activity_log: log }, [one]).map(
    ({ title, at }) => `${title} ${at.slice(0, 10)}`,
  )

test('an invoice shows when it was created and when it got its current status', () => {
  expect(titlesOf(invoice({}))).toEqual(['Invoice created 2026-05-01'])
  expect(titlesOf(invoice({ status: 'paid' }))).toEqual([
    'Invoice paid 2026-05-03',
    'Invoice created 2026-05-01',
  ])
  expect(titlesOf(invoice({ status: 'overdue' }))).toEqual([
    'Invoice overdue 2026-05-20',
    'Invoice created 2026-05-01',
  ])
  expect(titlesOf(invoice({ status: 'sent', updated_at: '2026-05-01T10:00:00Z' }))).toEqual([
    'Invoice sent 2026-05-01',
  ])
  expect(titlesOf(invoice({ status: 'on hold' }))).toEqual(['Invoice created 2026-05-01'])
})

test('what the service reports about an invoice isn’t repeated', () => {
  const sent = {
    ...common,
    id: 1,
    subject_id: 7,
    description: 'Invoice sent',
    event: 'sent',
    subject_type: 'invoice',
    subject_title: 'INV-7',
    created_at: '2026-05-02T10:00:00Z',
  }
  expect(titlesOf(invoice({ status: 'sent' }), [sent])).toEqual([
    'Invoice sent 2026-05-02',
    'Invoice created 2026-05-01',
  ])
})

test('an entry about an invoice of the list leads to it instead of repeating its number', () => {
  const sent = {
    ...common,
    id: 1,
    subject_id: 7,
    description: 'Invoice emailed',
    event: 'emailed',
    subject_type: 'invoice',
    subject_title: 'INV-7',
    created_at: '2026-05-02T10:00:00Z',
  }
  const entryFor = (invoices: readonly Invoice[]) =>
    historyOf({ ...person, notes: [], activity_log: [sent] }, invoices).find(
      ({ key }) => key === 'activity-1',
    )
  expect(entryFor([invoice({})])).toMatchObject({ text: '', invoice: { id: 7 } })
  expect(entryFor([])).toMatchObject({ text: 'INV-7' })
})

test('an entry about the customer doesn’t repeat their name', () => {
  const created = {
    ...common,
    id: 1,
    description: 'Customer created',
    event: 'created',
    subject_type: 'customer',
    subject_title: 'Ana Horvat',
    created_at: '2026-05-02T10:00:00Z',
  }
  const [entry] = historyOf({ ...person, notes: [], activity_log: [created] })
  expect(entry).toMatchObject({ title: 'Customer created', text: '' })
})
