import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoiceEmails } from '#api/invoice-emails.ts'
import { session } from '#api/session.ts'
import type { EmailKind } from '#contract/invoice-emails.ts'
import type { Invoice } from '#contract/invoices.ts'
import { SectionCard } from '#kit/section-card.tsx'

import { EmailEntry, emailList } from './-email-entry.tsx'
import { mayWriteInvoices } from './-invoice-permission.ts'

const kinds: Readonly<Record<EmailKind, string>> = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  credit_note: 'Credit note',
}

/** The emails of the invoice with their status. */
export function InvoiceEmails({ invoice: { id } }: { invoice: Pick<Invoice, 'id'> }) {
  const { data: current } = useSuspenseQuery(session.current())
  const isOffered = current.features.includes('invoices.email')
  const { data: emails = [] } = useQuery({ ...invoiceEmails.of(id), enabled: isOffered })
  if (emails.length === 0) return null
  return (
    <SectionCard title="Emails" isFlush>
      <ul className={emailList ?? ''}>
        {emails.map((email) => (
          <li key={email.id}>
            <EmailEntry
              email={email}
              label={kinds[email.kind]}
              {...(mayWriteInvoices(current) && { retry: invoiceEmails.retry() })}
            />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
