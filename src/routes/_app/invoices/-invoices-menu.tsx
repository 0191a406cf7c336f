import { IconBook2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'

const BookkeepingDialog = lazyWithRetry(
  async () => (await import('./-bookkeeping-dialog.tsx')).BookkeepingDialog,
)

/** What is rarely done with all invoices. */
export function InvoicesMenu() {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <RecordMenu width={230}>
        <RecordMenuItem icon={IconBook2} onClick={() => setExporting(true)}>
          Export for bookkeeping
        </RecordMenuItem>
      </RecordMenu>
      {isExporting && (
        <Suspense>
          <BookkeepingDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
