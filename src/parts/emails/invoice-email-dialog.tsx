import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'

import { invoiceEmails } from '#api/invoice-emails.ts'
import { session } from '#api/session.ts'
import type { InvoiceEmailKind } from '#contract/invoices/emails.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'

import { EmailDialog } from './email-dialog.tsx'
import { emailDraft } from './email-draft.ts'
import { EmailPending, useEmailTemplates } from './email-templates.tsx'
import { LastReminder } from './last-reminder.tsx'

interface Props {
  invoice: Invoice
  kind: InvoiceEmailKind
  onClose: () => void
}

const words = {
  invoice: { title: 'Email this invoice', button: 'Send email', done: 'Email queued' },
  reminder: { title: 'Send a reminder', button: 'Send reminder', done: 'Reminder queued' },
} as const

/** Emails an invoice that was sent, or a reminder of an overdue one. */
export function InvoiceEmailDialog({ invoice, kind, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const templates = useEmailTemplates(`${kind}_email`, { invoice_id: invoice.id }, invoice.look)
  if (!templates) return <EmailPending title={words[kind].title} onClose={onClose} />
  return (
    <EmailDialog
      words={words[kind]}
      start={emailDraft(kind, invoice, current)}
      templates={templates}
      linked={{ ...invoice, kind: 'invoice' }}
      mutation={invoiceEmails.send(invoice.id, kind)}
      onClose={onClose}
    >
      {kind === 'reminder' && (
        <Text size="sm" c="dimmed">
          <LastReminder invoiceId={invoice.id} />
        </Text>
      )}
    </EmailDialog>
  )
}
