import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { EmailInput } from '#contract/invoices/emails.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { toast } from '#kit/toast.ts'

import { type EmailDraft, useEmailForm } from './email-draft.ts'
import { EmailInputs, type EmailedDocument } from './email-inputs.tsx'
import type { EmailTemplates } from './email-templates.tsx'

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
  const [usual] = useState(start)
  const form = useEmailForm(usual, templates)
  const request = useAttempt(mutation)
  const send = () => {
    const email = form.read()
    if (!email) return
    request.mutate(
      { email },
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
      <EmailInputs form={form} noun={noun} linked={linked} />
    </FormDialog>
  )
}
