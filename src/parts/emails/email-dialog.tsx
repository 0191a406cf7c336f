import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { EmailInput } from '#contract/invoice-emails.ts'
import { placeholdersOf } from '#contract/placeholders.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { toast } from '#kit/toast.ts'

import type { EmailedDocument } from './document-link-note.tsx'
import { type EmailDraft, type EmailProblems, readEmail } from './email-draft.ts'
import { EmailInputs } from './email-inputs.tsx'
import { EmailTemplateSelect, type EmailTemplates } from './email-templates.tsx'

interface Props<Sent> {
  words: { readonly title: string; readonly button: string; readonly done: string }
  /** The emailed record; an invoice unless given. */
  noun?: string
  /** Default text. */
  start: EmailDraft
  /** Placeholders it can be written with; none unless given. */
  templates?: EmailTemplates | undefined
  /** The document that the email links to. */
  linked?: EmailedDocument
  mutation: UseMutationOptions<Sent, DefaultError, { email: EmailInput; key: string }>
  /** Above the inputs. */
  children?: ReactNode
  onClose: () => void
}

/** Writes and queues an email about an invoice, a credit note, a proposal or a contract. */
export function EmailDialog<Sent>({
  words,
  noun = 'invoice',
  start,
  templates,
  linked,
  mutation,
  children,
  onClose,
}: Props<Sent>) {
  const [draft, setDraft] = useState<EmailDraft>({ ...start, ...templates?.start })
  const [problems, setProblems] = useState<EmailProblems>({})
  const request = useAttempt(mutation)
  const send = () => {
    const read = readEmail(draft, templates && placeholdersOf[templates.kind])
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    request.mutate(
      { email: read.email },
      {
        onSuccess: () => {
          onClose()
          void toast.success(words.done)
        },
      },
    )
  }
  return (
    <FormDialog
      title={words.title}
      action={words.button}
      size="lg"
      focus="action"
      request={request}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
      {templates && (
        <EmailTemplateSelect
          templates={templates}
          usual={start}
          onTexts={(texts) => setDraft({ ...draft, ...texts })}
        />
      )}
      <EmailInputs
        draft={draft}
        problems={problems}
        noun={noun}
        kind={templates?.kind}
        linked={linked}
        onChange={setDraft}
      />
    </FormDialog>
  )
}
