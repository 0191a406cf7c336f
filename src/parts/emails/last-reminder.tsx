import { useQuery } from '@tanstack/react-query'

import { invoiceEmails } from '#api/invoice-emails.ts'
import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import { RelativeTime } from '#kit/relative-time.tsx'

/** When the customer was last reminded of the invoice. */
export function LastReminder({ invoiceId }: { invoiceId: number }) {
  const { data: emails } = useQuery(invoiceEmails.of(invoiceId))
  return emails ? <LastReminderOf emails={emails} /> : null
}

type Sent = Pick<InvoiceEmail, 'status' | 'sent_at' | 'created_at'> & { readonly kind: string }

/** The same of emails, the newest first. */
export function LastReminderOf({ emails }: { emails: readonly Sent[] }) {
  const last = emails.find(({ kind, status }) => kind === 'reminder' && status === 'sent')
  if (!last) return <>No reminder has been sent yet.</>
  return (
    <>
      Last reminder sent <RelativeTime datetime={last.sent_at ?? last.created_at} />.
    </>
  )
}
