import { Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { ApiError } from '#api/errors.ts'
import { matchingDeletions, watchDeletion } from '#api/matching-deletion.ts'
import type { CustomerDeletion } from '#contract/customer-deletions.ts'
import { toast } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'
import { type Store, createStore } from '#lib/store.ts'

import { countOf } from './-deletion.tsx'

const followed = new Set<number>()

/** Shows the progress of a deletion in a toast, whatever screen is open, and then its result. */
export async function followDeletion(client: QueryClient, begun: CustomerDeletion): Promise<void> {
  if (followed.has(begun.id)) return
  followed.add(begun.id)
  const id = `customer-deletion-${begun.id}`
  // Undefined while the service can't be reached.
  const progress = createStore<CustomerDeletion | undefined>(begun)
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <Deleting client={client} begun={begun} progress={progress} />,
  })
  try {
    const ended = await watchDeletion(client, begun.id, progress.set)
    if (ended.state === 'completed' && ended.missing === 0)
      return await toast.success(`${countOf(ended.deleted)} deleted`, { id })
    await toast({ id, withCloseButton: true, allowClose: true, ...summaryOf(ended) })
  } catch (error) {
    await toast({
      id,
      withCloseButton: true,
      allowClose: true,
      color: 'red',
      title: 'We lost track of the deletion',
      message: `${(error as ApiError).message}. It continues on the server; the list shows who is left.`,
    })
  } finally {
    followed.delete(begun.id)
  }
}

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

interface DeletingProps {
  client: QueryClient
  begun: CustomerDeletion
  progress: Store<CustomerDeletion | undefined>
}

function Deleting({ client, begun, progress }: DeletingProps) {
  const [state, setState] = useState<'running' | 'canceling' | 'not canceled'>('running')
  const now = useSyncExternalStore(progress.subscribe, progress.get)
  const [known, setKnown] = useState(begun)
  if (now && now !== known) setKnown(now)
  const { id, total, deleted, missing } = known
  const done = deleted + missing
  const cancel = async () => {
    setState('canceling')
    await client
      .getMutationCache()
      .build(client, matchingDeletions.cancel())
      .execute(id)
      .catch(() => setState('not canceled'))
  }
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" role="status">
          {now === undefined
            ? `Deleting ${countOf(total)}. Can’t reach the server right now; it continues there.`
            : `Deleting ${countOf(total)}… ${numberText(done)} done`}
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
      <Progress value={(done / total) * 100} size="xs" aria-label="Deleted so far" />
    </>
  )
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
