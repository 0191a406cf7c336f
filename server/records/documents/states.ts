import { contractAfter, contractAllows } from '#contract/documents/contract-states.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { proposalAfter, proposalAllows } from '#contract/documents/proposal-states.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import type { DocumentRow } from './rows.ts'

/** The same words for both kinds: an answer of yes accepts a proposal and signs a contract. */
export type Move = 'send' | 'view' | 'agree' | 'decline' | 'end' | 'revise'
type Action = 'edit' | 'delete' | 'email' | 'remind' | 'convert' | 'countersign'

const proposalMoves = {
  send: 'send',
  view: 'view',
  agree: 'accept',
  decline: 'decline',
  end: 'expire',
  revise: 'revise',
} as const
const contractMoves = {
  send: 'send',
  view: 'view',
  agree: 'sign',
  decline: 'decline',
  end: 'end',
  revise: 'revise',
} as const

/** The status that follows; undefined where that can't happen. */
export const statusAfter = (
  { kind, status }: Pick<DocumentRow, 'kind' | 'status'>,
  move: Move,
): DocumentRow['status'] | undefined =>
  kind === 'proposal'
    ? proposalAfter(status, proposalMoves[move])
    : contractAfter(status, contractMoves[move])

/** Returns the status that follows. Throws 409 where that can't happen. */
export function requireMove(row: Pick<DocumentRow, 'kind' | 'status'>, move: Move): DocumentRow['status'] {
  const status = statusAfter(row, move)
  if (status === undefined) throw notPossible(row)
  return status
}

/** Whether that can be done in its status. */
export const isPossible = (
  { kind, status }: Pick<DocumentRow, 'kind' | 'status'>,
  action: Action,
): boolean =>
  kind === 'proposal'
    ? action !== 'countersign' && proposalAllows(status, action)
    : action !== 'convert' && contractAllows(status, action)

/** Throws 409 unless that can be done in its status. */
export function requireAction(row: Pick<DocumentRow, 'kind' | 'status'>, action: Action): void {
  if (!isPossible(row, action)) throw notPossible(row)
}

const notPossible = ({ kind, status }: { readonly kind: DocumentKind; readonly status: string }) =>
  new HttpError('CONFLICT', `This isn’t possible for a ${kind} with the status ${status}`)
