import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { invoicePdf } from '#api/invoice-pdf.ts'
import { invoices, versionOf } from '#api/invoices.ts'
import { sendDraft } from '#api/send-invoice.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { emailDraft } from '#parts/emails/email-draft.ts'
import { EmailOnSend, useEmailOnSend } from '#parts/emails/email-on-send.tsx'
import { EmailPending, type EmailTemplates, useEmailTemplates } from '#parts/emails/email-templates.tsx'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'

import { checksOf } from './-send-checks.ts'
import { SendWarnings } from './-send-warnings.tsx'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Sends a draft: it gets its number and can’t be changed any more, and is emailed if the person wants it. */
export function SendDialog(props: Props) {
  const { id, look } = props.invoice
  const templates = useEmailTemplates('invoice_email', { invoice_id: id }, look)
  if (!templates) return <EmailPending title="Send this invoice?" onClose={props.onClose} />
  return <SendForm {...props} templates={templates} />
}

function SendForm({ invoice, templates, onClose }: Props & { templates: EmailTemplates }) {
  const { data: current } = useSuspenseQuery(session.current())
  const emailing = useEmailOnSend(() => emailDraft('invoice', invoice, current), templates)
  const { canEmail, isEmailed } = emailing
  const today = useToday()
  const details = useQuery(invoices.toEdit(invoice.id))
  const checks = details.data && checksOf(details.data, today)
  const sending = useAttempt(sendDraft(invoice.id))
  // The same for every attempt, so that a lost response sends nothing twice: by then, the invoice has another version.
  const [version] = useState(versionOf({ version: invoice.version ?? 1 }))
  const send = () => {
    const email = emailing.read()
    if (email === undefined) return
    sending.mutate(
      { version, ...(email && { email }) },
      {
        onSuccess: ({ invoice_number }) => {
          if (!email) return
          onClose()
          void toast.success(`Invoice ${invoice_number} sent, email queued`)
        },
      },
    )
  }
  if (sending.data && !isEmailed)
    return (
      <Modal opened onClose={onClose} title={`Invoice ${sending.data.invoice_number} is ready`}>
        <SentResult invoice={sending.data} onClose={onClose} />
      </Modal>
    )
  return (
    <FormDialog
      title="Send this invoice?"
      action={isEmailed ? 'Send and email' : 'Send invoice'}
      size={canEmail ? 'lg' : 'md'}
      focus="action"
      isDisabled={checks !== undefined && checks.blockers.length > 0}
      request={sending}
      problem={<InlineProblem error={sending.error} />}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        <bdi>{invoice.customer_name}</bdi> owes{' '}
        <Money amount={invoice.total_amount} currency={invoice.currency} />. Sending assigns the number and
        date, and locks the invoice.
        {!canEmail && <NotEmailed hasPdf={current.features.pdf} />}
      </Text>
      {checks && <SendWarnings id={invoice.id} customer={invoice.customer_id} checks={checks} />}
      <EmailOnSend email={emailing} hasPlaceholder linked={{ ...invoice, kind: 'invoice' }} />
    </FormDialog>
  )
}

const NotEmailed = ({ hasPdf }: { hasPdf: boolean }) => (
  <> Email isn’t set up, so you’ll {hasPdf ? 'download the PDF' : 'print it or save it as a PDF'} next.</>
)

interface SentResultProps {
  invoice: Invoice
  onClose: () => void
}

/** In the dialog that sent it without an email: the way to hand the invoice over. */
function SentResult({ invoice, onClose }: SentResultProps) {
  const { data: current } = useSuspenseQuery(session.current())
  const hasPdf = current.features.pdf
  return (
    <Stack>
      <Text size="sm">
        It’s marked as sent. Nothing was emailed: {hasPdf ? 'download the' : 'print it or save it as a'} PDF
        and send it to <bdi>{invoice.customer_email}</bdi> yourself.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        {hasPdf ? (
          <DownloadPdfButton
            number={invoice.invoice_number}
            pdf={invoicePdf.download(invoice.id)}
            variant="filled"
            data-autofocus
          />
        ) : (
          <Button
            data-autofocus
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => {
              onClose()
              // The dialog isn't part of what is printed.
              requestAnimationFrame(() => print())
            }}
          >
            Print or save as PDF
          </Button>
        )}
      </Group>
    </Stack>
  )
}
