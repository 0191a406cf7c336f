import type { OneDocument } from '#api/documents.ts'
import { keepBracesApart, numberPlaceholder } from '#contract/placeholders.ts'
import type { Session } from '#contract/session.ts'
import { dayText, dayTextOf } from '#lib/calendar.ts'
import type { EmailDraft } from '#parts/emails/email-draft.ts'

import { kindWords, titleOf } from './document-words.tsx'

/** Default text of an email. Before it’s sent first, a placeholder stands for the number. */
export function documentEmail(
  document: OneDocument,
  { account, user }: Pick<Session, 'account' | 'user'>,
): EmailDraft {
  const { kind, customer_name, customer_email, editions, sender } = document
  const { one, One } = kindWords[kind]
  const number = editions === 0 ? numberPlaceholder : document.number
  const name = keepBracesApart(sender.name || account.name)
  return {
    to: customer_email,
    subject: `${One} ${number} from ${name}: ${keepBracesApart(titleOf(document))}`,
    message: `Hello ${keepBracesApart(customer_name)},\n\nPlease find ${one} ${number} attached.${lastDay(document)}\n\n${asks[kind]}\n\nThank you,\n${keepBracesApart(user.name)}\n${name}`,
  }
}

/** Default text of a reminder. */
export function documentReminder(
  document: OneDocument,
  { account, user }: Pick<Session, 'account' | 'user'>,
): EmailDraft {
  const { kind, customer_name, customer_email, number, sent_at, sender } = document
  const { one } = kindWords[kind]
  const name = keepBracesApart(sender.name || account.name)
  const day = sent_at === null ? '' : ` on ${dayTextOf(sent_at, sender.time_zone)}`
  const open =
    kind === 'proposal' ? 'we haven’t heard from you yet' : 'we haven’t received your signature yet'
  return {
    to: customer_email,
    subject: `Reminder: ${one} ${number} from ${name}`,
    message: `Hello ${keepBracesApart(customer_name)},\n\nWe sent you ${one} ${number}${day}, and ${open}. It’s attached again.${lastDay(document)}\n\n${asks[kind]}\n\nThank you,\n${keepBracesApart(user.name)}\n${name}`,
  }
}

const asks = {
  proposal: 'Please let us know whether you accept it.',
  contract: 'Please review and sign it.',
} as const

const lastDay = ({ kind, ends_on }: OneDocument) =>
  kind === 'proposal' && ends_on !== null ? ` It’s valid until ${dayText(ends_on)}.` : ''
