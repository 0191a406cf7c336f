import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'

import { invoiceEmails } from '#api/invoice-emails.ts'
import { session } from '#api/session.ts'
import type { EmailKind } from '#contract/invoice-emails.ts'
import type { Invoice } from '#contract/invoices.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { type EmailProblems, emailDraft, readEmail } from './-email-draft.ts'
import { EmailInputs } from './-email-inputs.tsx'
import { LastReminder } from './-last-reminder.tsx'

interface Props {
  invoice: Invoice
  kind: EmailKind
  onClose: () => void
}

const words = {
  invoice: { title: 'Email this invoice', button: 'Send email', done: 'Email queued' },
  reminder: { title: 'Send a reminder', button: 'Send reminder', done: 'Reminder queued' },
} as const

/** Emails an invoice that was sent, or a reminder of an overdue one. */
export function EmailDialog({ invoice, kind, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const [draft, setDraft] = useState(() => emailDraft(kind, invoice, current))
  const [problems, setProblems] = useState<EmailProblems>({})
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(invoiceEmails.send(invoice.id))
  const attempt = useRef({ key: '', text: '' })
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = readEmail(draft)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    const text = JSON.stringify(read.email)
    // The same email again is the same request, so that a lost response sends none twice.
    if (attempt.current.text !== text) attempt.current = { key: crypto.randomUUID(), text }
    mutate(
      { email: { ...read.email, kind }, key: attempt.current.key },
      {
        onSuccess: () => {
          onClose()
          void toast.success(words[kind].done)
        },
      },
    )
  }
  return (
    <Modal opened onClose={close} title={words[kind].title} size="lg">
      <form onSubmit={send} noValidate>
        <Stack>
          {kind === 'reminder' && (
            <Text size="sm" c="dimmed">
              <LastReminder invoiceId={invoice.id} />
            </Text>
          )}
          <EmailInputs draft={draft} problems={problems} onChange={setDraft} />
          <InlineProblem error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} data-autofocus>
              {words[kind].button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
