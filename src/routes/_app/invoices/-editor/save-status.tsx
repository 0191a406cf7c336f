import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'

import type { DraftSession, DraftView } from './draft-session.ts'

import classes from '#parts/lines/editor.module.css'

/** Whether the draft is saved, in one place and a few words. */
export function SaveStatus({ session }: { session: DraftSession }) {
  const { tone, text, canRetry } = statusOf(useSyncExternalStore(session.subscribe, session.get))
  const Icon = tone && icons[tone]
  return (
    <span className={classes.status} data-tone={tone}>
      {Icon && <Icon size={16} aria-hidden />}
      <span role="status">{text}</span>
      {canRetry && (
        <Button size="compact-xs" variant="default" onClick={() => void session.flush()}>
          Try again
        </Button>
      )}
    </span>
  )
}

const icons = { good: IconCircleCheck, busy: IconRefresh, bad: IconAlertTriangle }

interface Status {
  /** None while there is nothing to save. */
  readonly tone?: 'good' | 'busy' | 'bad'
  readonly text: string
  readonly canRetry?: boolean
}

function statusOf({ save, form, isChoosing, invoice, problems }: DraftView): Status {
  if (isChoosing) return { tone: 'bad', text: 'Not saved: choose which version to keep' }
  switch (save.kind) {
    case 'saved':
      return invoice ? { tone: 'good', text: 'Saved' } : { text: 'Saved automatically as you type' }
    case 'waiting':
    case 'saving':
      return { tone: 'busy', text: 'Saving…' }
    case 'blocked':
      return form.customer === null
        ? { tone: 'bad', text: 'Not saved yet: choose a customer' }
        : { tone: 'bad', text: 'Not saved: fix the highlighted fields' }
    case 'failed':
      return { tone: 'bad', text: `Not saved yet: ${save.failure.message}. Retrying…`, canRetry: true }
    case 'refused':
      return problems.size > 0
        ? { tone: 'bad', text: 'Not saved: fix the highlighted fields' }
        : { tone: 'bad', text: `Not saved: ${save.failure.message}`, canRetry: true }
  }
}
