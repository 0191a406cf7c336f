import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { csvExports } from '#api/exports.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ListExport } from '#kit/list/export.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'

import { type Selection, countOf, deleteWithUndo } from './-deletion.tsx'

const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)

/** Up to so many can be undone at a glance, so nobody is asked first. CHOICE 0083. */
const deletedUnasked = 10

interface Props {
  selection: Selection
  /** Whether the service exports a selection. */
  canExport: boolean
  onClear: () => void
}

/** What can be done with the selected customers. */
export function DeleteBar({ selection, canExport, onClear }: Props) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = () => {
    if (selection.size > deletedUnasked) return setIsAsking(true)
    void deleteWithUndo(client, selection)
    onClear()
  }
  return (
    <>
      <SelectionBar label={`${countOf(selection.size)} selected`} onClear={onClear}>
        {canExport && (
          <ListExport
            name="customers"
            one="customer"
            total={selection.size}
            file={csvExports.selectedCustomers([...selection.keys()])}
            compact
          />
        )}
        <Button size="compact-md" color="red" onClick={remove}>
          Delete
        </Button>
      </SelectionBar>
      {isAsking && (
        <Suspense>
          <DeleteDialog selection={selection} onClose={() => setIsAsking(false)} onDeleting={onClear} />
        </Suspense>
      )}
    </>
  )
}
