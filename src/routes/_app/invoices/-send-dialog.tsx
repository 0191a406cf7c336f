import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'

import { versionOf } from '#api/invoices.ts'
import { sendDraft } from '#api/send-invoice.ts'
import { session } from '#api/session.ts'
import type { EmailInput } from '#contract/invoice-emails.ts'
import type { Invoice } from '#contract/invoices.ts'
import { placeholdersOf } from '#contract/placeholders.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { newKey } from '#lib/new-key.ts'

import { type EmailDraft, type EmailProblems, emailDraft, readEmail } from './-email-draft.ts'
import { EmailInputs } from './-email-inputs.tsx'
import {
  EmailPending,
  EmailTemplateSelect,
  type EmailTemplates,
  useEmailTemplates,
} from './-email-templates.tsx'
import { SentResult } from './-sent-result.tsx'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Sends a draft: it gets its number and can’t be changed any more, and is emailed if the person wants it. */
export function SendDialog(props: Props) {
  const templates = useEmailTemplates('invoice_email', { invoice_id: props.invoice.id })
  if (!templates) return <EmailPending title="Send this invoice?" onClose={props.onClose} />
  return <SendForm {...props} templates={templates} />
}

function SendForm({ invoice, templates, onClose }: Props & { templates: EmailTemplates }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { features } = current
  const canEmail = features.includes('invoices.email')
  const [isEmailed, setEmailed] = useState(canEmail)
  const [usual] = useState(() => emailDraft('invoice', invoice, current))
  const [draft, setDraft] = useState<EmailDraft>({ ...usual, ...templates.start })
  const [problems, setProblems] = useState<EmailProblems>({})
  const [sentTo, setSentTo] = useState<readonly string[]>([])
  const sending = useSingleFlightMutation(sendDraft(invoice.id))
  // The same for every attempt, so that a lost response sends nothing twice: by then, the invoice has another version.
  const [version] = useState(versionOf({ version: invoice.version ?? 1 }))
  const attempt = useRef({ key: '', text: '' })
  const close = () => {
    if (!sending.isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = isEmailed ? readEmail(draft, placeholdersOf[templates.kind]) : { email: undefined }
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    const email: { email?: EmailInput } = read.email ? { email: read.email } : {}
    const text = JSON.stringify(email)
    if (attempt.current.text !== text) attempt.current = { key: newKey(), text }
    setSentTo(read.email?.to ?? [])
    sending.mutate({ key: attempt.current.key, version, ...email })
  }
  if (sending.data)
    return (
      <Modal
        opened
        onClose={close}
        title={`Invoice ${sending.data.invoice_number} is ${isEmailed ? 'sent' : 'ready'}`}
      >
        <SentResult invoice={sending.data} to={sentTo} onClose={close} />
      </Modal>
    )
  return (
    <Modal opened onClose={close} title="Send this invoice?" size={canEmail ? 'lg' : 'md'}>
      <form onSubmit={send} noValidate>
        <Stack>
          <Text size="sm">
            <bdi>{invoice.customer_name}</bdi> owes{' '}
            <Money amount={invoice.total_amount} currency={invoice.currency} />. The invoice gets its number
            and today’s date, and can’t be changed afterwards.
            {!canEmail && <NotEmailed hasPdf={features.includes('invoices.pdf')} />}
          </Text>
          {canEmail && (
            <Checkbox
              label="Email it to the customer"
              checked={isEmailed}
              onChange={({ currentTarget }) => setEmailed(currentTarget.checked)}
            />
          )}
          {isEmailed && (
            <>
              <EmailTemplateSelect
                templates={templates}
                usual={usual}
                onTexts={(texts) => setDraft({ ...draft, ...texts })}
              />
              <EmailInputs
                draft={draft}
                problems={problems}
                hasPlaceholder
                kind={templates.kind}
                onChange={setDraft}
              />
            </>
          )}
          <InlineProblem error={sending.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={sending.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" data-autofocus loading={sending.isPending}>
              {isEmailed ? 'Send and email' : 'Send invoice'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const NotEmailed = ({ hasPdf }: { hasPdf: boolean }) => (
  <>
    {' '}
    Bureau doesn’t email it:{' '}
    {hasPdf ? 'you download the PDF next.' : 'you print it or save it as a PDF next.'}
  </>
)
