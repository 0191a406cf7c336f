import { Button } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

const BookkeepingDialog = lazyWithRetry(
  async () => (await import('./-bookkeeping-dialog.tsx')).BookkeepingDialog,
)

/** Opens the export for bookkeeping, beside the export of the list. */
export function BookkeepingButton() {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBook2 size={16} aria-hidden />}
        onClick={() => setExporting(true)}
      >
        Bookkeeping…
      </Button>
      {isExporting && (
        <Suspense>
          <BookkeepingDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
