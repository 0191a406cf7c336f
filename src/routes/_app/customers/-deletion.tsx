import { Button, Group, Progress, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { type Outcome, type PendingDeletion, deleteLater, graceMs } from '#api/pending-deletion.ts'
import { toast, untoast } from '#kit/toast.ts'
import { counted } from '#lib/counted.ts'
import classes from './-deletion.module.css'

/** Who is selected, across pages: id → name. */
export type Selection = ReadonlyMap<number, string>

export const countOf = (number: number) => counted(number, 'customer')

/** Deletes after a time to undo, and tells in a toast what became of it, whatever screen is open then. */
export async function deleteWithUndo(client: QueryClient, selection: Selection): Promise<void> {
  const id = `delete-${[...selection.keys()].join('-').slice(0, 60)}`
  const deletion = deleteLater(client, [...selection.keys()])
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <Grace deletion={deletion} who={whoOf(selection)} />,
  })
  tell(client, id, selection, await deletion.outcome)
}

function tell(client: QueryClient, id: string, selection: Selection, outcome: Outcome) {
  const who = whoOf(selection)
  if (outcome.kind === 'undone') return void untoast(id)
  const shown = { id, withCloseButton: true, allowClose: true }
  if (outcome.kind === 'deleted') return void toast({ ...shown, autoClose: 6000, message: `${who} deleted` })
  const left = new Map([...selection].filter(([one]) => outcome.left.includes(one)))
  const isRest = left.size < selection.size
  const again = () => {
    void untoast(id)
    void deleteWithUndo(client, left)
  }
  void toast({
    ...shown,
    autoClose: false,
    color: 'red',
    title: 'Nothing was deleted',
    message: (
      <>
        <Text size="sm" mb="xs">
          {isRest
            ? `${countOf(selection.size - left.size)} of the selection no longer ${selection.size - left.size === 1 ? 'exists' : 'exist'}.`
            : `${outcome.error.message}.`}
        </Text>
        {left.size > 0 && (
          <Button size="xs" variant="default" onClick={again}>
            {isRest ? `Delete the other ${left.size}` : 'Try again'}
          </Button>
        )}
      </>
    ),
  })
}

const whoOf = (selection: Selection) =>
  selection.size === 1 ? ([...selection.values()][0] ?? '') : countOf(selection.size)

/** The time to undo. Pointing at it or focusing it stops the clock. */
function Grace({ deletion, who }: { deletion: PendingDeletion; who: string }) {
  const [isSent, setIsSent] = useState(false)
  useEffect(
    function giveTheFullTime() {
      // It began when the deletion was asked for; what shows it may have taken a while to arrive.
      deletion.release()
      void deletion.sent.then(() => setIsSent(true))
    },
    [deletion],
  )
  return (
    <div
      className={classes['grace']}
      onMouseEnter={deletion.hold}
      onMouseLeave={deletion.release}
      onFocus={deletion.hold}
      onBlur={deletion.release}
    >
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" lineClamp={2}>
          Deleting {who} …
        </Text>
        <Button size="xs" variant="default" disabled={isSent} onClick={deletion.undo}>
          Undo
        </Button>
      </Group>
      <Progress
        value={100}
        size="xs"
        aria-label="Time to undo"
        classNames={{ section: classes['time'] ?? '' }}
        styles={{ section: { animationDuration: `${graceMs}ms` } }}
      />
    </div>
  )
}
