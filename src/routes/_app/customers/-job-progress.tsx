import { Button, Group, Progress, Text } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'

import type { ApiError } from '#api/errors.ts'
import { toast } from '#kit/toast.ts'
import type { Store } from '#lib/store.ts'

interface Props<Job> {
  begun: Job
  /** Undefined while the service can't be reached. */
  progress: Store<Job | undefined>
  /** Text about it; `isReachable`: the service responds. */
  text: (job: Job, isReachable: boolean) => string
  /** How many customers are done, and of how many. */
  shareOf: (job: Job) => { readonly done: number; readonly total: number }
  /** Label of the bar. */
  label: string
  onCancel: () => Promise<unknown>
}

/** The progress of work on many customers, in a toast, with a way to cancel it. */
export function JobProgress<Job>({ begun, progress, text, shareOf, label, onCancel }: Props<Job>) {
  const [state, setState] = useState<'running' | 'canceling' | 'not canceled'>('running')
  const now = useSyncExternalStore(progress.subscribe, progress.get)
  const [known, setKnown] = useState(begun)
  if (now && now !== known) setKnown(now)
  const { done, total } = shareOf(known)
  const cancel = async () => {
    setState('canceling')
    await onCancel().catch(() => setState('not canceled'))
  }
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" role="status">
          {text(known, now !== undefined)}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={state === 'canceling'}
          onClick={() => void cancel()}
          style={{ flexShrink: 0 }}
        >
          {state === 'not canceled' ? 'Try to cancel again' : 'Cancel'}
        </Button>
      </Group>
      <Progress value={(done / total) * 100} size="xs" aria-label={label} />
    </>
  )
}

/** Shows the progress in a toast that stays until the work has ended. */
export const showProgress = (id: string, progress: ReactNode): void =>
  void toast({ id, autoClose: false, withCloseButton: false, allowClose: false, message: progress })

/** Says in its place that the work can't be followed any more. `after`: where to see how far it is. */
export const showLostTrack = (id: string, title: string, { message }: ApiError, after: string) =>
  toast({
    id,
    withCloseButton: true,
    allowClose: true,
    color: 'red',
    title,
    message: `${message}. It continues on the server; ${after}.`,
  })
