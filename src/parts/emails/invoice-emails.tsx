import { Button } from '@mantine/core'
import { type DefaultError, type UseMutationOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { invoiceEmails } from '#api/invoice-emails.ts'
import { session } from '#api/session.ts'
import type { EmailKind } from '#contract/invoices/emails.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { EmailStatus, QueuedEmail } from '#contract/wire/emails.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { toast } from '#kit/toast.ts'
import { dayText } from '#lib/calendar.ts'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'

import classes from './invoice-emails.module.css'

const statuses: Readonly<Record<EmailStatus, { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Queued', tone: 'info' },
  sending: { word: 'Sending…', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'neutral' },
}

const kinds: Readonly<Record<EmailKind, string>> = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  credit_note: 'Credit note',
  receipt: 'Receipt',
}

/** The emails of the invoice with their status. */
export function InvoiceEmails({ invoice: { id } }: { invoice: Pick<Invoice, 'id'> }) {
  const { data: current } = useSuspenseQuery(session.current())
  const isOffered = current.features.email
  const { data } = useQuery({ ...invoiceEmails.of(id), enabled: isOffered })
  if (!data || (data.emails.length === 0 && data.nextReminderOn === null)) return null
  return (
    <SectionCard title="Emails" isFlush>
      <EmailList
        emails={data.emails}
        labelOf={({ kind }) => kinds[kind]}
        {...(mayWriteInvoices(current) && { retry: invoiceEmails.retry() })}
      >
        {data.nextReminderOn !== null && (
          <li>
            <span>The next reminder is sent automatically on {dayText(data.nextReminderOn)}.</span>
          </li>
        )}
      </EmailList>
    </SectionCard>
  )
}

type RetryMutation<Sent> = UseMutationOptions<Sent, DefaultError, number>

interface ListProps<Email, Sent> {
  emails: readonly Email[]
  labelOf: (email: Email) => string
  /** How a failed one is attempted again, for people who may. */
  retry?: RetryMutation<Sent>
  className?: string | undefined
  /** Entries above the emails. */
  children?: ReactNode
}

/** Emails about a record with their status. */
export const EmailList = <Email extends QueuedEmail, Sent>({
  emails,
  labelOf,
  retry,
  className = '',
  children,
}: ListProps<Email, Sent>) => (
  <ul className={`${classes['list']} ${className}`}>
    {children}
    {emails.map((email) => (
      <li key={email.id}>
        <EmailEntry email={email} label={labelOf(email)} {...(retry && { retry })} />
      </li>
    ))}
  </ul>
)

interface EntryProps<Sent> {
  email: QueuedEmail
  label: string
  retry?: RetryMutation<Sent>
}

function EmailEntry<Sent>({ email, label, retry }: EntryProps<Sent>) {
  const { id, status, to, problem, created_at, next_attempt_at, sent_at } = email
  const { word, tone } = statuses[status]
  const isWaiting = status === 'queued' && problem !== null
  return (
    <>
      <div className={classes['head']}>
        <span>{label}</span>
        <StatusBadge tone={isWaiting ? 'notice' : tone} isLive={status === 'sending'}>
          {word}
        </StatusBadge>
      </div>
      <span>{to.join(', ')}</span>
      {problem !== null && <span>{problem}</span>}
      <span className={classes['more']}>
        {isWaiting && next_attempt_at !== null ? (
          <>
            Next attempt <RelativeTime datetime={next_attempt_at} />
          </>
        ) : (
          <RelativeTime datetime={sent_at ?? created_at} />
        )}{' '}
        · {email.caused_by}
      </span>
      {status === 'failed' && retry && <RetryButton id={id} mutation={retry} />}
    </>
  )
}

function RetryButton<Sent>({ id, mutation }: { id: number; mutation: RetryMutation<Sent> }) {
  const { mutate, isPending } = useSingleFlightMutation(mutation)
  const retry = () =>
    mutate(id, {
      onError: toast.failed('email', 'Couldn’t retry the email'),
    })
  return (
    <div>
      <Button size="xs" variant="default" loading={isPending} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
