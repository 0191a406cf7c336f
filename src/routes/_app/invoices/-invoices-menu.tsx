import { IconBook2, IconBuildingBank, IconPackages, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'

const BookkeepingDialog = lazyWithRetry(
  async () => (await import('./-bookkeeping-dialog.tsx')).BookkeepingDialog,
)

/** What belongs to invoices beside their list. */
export function InvoicesMenu() {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <RecordMenu width={230}>
        <RecordMenuItem
          icon={IconRepeat}
          renderRoot={(props) => <Link {...props} to="/invoices/recurring" />}
        >
          Recurring invoices
        </RecordMenuItem>
        <RecordMenuItem icon={IconPackages} renderRoot={(props) => <Link {...props} to="/invoices/plans" />}>
          Plans
        </RecordMenuItem>
        <RecordMenuItem
          icon={IconBuildingBank}
          renderRoot={(props) => <Link {...props} to="/invoices/bank" />}
        >
          Bank payments
        </RecordMenuItem>
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
