import { useState } from 'react'

import type { EmailInput } from '#contract/invoices/emails.ts'
import { type TemplateKind, placeholdersOf } from '#contract/values/placeholders.ts'

import { type EmailDraft, type EmailProblems, readEmail } from './email-draft.ts'

/**
 * An email that a person may change before it is sent. Until they do, it is `usual`; `kind` is that of its templates, whose
 * placeholders it can have.
 */
export function useEmailForm<Usual extends EmailDraft | undefined>(usual: Usual, kind?: TemplateKind) {
  const [written, setDraft] = useState<EmailDraft>()
  const [problems, setProblems] = useState<EmailProblems>({})
  const draft: EmailDraft | Usual = written ?? usual
  /** Returns the email as the service takes it; undefined if the inputs say what is wrong with it. */
  const read = (): EmailInput | undefined => {
    if (!draft) return undefined
    const result = readEmail(draft, kind && placeholdersOf[kind])
    setProblems('problems' in result ? result.problems : {})
    return 'email' in result ? result.email : undefined
  }
  return { draft, problems, setDraft, read }
}
