import { Button } from '@mantine/core'
import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'

import type { EmailStatus, QueuedEmail } from '#contract/emails.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { toast } from '#kit/toast.ts'

import classes from './-invoice-emails.module.css'

const statuses: Readonly<Record<EmailStatus, { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Queued', tone: 'info' },
  sending: { word: 'Sending…', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'neutral' },
}

/** The class of a list of `EmailEntry`. */
export const emailList = classes['list']

type RetryMutation<Sent> = UseMutationOptions<Sent, DefaultError, number>

interface EntryProps<Sent> {
  email: QueuedEmail
  /** What was emailed. */
  label: string
  /** How it is attempted again, for people who may. */
  retry?: RetryMutation<Sent>
}

/** One email with its status. */
export function EmailEntry<Sent>({ email, label, retry }: EntryProps<Sent>) {
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
      onError: ({ message }) =>
        void toast({ id: 'email', color: 'red', title: 'Couldn’t retry the email', message }),
    })
  return (
    <div>
      <Button size="xs" variant="default" loading={isPending} onClick={retry}>
        Retry
      </Button>
    </div>
  )
}
