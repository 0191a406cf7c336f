import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ApiError } from '#api/errors.ts'
import { matchingDeletions, watchDeletion } from '#api/matching-deletion.ts'
import type { CustomerDeletion } from '#contract/customers/deletions.ts'
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
      shareOf={(deletion) => ({ done: doneOf(deletion), total: deletion.total })}
      label="Deleted so far"
      onCancel={() => client.getMutationCache().build(client, matchingDeletions.cancel()).execute(begun.id)}
    />,
  )
  try {
    const ended = await watchDeletion(client, begun.id, progress.set)
    if (ended.state === 'completed' && ended.deleted === ended.total)
      return await toast.success(`${countOf(ended.deleted)} deleted`, { id })
    await toast({ id, withCloseButton: true, allowClose: true, ...summaryOf(ended) })
  } catch (error) {
    await showLostTrack(id, 'We lost track of the deletion', error as ApiError, 'the list shows who is left')
  } finally {
    followed.delete(begun.id)
  }
}

const doneOf = ({ deleted, missing, failed }: CustomerDeletion) => deleted + missing + failed

const textOf = (deletion: CustomerDeletion, isReachable: boolean) =>
  isReachable
    ? `Deleting ${countOf(deletion.total)}… ${numberText(doneOf(deletion))} done`
    : `Deleting ${countOf(deletion.total)}. Can’t reach the server right now; it continues there.`

function summaryOf({ state, total, deleted, missing, failed }: CustomerDeletion) {
  const already = missing === 0 ? '' : ` ${numberText(missing)} had already been deleted by someone else.`
  const left = failed === 0 ? '' : ` ${countOf(failed)} couldn’t be deleted. Try again.`
  const others = `${already}${left}`
  return state === 'canceled'
    ? {
        title: 'Deletion canceled',
        message:
          deleted === 0
            ? `No customers were deleted.${others}`
            : `${numberText(deleted)} of ${countOf(total)} had been deleted by then.${others}`,
      }
    : { title: `${countOf(deleted)} deleted`, message: others.trim(), ...(failed > 0 && { color: 'red' }) }
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
