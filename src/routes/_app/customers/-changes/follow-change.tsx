import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { customerChanges, watchChange } from '#api/customer-changes.ts'
import type { ApiError } from '#api/errors.ts'
import type { CustomerChange } from '#contract/customers/changes.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'
import { createStore } from '#lib/store.ts'

import { JobProgress, showLostTrack, showProgress } from '../-job-progress.tsx'
import { changeWords, doneOf, progressOf, summaryOf } from './change-words.ts'

interface Told {
  /** The name of a single customer. */
  readonly who?: string | undefined
  /** It takes another change back. */
  readonly isUndo?: boolean
}

const followed = new Set<number>()

/** Shows the progress of a change in a toast, whatever screen is open, and then its result with a way back. */
export async function followChange(
  client: QueryClient,
  begun: CustomerChange,
  told: Told = {},
): Promise<void> {
  if (followed.has(begun.id)) return
  const id = `customer-change-${begun.id}`
  if (begun.state !== 'running') return tell(client, id, begun, told)
  followed.add(begun.id)
  const progress = createStore<CustomerChange | undefined>(begun)
  showProgress(
    id,
    <JobProgress
      begun={begun}
      progress={progress}
      text={progressOf}
      shareOf={(change) => ({ done: doneOf(change), total: change.total })}
      label="Done so far"
      onCancel={() => client.getMutationCache().build(client, customerChanges.cancel()).execute(begun.id)}
    />,
  )
  try {
    tell(client, id, await watchChange(client, begun.id, progress.set), told)
  } catch (error) {
    await showLostTrack(id, 'We lost track of the change', error as ApiError, 'the list shows how far it is')
  } finally {
    followed.delete(begun.id)
  }
}

function tell(client: QueryClient, id: string, ended: CustomerChange, told: Told) {
  const canUndo = ended.kind.endsWith('archive') && ended.changed > 0 && !told.isUndo
  const way = canUndo && { undo: () => void undo(client, ended, told.who) }
  const message = summaryOf(ended, told)
  if (ended.failed < ended.total) void toast.success(message, { id, ...way })
  else void toast({ id, color: 'red', autoClose: false, withCloseButton: true, allowClose: true, message })
}

async function undo(client: QueryClient, { id }: CustomerChange, who: string | undefined): Promise<void> {
  try {
    const request = client.getMutationCache().build(client, customerChanges.undo())
    const change = await request.execute({ id, key: newKey() })
    await followChange(client, change, { who, isUndo: true })
  } catch (error) {
    showFailure('Couldn’t undo', error as ApiError)
  }
}

/** Says in a toast why a change failed. */
export const showFailure = (title: string, error: Pick<ApiError, 'message'>): void =>
  toast.failed('customer-change-failed', title, { autoClose: false })(error)

/** The title of a failure. */
export const failureTitle = (kind: CustomerChange['kind']): string => changeWords[kind].failed

/** Follows changes that were running before this page was loaded. */
export function RunningChanges(): null {
  const client = useQueryClient()
  const { data } = useQuery(customerChanges.running())
  useEffect(
    function followThem() {
      for (const change of data ?? []) void followChange(client, change)
    },
    [client, data],
  )
  return null
}
