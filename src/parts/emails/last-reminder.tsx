import { useQuery } from '@tanstack/react-query'

import { invoiceEmails } from '#api/invoice-emails.ts'
import type { InvoiceEmail } from '#contract/invoices/emails.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { dayText } from '#lib/calendar.ts'

/** When the customer was last reminded of the invoice, and when they will be without anyone asking. */
export function LastReminder({ invoiceId }: { invoiceId: number }) {
  const { data } = useQuery(invoiceEmails.of(invoiceId))
  if (!data) return null
  return (
    <>
      <LastReminderOf emails={data.emails} />
      {data.nextReminderOn !== null && (
        <> The next one is sent automatically on {dayText(data.nextReminderOn)}.</>
      )}
    </>
  )
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
