import { useSuspenseQuery } from '@tanstack/react-query'

import { creditNotes } from '#api/credit-notes.ts'
import { session } from '#api/session.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import { EmailDialog } from '#parts/emails/email-dialog.tsx'
import { creditNoteEmailDraft } from '#parts/emails/email-draft.ts'

interface Props {
  note: CreditNote
  onClose: () => void
}

/** Emails a credit note with its PDF. */
export function CreditNoteEmailDialog({ note, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  return (
    <EmailDialog
      words={{ title: 'Email this credit note', button: 'Send email', done: 'Email queued' }}
      noun="credit note"
      start={creditNoteEmailDraft(note, current)}
      mutation={creditNotes.email(note.id)}
      onClose={onClose}
    />
  )
}
