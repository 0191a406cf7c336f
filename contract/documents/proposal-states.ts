/** Transitions of proposals; nothing else decides them. */
export const proposalStatuses = ['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** Actions on a proposal. `revise` withdraws what was sent, so that a new version of it can be written. */
export const proposalMoves = ['send', 'view', 'accept', 'decline', 'expire', 'revise'] as const
export type ProposalMove = (typeof proposalMoves)[number]

const open = { accept: 'accepted', decline: 'declined', expire: 'expired', revise: 'draft' } as const

const moves: Record<ProposalStatus, Partial<Record<ProposalMove, ProposalStatus>>> = {
  draft: { send: 'sent' },
  sent: { ...open, view: 'viewed' },
  viewed: open,
  // What both agreed on stays as it is.
  accepted: {},
  declined: { revise: 'draft' },
  expired: { revise: 'draft' },
}

/** Other permitted actions by status. */
const actions = {
  draft: ['edit', 'delete'],
  sent: ['email', 'remind'],
  viewed: ['email', 'remind'],
  accepted: ['email', 'convert'],
  declined: [],
  expired: [],
} as const satisfies Record<ProposalStatus, readonly string[]>
export type ProposalAction = ProposalMove | (typeof actions)[ProposalStatus][number]

/** The status that follows; undefined where that can't happen. */
export const proposalAfter = (status: string, move: ProposalMove): ProposalStatus | undefined =>
  Object.hasOwn(moves, status) ? moves[status as ProposalStatus][move] : undefined

/** Whether that can be done in that status. One that only another service knows allows nothing. */
export const proposalAllows = (status: string, action: ProposalAction): boolean =>
  Object.hasOwn(moves, status) &&
  (action in moves[status as ProposalStatus] ||
    (actions[status as ProposalStatus] as readonly string[]).includes(action))
