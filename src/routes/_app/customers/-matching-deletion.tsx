import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ApiError } from '#api/errors.ts'
import { matchingDeletions, watchDeletion } from '#api/matching-deletion.ts'
import type { CustomerDeletion } from '#contract/customer-deletions.ts'
import { toast } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'
import { createStore } from '#lib/store.ts'

import { countOf } from './-deletion.tsx'
import { JobProgress, showLostTrack, showProgress } from './-job-progress.tsx'

const followed = new Set<number>()

/** Shows the progress of a deletion in a toast, whatever screen is open, and then its result. */
export async function followDeletion(client: QueryClient, begun: CustomerDeletion): Promise<void> {
  if (followed.has(begun.id)) return
  followed.add(begun.id)
  const id = `customer-deletion-${begun.id}`
  // Undefined while the service can't be reached.
  const progress = createStore<CustomerDeletion | undefined>(begun)
  showProgress(
    id,
    <JobProgress
      begun={begun}
      progress={progress}
      text={textOf}
      shareOf={({ total, deleted, missing }) => ({ done: deleted + missing, total })}
      label="Deleted so far"
      onCancel={() => client.getMutationCache().build(client, matchingDeletions.cancel()).execute(begun.id)}
    />,
  )
  try {
    const ended = await watchDeletion(client, begun.id, progress.set)
    if (ended.state === 'completed' && ended.missing === 0)
      return await toast.success(`${countOf(ended.deleted)} deleted`, { id })
    await toast({ id, withCloseButton: true, allowClose: true, ...summaryOf(ended) })
  } catch (error) {
    await showLostTrack(id, 'We lost track of the deletion', error as ApiError, 'the list shows who is left')
  } finally {
    followed.delete(begun.id)
  }
}

const textOf = ({ total, deleted, missing }: CustomerDeletion, isReachable: boolean) =>
  isReachable
    ? `Deleting ${countOf(total)}… ${numberText(deleted + missing)} done`
    : `Deleting ${countOf(total)}. Can’t reach the server right now; it continues there.`

function summaryOf({ state, total, deleted, missing }: CustomerDeletion) {
  const already = missing === 0 ? '' : ` ${numberText(missing)} had already been deleted by someone else.`
  return state === 'canceled'
    ? {
        title: 'Deletion canceled',
        message:
          deleted === 0
            ? `No customers were deleted.${already}`
            : `${numberText(deleted)} of ${countOf(total)} had been deleted by then.${already}`,
      }
    : { title: `${countOf(deleted)} deleted`, message: already.trim() }
}

/** Follows deletions that were running before this page was loaded. */
export function RunningDeletions(): null {
  const client = useQueryClient()
  const { data } = useQuery(matchingDeletions.running())
  useEffect(
    function followThem() {
      for (const deletion of data ?? []) void followDeletion(client, deletion)
    },
    [client, data],
  )
  return null
}
