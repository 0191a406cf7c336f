import { Checkbox } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'

import { session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'

import { type EmailDraft, useEmailForm } from './email-draft.ts'
import { EmailInputs } from './email-inputs.tsx'
import type { EmailTemplates } from './email-templates.tsx'

/** The email that goes out with a document that is sent, unless the person unchecks it or no mail server is set up. */
export function useEmailOnSend(usualIn: (current: Session) => EmailDraft, templates: EmailTemplates) {
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.email
  const [isEmailed, setEmailed] = useState(canEmail)
  const [usual] = useState(() => usualIn(current))
  const form = useEmailForm(usual, templates)
  /** Returns the email, null for none; undefined if the inputs say what is wrong with it. */
  const read = (): EmailInput | null | undefined => (isEmailed ? form.read() : null)
  return { form, canEmail, isEmailed, setEmailed, read }
}

interface Props extends Pick<ComponentProps<typeof EmailInputs>, 'noun' | 'hasPlaceholder' | 'linked'> {
  email: ReturnType<typeof useEmailOnSend>
}

/** Asks whether it is emailed, and for the email. */
export function EmailOnSend({ email, ...inputs }: Props) {
  const { form, canEmail, isEmailed, setEmailed } = email
  if (!canEmail) return null
  return (
    <>
      <Checkbox
        label="Email it to the customer"
        checked={isEmailed}
        onChange={({ currentTarget }) => setEmailed(currentTarget.checked)}
      />
      {isEmailed && <EmailInputs {...inputs} form={form} />}
    </>
  )
}
