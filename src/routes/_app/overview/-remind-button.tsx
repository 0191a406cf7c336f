import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

const RemindDialog = lazyWithRetry(async () => (await import('#parts/emails/remind-dialog.tsx')).RemindDialog)

/** Writes a reminder of an overdue invoice without leaving the page. */
export function RemindButton({ id, number }: { id: number; number: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        // On a phone the row alone is the target; its invoice has the same action.
        visibleFrom="sm"
        aria-label={`Remind about invoice ${number}`}
        onClick={() => setOpen(true)}
      >
        Remind
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RemindDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
