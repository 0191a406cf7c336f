/** Transitions of contracts; nothing else decides them. */
export const contractStatuses = ['draft', 'sent', 'signed', 'declined', 'ended'] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** Actions on a contract. `revise` withdraws what was sent, so that a new version of it can be written. */
export const contractMoves = ['send', 'view', 'sign', 'decline', 'end', 'revise'] as const
export type ContractMove = (typeof contractMoves)[number]

const moves: Record<ContractStatus, Partial<Record<ContractMove, ContractStatus>>> = {
  draft: { send: 'sent' },
  // When it was opened is kept, but isn't a status of its own.
  sent: { view: 'sent', sign: 'signed', decline: 'declined', revise: 'draft' },
  signed: { end: 'ended' },
  declined: { revise: 'draft' },
  ended: {},
}

/** Other permitted actions by status. */
const actions = {
  draft: ['edit', 'delete'],
  sent: ['email', 'remind'],
  signed: ['email', 'countersign'],
  declined: [],
  ended: ['email'],
} as const satisfies Record<ContractStatus, readonly string[]>
export type ContractAction = ContractMove | (typeof actions)[ContractStatus][number]

/** The status that follows; undefined where that can't happen. */
export const contractAfter = (status: string, move: ContractMove): ContractStatus | undefined =>
  Object.hasOwn(moves, status) ? moves[status as ContractStatus][move] : undefined

/** Whether that can be done in that status. One that only another service knows allows nothing. */
export const contractAllows = (status: string, action: ContractAction): boolean =>
  Object.hasOwn(moves, status) &&
  (action in moves[status as ContractStatus] ||
    (actions[status as ContractStatus] as readonly string[]).includes(action))
