import type { OneDocument } from '#api/documents.ts'
import { numberPlaceholder } from '#contract/invoice-emails.ts'
import type { Session } from '#contract/session.ts'
import { dayText } from '#lib/calendar.ts'
import type { EmailDraft } from '#routes/_app/invoices/-email-draft.ts'

import { kindWords, titleOf } from './document-words.tsx'

/** What an email says before anybody changes it. Before it’s sent first, a placeholder stands for the number. */
export function documentEmail(
  document: OneDocument,
  { account, user }: Pick<Session, 'account' | 'user'>,
): EmailDraft {
  const { kind, customer_name, customer_email, editions, ends_on, sender } = document
  const { one, One } = kindWords[kind]
  const number = editions === 0 ? numberPlaceholder : document.number
  const name = sender.name || account.name
  const last = kind === 'proposal' && ends_on !== null ? ` It’s valid until ${dayText(ends_on)}.` : ''
  const ask =
    kind === 'proposal'
      ? 'Please let us know whether you accept it.'
      : 'Please sign it and send it back to us.'
  return {
    to: customer_email,
    subject: `${One} ${number} from ${name}: ${titleOf(document)}`,
    message: `Hello ${customer_name},\n\nPlease find ${one} ${number} attached.${last}\n\n${ask}\n\nThank you,\n${user.name}\n${name}`,
  }
}
