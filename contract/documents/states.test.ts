import { describe, expect, test } from 'vitest'

import { contractAfter, contractAllows, contractMoves, contractStatuses } from './contract-states.ts'
import { proposalAfter, proposalAllows, proposalMoves, proposalStatuses } from './proposal-states.ts'

/** Every move of every status: what follows, or nothing. */
const proposals: Record<string, Record<string, string>> = {
  draft: { send: 'sent' },
  sent: { view: 'viewed', accept: 'accepted', decline: 'declined', expire: 'expired', revise: 'draft' },
  viewed: { accept: 'accepted', decline: 'declined', expire: 'expired', revise: 'draft' },
  accepted: {},
  declined: { revise: 'draft' },
  expired: { revise: 'draft' },
}
const contracts: Record<string, Record<string, string>> = {
  draft: { send: 'sent' },
  sent: { view: 'sent', sign: 'signed', decline: 'declined', revise: 'draft' },
  signed: { end: 'ended' },
  declined: { revise: 'draft' },
  ended: {},
}
const every = <Status extends string, Move extends string>(
  statuses: readonly Status[],
  moves: readonly Move[],
) => statuses.flatMap((status) => moves.map((move) => ({ status, move })))

describe('a proposal', () => {
  test.each(every(proposalStatuses, proposalMoves))(
    'that is $status, when somebody wants to $move it',
    ({ status, move }) => {
      expect(proposalAfter(status, move)).toBe(proposals[status]?.[move])
      expect(proposalAllows(status, move)).toBe(proposals[status]?.[move] !== undefined)
    },
  )

  test('is edited and deleted as a draft, emailed while it’s open or accepted, and converted once it’s accepted', () => {
    const where = (action: 'edit' | 'delete' | 'email' | 'remind' | 'convert') =>
      proposalStatuses.filter((status) => proposalAllows(status, action))
    expect(where('edit')).toEqual(['draft'])
    expect(where('delete')).toEqual(['draft'])
    expect(where('email')).toEqual(['sent', 'viewed', 'accepted'])
    expect(where('remind')).toEqual(['sent', 'viewed'])
    expect(where('convert')).toEqual(['accepted'])
  })

  test.each(['toString', 'archived'])('in the unknown status %s allows nothing', (status) => {
    expect(proposalMoves.map((move) => proposalAfter(status, move)).filter(Boolean)).toEqual([])
    expect(proposalAllows(status, 'edit')).toBe(false)
  })
})

describe('a contract', () => {
  test.each(every(contractStatuses, contractMoves))(
    'that is $status, when somebody wants to $move it',
    ({ status, move }) => {
      expect(contractAfter(status, move)).toBe(contracts[status]?.[move])
      expect(contractAllows(status, move)).toBe(contracts[status]?.[move] !== undefined)
    },
  )

  test('is edited and deleted as a draft, and emailed while it’s open or after it was signed', () => {
    const where = (action: 'edit' | 'delete' | 'email' | 'remind') =>
      contractStatuses.filter((status) => contractAllows(status, action))
    expect(where('edit')).toEqual(['draft'])
    expect(where('delete')).toEqual(['draft'])
    expect(where('email')).toEqual(['sent', 'signed', 'ended'])
    expect(where('remind')).toEqual(['sent'])
  })

  test.each(['toString', 'archived'])('in the unknown status %s allows nothing', (status) => {
    expect(contractMoves.map((move) => contractAfter(status, move)).filter(Boolean)).toEqual([])
    expect(contractAllows(status, 'edit')).toBe(false)
  })
})
