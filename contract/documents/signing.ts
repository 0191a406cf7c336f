import type { DocumentAnswer, SigningPerson } from './documents.ts'

interface Answered {
  /** Absent of a proposal. */
  readonly signers?: readonly Pick<SigningPerson, 'signature'>[] | undefined
  readonly answer: DocumentAnswer | null
}

/** Returns all answers to a document in their order: the signatures of its signers, or the answer alone. */
export function answersTo({ signers = [], answer }: Answered): DocumentAnswer[] {
  const signatures = signers.flatMap(({ signature }) => signature ?? [])
  // The answer of a signed contract is the last of them.
  return answer && (signatures.length === 0 || answer.kind === 'declined')
    ? [...signatures, answer]
    : signatures
}

/** Returns whose turn it is to sign; undefined of one that nobody in particular signs, or that all of them have signed. */
export const nextToSign = <Person extends Pick<SigningPerson, 'signature'>>(
  signers: readonly Person[],
): Person | undefined => signers.find(({ signature }) => signature === null)

/** Whether others sign after who signs next. */
export const isFollowed = (signers: readonly Pick<SigningPerson, 'signature'>[]): boolean =>
  signers.filter(({ signature }) => signature === null).length > 1
