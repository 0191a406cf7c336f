import { Button, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import type { Progress as DeletionProgress, Stopped } from '#api/deletion.ts'
import { graceMs } from '#api/grace.ts'
import { type Outcome, type PendingDeletion, deleteLater, recheck } from '#api/pending-deletion.ts'
import { toast, untoast } from '#kit/toast.ts'
import { UndoCountdown } from '#kit/undo-countdown.tsx'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

/** Who is selected, across pages: id → name. */
export type Selection = ReadonlyMap<number, string>

/** `1 customer`, `3 customers` */
export const countOf = (number: number) => pluralize(number, 'customer')

/**
 * Deletes after the time to undo, and shows the result in a toast on any screen. `onUndone` is called
 * when it was undone.
 */
export async function deleteWithUndo(
  client: QueryClient,
  selection: Selection,
  onUndone?: () => void,
): Promise<void> {
  const id = `delete-${[...selection.keys()].join('-').slice(0, 60)}`
  const deletion = deleteLater(client, [...selection.keys()])
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <Grace deletion={deletion} who={whoOf(selection)} />,
  })
  const outcome = await deletion.outcome
  if (outcome.kind === 'undone') onUndone?.()
  tell(client, id, selection, outcome)
}

function tell(client: QueryClient, id: string, selection: Selection, outcome: Outcome) {
  const who = whoOf(selection)
  if (outcome.kind === 'undone') return void untoast(id)
  const shown = { id, withCloseButton: true, allowClose: true }
  if (outcome.kind === 'deleted')
    return void toast({
      ...shown,
      autoClose: 6000,
      color: 'teal',
      title: undefined,
      message: `${who} deleted`,
    })
  void toast({
    ...shown,
    autoClose: false,
    color: 'red',
    title: titleOf(outcome, selection),
    message: <StoppedDeletion client={client} id={id} selection={selection} stopped={outcome} />,
  })
}

function titleOf({ deleted, unclear }: Stopped, selection: Selection): string {
  if (unclear.length > 0) return 'We couldn’t confirm the deletion'
  return deleted > 0
    ? `Deleted ${numberText(deleted)} of ${numberText(selection.size)}`
    : 'Nothing was deleted'
}

function reasonOf({ error, deleted, missing, unclear }: Stopped, selection: Selection): string {
  if (unclear.length > 0) {
    const known = deleted > 0 ? `${countOf(deleted)} deleted. ` : ''
    const rest = unclear.length < selection.size ? countOf(unclear.length) : whoOf(selection)
    return `${known}The connection was lost: ${rest} may or may not have been deleted.`
  }
  if (missing > 0)
    return `${numberText(missing)} of the selected customers no longer ${missing === 1 ? 'exists' : 'exist'}.`
  return `${error.message}.`
}

/** The outcome of a deletion that failed, and what to do now. */
function StoppedDeletion(props: { client: QueryClient; id: string; selection: Selection; stopped: Stopped }) {
  const { client, id, selection, stopped } = props
  const [isChecking, setIsChecking] = useState(false)
  const ids = new Set(stopped.left)
  const left = new Map([...selection].filter(([one]) => ids.has(one)))
  const again = () => {
    void untoast(id)
    void deleteWithUndo(client, left)
  }
  const check = async () => {
    setIsChecking(true)
    const outcome = await recheck(client, stopped)
    setIsChecking(false)
    tell(client, id, selection, outcome)
  }
  return (
    <>
      <Text size="sm" mb="xs">
        {reasonOf(stopped, selection)}
      </Text>
      {stopped.unclear.length > 0 ? (
        <Button size="xs" variant="default" loading={isChecking} onClick={() => void check()}>
          Check again
        </Button>
      ) : (
        left.size > 0 && (
          <Button size="xs" variant="default" onClick={again}>
            {left.size < selection.size ? `Delete the other ${numberText(left.size)}` : 'Try again'}
          </Button>
        )
      )}
    </>
  )
}

/** The name of one, the number of several. */
export const whoOf = (selection: Selection): string =>
  selection.size === 1 ? ([...selection.values()][0] ?? '') : countOf(selection.size)

function progressText(who: string, progress: DeletionProgress | undefined): string {
  if (progress?.kind === 'checking') return 'Checking what was deleted…'
  if (progress && progress.done > 0)
    return `Deleting ${numberText(progress.total)} customers… ${numberText(progress.done)} done`
  return `Deleting ${who}…`
}

function Grace({ deletion, who }: { deletion: PendingDeletion; who: string }) {
  const progress = useSyncExternalStore(deletion.progress.subscribe, deletion.progress.get)
  return <UndoCountdown text={progressText(who, progress)} graceMs={graceMs} deletion={deletion} />
}
