import type { DocumentAnswer } from '#contract/documents.ts'

/** What the customer said, before who said it. */
export const answerWords: Readonly<Record<DocumentAnswer['kind'], string>> = {
  accepted: 'Accepted by',
  declined: 'Declined by',
  signed: 'Signed by',
}
