import type { AnswerLink, DocumentAnswer } from '#contract/documents.ts'
import { fold } from '#contract/folding.ts'
import type { CustomerText } from '#contract/translations.ts'

/** The customer's answer, before their name. */
export const answerWords: Readonly<Record<DocumentAnswer['kind'], CustomerText>> = {
  accepted: 'Accepted by',
  declined: 'Declined by',
  signed: 'Signed by',
}

/** Where the link came from that a customer answered by. */
export const linkWords: Readonly<Record<AnswerLink['delivery'], CustomerText>> = {
  emailed: 'Link emailed to',
  shown: 'Link shown to',
}

/** Whether somebody else’s name is under an answer than the customer’s. */
export const isOtherName = ({ name }: DocumentAnswer, customer: string): boolean =>
  fold(name).split(/\s+/).join(' ') !== fold(customer).split(/\s+/).join(' ')
