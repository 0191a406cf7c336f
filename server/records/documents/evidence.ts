import { createHash } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Countersignature, DocumentAnswer } from '#contract/documents/documents.ts'
import type { DocumentVersionTable } from '#server/platform/db/tables/documents.ts'

/** What proves a version and the answers to it: texts that are always the same for the same content, and their hashes. */

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The stored form of an answer. Those from before links or devices were kept have none. */
export type StoredAnswer = Omit<DocumentAnswer, 'sha256' | 'hashed' | 'countersignature'>
export type StoredCountersignature = Omit<Countersignature, 'sha256' | 'hashed'>

/** Returns the columns of an answer to the version with that hash. */
export function frozenAnswer(
  version: string,
  answer: StoredAnswer,
): { readonly answer: string; readonly answer_sha256: string } {
  const text = JSON.stringify(answer)
  return { answer: text, answer_sha256: sha256Of(hashedAnswer(version, text)) }
}

/** The hashed content of an answer: the answer as it is stored, and the hash of the version. */
const hashedAnswer = (version: string, answer: string): string =>
  `{"document_sha256":"${version}","answer":${answer}}`

type Hashes = Pick<Selectable<DocumentVersionTable>, 'sha256' | 'answer_sha256'>

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
  'answer',
  'answer_sha256',
  'countersignature',
  'countersignature_sha256',
] as const

/** Returns the answer to a version, with its hash if it has one, and its countersignature. */
export function answerOf(
  row: Pick<Selectable<DocumentVersionTable>, (typeof answerColumns)[number]>,
): DocumentAnswer | null {
  const { answer, answer_sha256, sha256, countersignature, countersignature_sha256 } = row
  if (answer === null) return null
  const stored = JSON.parse(answer) as Omit<StoredAnswer, 'link' | 'device'> & Partial<StoredAnswer>
  const { link = null, device = null } = stored
  const hashed = answer_sha256 === null ? null : hashedAnswer(sha256, answer)
  return {
    ...stored,
    link,
    device,
    sha256: answer_sha256,
    hashed,
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
