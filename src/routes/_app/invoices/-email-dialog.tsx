import { Button, Group, Modal, Stack } from '@mantine/core'
import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'

import type { EmailInput } from '#contract/invoice-emails.ts'
import { placeholdersOf } from '#contract/placeholders.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

import { type EmailDraft, type EmailProblems, readEmail } from './-email-draft.ts'
import { EmailInputs } from './-email-inputs.tsx'
import { EmailTemplateSelect, type EmailTemplates } from './-email-templates.tsx'

interface Props<Sent> {
  words: { readonly title: string; readonly button: string; readonly done: string }
  /** What is emailed; an invoice unless given. */
  noun?: string
  /** What it says before anybody changes it. */
  start: EmailDraft
  /** What it can be written with; none unless given. */
  templates?: EmailTemplates | undefined
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
  mutation,
  children,
  onClose,
}: Props<Sent>) {
  const [draft, setDraft] = useState<EmailDraft>({ ...start, ...templates?.start })
  const [problems, setProblems] = useState<EmailProblems>({})
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(mutation)
  const attempt = useRef({ key: '', text: '' })
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = readEmail(draft, templates && placeholdersOf[templates.kind])
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    const text = JSON.stringify(read.email)
    // The same email again is the same request, so that a lost response sends none twice.
    if (attempt.current.text !== text) attempt.current = { key: newKey(), text }
    mutate(
      { email: read.email, key: attempt.current.key },
      {
        onSuccess: () => {
          onClose()
          void toast.success(words.done)
        },
      },
    )
  }
  return (
    <Modal opened onClose={close} title={words.title} size="lg">
      <form onSubmit={send} noValidate>
        <Stack>
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
            onChange={setDraft}
          />
          <InlineProblem error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} data-autofocus>
              {words.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
