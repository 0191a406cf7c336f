import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { type BulkKind, type Selected, applicable, bulkKinds, mostAtOnce } from './bulk-kinds.ts'

const BulkDialog = lazyWithRetry(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

const kinds = Object.keys(bulkKinds) as BulkKind[]

interface Props {
  selection: ReadonlyMap<number, Selected>
  /** Whether this service can send email. */
  canEmail: boolean
  onDone: () => void
}

/** What can be done with the selected invoices, beside exporting them. */
export function BulkActions({ selection, canEmail, onDone }: Props) {
  const [open, setOpen] = useState<BulkKind>()
  if (selection.size > mostAtOnce) return null
  return (
    <>
      {kinds
        .filter((kind) => (kind !== 'remind' || canEmail) && applicable(kind, selection).length > 0)
        .map((kind) => (
          <Button key={kind} variant="default" size="compact-md" onClick={() => setOpen(kind)}>
            {bulkKinds[kind].button}…
          </Button>
        ))}
      {open && (
        <Suspense>
          <BulkDialog kind={open} selection={selection} onDone={onDone} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
