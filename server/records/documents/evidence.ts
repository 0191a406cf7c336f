import { createHash } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Countersignature, DocumentAnswer } from '#contract/documents/documents.ts'
import type { DocumentVersionTable } from '#server/platform/db/tables/documents.ts'

/** What proves a version and the answers to it: texts that are always the same for the same content, and their hashes. */

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The stored form of an answer. Those from before links or devices were kept have none. */
export type StoredAnswer = Omit<DocumentAnswer, 'sha256' | 'hashed' | 'countersignature'>
export type StoredCountersignature = Omit<Countersignature, 'sha256' | 'hashed'>

/** The stored form of a signature that others follow: an answer as its JSON, and its hash. */
interface StoredSignature {
  readonly text: string
  readonly sha256: string
}

type Version = Selectable<DocumentVersionTable>
type Signed = Pick<Version, 'sha256' | 'signatures'>

const storedSignatures = ({ signatures }: Signed) => JSON.parse(signatures) as StoredSignature[]

/** Returns the columns of an answer to a version, after the signatures that it has. */
export function frozenAnswer(version: Signed, answer: StoredAnswer) {
  const text = JSON.stringify(answer)
  const hashed = hashedAnswer(version, text, storedSignatures(version).at(-1))
  return { answer: text, answer_sha256: sha256Of(hashed) }
}

/** Returns the column of the signatures of a version with one more, which others follow. */
export function frozenSignature(version: Signed, signature: StoredAnswer) {
  const { answer, answer_sha256 } = frozenAnswer(version, signature)
  const added: StoredSignature = { text: answer, sha256: answer_sha256 }
  return { signatures: JSON.stringify([...storedSignatures(version), added]) }
}

/** The hashed content of an answer: the answer as it is stored, and the hashes of the version and of the signature before. */
const hashedAnswer = (
  { sha256 }: Pick<Version, 'sha256'>,
  answer: string,
  before: StoredSignature | undefined,
): string =>
  `{"document_sha256":"${sha256}",${before ? `"previous_sha256":"${before.sha256}",` : ''}"answer":${answer}}`

type Hashes = Pick<Version, 'sha256' | 'answer_sha256'>

/** Returns the columns of the countersignature below the answer to a version. */
export function frozenCountersignature(hashes: Hashes, countersignature: StoredCountersignature) {
  const text = JSON.stringify(countersignature)
  return {
    countersignature: text,
    countersignature_sha256: sha256Of(hashedCountersignature(hashes, text)),
  }
}

const hashedCountersignature = ({ sha256, answer_sha256 }: Hashes, countersignature: string): string =>
  `{"document_sha256":"${sha256}","answer_sha256":${JSON.stringify(answer_sha256)},"countersignature":${countersignature}}`

/** The columns of the answer to a version. */
export const answerColumns = [
  'sha256',
  'signatures',
  'answer',
  'answer_sha256',
  'countersignature',
  'countersignature_sha256',
] as const

type Answered = Pick<Version, (typeof answerColumns)[number]>

/** Returns the answer to a version, with its hash if it has one, and its countersignature. */
export function answerOf(row: Answered): DocumentAnswer | null {
  const { answer, answer_sha256, countersignature, countersignature_sha256 } = row
  if (answer === null) return null
  return {
    ...parsedAnswer(answer),
    sha256: answer_sha256,
    hashed: answer_sha256 === null ? null : hashedAnswer(row, answer, storedSignatures(row).at(-1)),
    countersignature:
      countersignature === null || countersignature_sha256 === null
        ? null
        : {
            ...(JSON.parse(countersignature) as StoredCountersignature),
            sha256: countersignature_sha256,
            hashed: hashedCountersignature(row, countersignature),
          },
  }
}

/** Returns the signatures of a version in their order, that of the last signer among them. */
export function signaturesOf(row: Answered): DocumentAnswer[] {
  const before = storedSignatures(row).map(({ text, sha256 }, index, all) => ({
    ...parsedAnswer(text),
    sha256,
    hashed: hashedAnswer(row, text, all[index - 1]),
    countersignature: null,
  }))
  const last = answerOf(row)
  return last?.kind === 'signed' ? [...before, last] : before
}

function parsedAnswer(text: string): StoredAnswer {
  const stored = JSON.parse(text) as Omit<StoredAnswer, 'link' | 'device'> & Partial<StoredAnswer>
  const { link = null, device = null } = stored
  return { ...stored, link, device }
}
