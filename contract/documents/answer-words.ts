import type { CustomerText } from '../translations/translations.ts'
import type { AnswerLink, DocumentAnswer } from './documents.ts'

/** The customer's answer, before their name. */
export const answerWords = {
  accepted: 'Accepted by',
  declined: 'Declined by',
  signed: 'Signed by',
} as const satisfies Record<DocumentAnswer['kind'], CustomerText>

/** How the customer got the link that they answered by. One that was shown may have been used by anybody who saw it. */
export const linkWords = {
  emailed: 'Link emailed to',
  shown: 'Link shown to',
} as const satisfies Record<AnswerLink['delivery'], CustomerText>
