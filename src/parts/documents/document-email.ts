import type { OneDocument } from '#api/documents.ts'
import { nextToSign } from '#contract/documents/signing.ts'
import * as texts from '#contract/email-texts/document-email-texts.ts'
import { localeOf } from '#contract/invoices/looks.ts'
import { keepBracesApart, numberPlaceholder } from '#contract/values/placeholders.ts'
import { type EmailDraft, type People, partiesOf } from '#parts/emails/email-draft.ts'
import { writtenIn } from '#parts/sheets/sheet-language.ts'

import { titleOf } from './document-words.tsx'

/** Between whom an email is, its language, and the last day on which a proposal can be accepted. */
function factsOf(document: OneDocument, people: People) {
  const { kind, number, editions, ends_on, look, signers } = document
  const signer = nextToSign(signers)
  return {
    ...partiesOf(document, people),
    // Each signer gets an email of their own.
    ...(signer && { customer: keepBracesApart(signer.name) }),
    kind,
    // It gets its number when it’s sent first.
    number: editions === 0 ? numberPlaceholder : number,
    lastDay: kind === 'proposal' && ends_on !== null ? writtenIn(localeOf(look)).day(ends_on) : undefined,
  }
}

const addressOf = ({ signers, customer_email }: OneDocument) => nextToSign(signers)?.email ?? customer_email

/** Default text of an email, in the language of the document. */
export const documentEmail = (document: OneDocument, people: People): EmailDraft => ({
  to: addressOf(document),
  ...texts.documentEmail({ ...factsOf(document, people), title: keepBracesApart(titleOf(document)) }),
})

/** Default text of a reminder, in the same way. */
export function documentReminder(document: OneDocument, people: People): EmailDraft {
  const { sent_at, sender, look } = document
  const day = writtenIn(localeOf(look)).dayOf(sent_at ?? '', sender.time_zone)
  return { to: addressOf(document), ...texts.documentReminder({ ...factsOf(document, people), day }) }
}
