import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SelectionBar } from '#kit/list/selection-bar.tsx'

import { type Selection, countOf } from './-deletion.tsx'

const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)

/** What can be done with the selected customers. */
export function DeleteBar({ selection, onClear }: { selection: Selection; onClear: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <SelectionBar label={`${countOf(selection.size)} selected`} onClear={onClear}>
        <Button size="compact-md" color="red" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </SelectionBar>
      {asking && (
        <Suspense>
          <DeleteDialog selection={selection} onClose={() => setAsking(false)} onDeleting={onClear} />
        </Suspense>
      )}
    </>
  )
}
