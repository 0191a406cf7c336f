import { Button, Text } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { deleteContactsLater } from '#api/contact-deletion.ts'
import { graceMs } from '#api/grace.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { toast, untoast } from '#kit/toast.ts'
import { UndoCountdown } from '#kit/undo-countdown.tsx'
import { pluralize } from '#lib/pluralize.ts'

/** Contacts to delete: id → name. */
type Selection = ReadonlyMap<number, string>

const whoOf = (selection: Selection): string =>
  (selection.size === 1 && [...selection.values()][0]) || pluralize(selection.size, 'contact')

/** Up to this many, the time to undo is enough, so nobody is asked first. */
const deletedUnasked = 10

/** Deletes the selected contacts. */
export function DeleteSelected({ selection, onDeleting }: { selection: Selection; onDeleting: () => void }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = () => {
    void deleteWithUndo(client, selection)
    onDeleting()
  }
  return (
    <>
      <Button
        size="compact-md"
        color="red"
        onClick={() => (selection.size > deletedUnasked ? setAsking(true) : remove())}
      >
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${whoOf(selection)}?`}
          action="Delete contacts"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          Once the time to undo is over, they can’t be restored. Customers stay.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Deletes contacts after the time to undo, and shows the result in a toast on any screen. */
export async function deleteWithUndo(client: QueryClient, selection: Selection): Promise<void> {
  const ids = [...selection.keys()]
  const id = `delete-contacts-${ids.join('-').slice(0, 60)}`
  const who = whoOf(selection)
  const deletion = deleteContactsLater(client, ids)
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <UndoCountdown text={`Deleting ${who}…`} graceMs={graceMs} deletion={deletion} />,
  })
  const outcome = await deletion.outcome
  if (outcome.kind === 'undone') return untoast(id)
  const shown = { id, withCloseButton: true, allowClose: true }
  if (outcome.kind === 'deleted')
    return toast({ ...shown, autoClose: 6000, color: 'teal', message: `${who} deleted` })
  const again = () => {
    void untoast(id)
    void deleteWithUndo(client, selection)
  }
  return toast({
    ...shown,
    autoClose: false,
    color: 'red',
    title: 'We couldn’t confirm the deletion',
    message: (
      <>
        <Text size="sm" mb="xs">
          {outcome.error.message}. Trying again is safe.
        </Text>
        <Button size="xs" variant="default" onClick={again}>
          Try again
        </Button>
      </>
    ),
  })
}
