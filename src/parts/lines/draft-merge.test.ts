import { expect, test } from 'vitest'

import { type DraftForm, emptyDraft, emptyLine } from '#api/invoice-draft.ts'

import { mergeDrafts } from './draft-merge.ts'

const draft = (price: string, more: Partial<DraftForm> = {}): DraftForm => ({
  ...emptyDraft({ currency: 'EUR', payment_days: 30, tax_rate: 0 }),
  lines: [{ ...emptyLine(), description: 'Poster', price, discount: '0' }],
  ...more,
})

test('a price read with other decimals than it was typed with is not a change by somebody else', () => {
  const { merged, conflicts, taken } = mergeDrafts({
    base: draft('100.5'),
    mine: draft('200'),
    theirs: draft('100.50', { notes: 'Thank you' }),
  })
  expect(conflicts).toEqual([])
  expect(taken).toEqual(['Notes'])
  expect(merged.lines[0]).toMatchObject({ description: 'Poster', price: '200.00', discount: '' })
  expect(merged.notes).toBe('Thank you')
})

test('two people who change the same price choose between both', () => {
  const { conflicts } = mergeDrafts({ base: draft('100'), mine: draft('200'), theirs: draft('300') })
  expect(conflicts.map(({ label }) => label)).toEqual(['Lines'])
})
