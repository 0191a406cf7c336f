import { expect, test } from 'vitest'

import { historyOf, kindTitle } from './history.ts'

const common = { subject_id: 1, caused_by: 'Mara' }

test('notes and activity stand on one line of time, newest first', () => {
  const entries = historyOf({
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
