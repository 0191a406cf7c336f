import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'

import type { ChangedCustomers } from '#api/customer-changes.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

const PermissionsDialog = lazyWithRetry(
  async () => (await import('./permissions-dialog.tsx')).PermissionsDialog,
)

interface Props {
  customers: ChangedCustomers
  who: string | undefined
  onChanging: () => void
}

/** Opens the dialog that changes the permissions of the selected customers. */
export function PermissionsButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setIsOpen(true)}>
        Change permissions…
      </Button>
      {isOpen && (
        <Suspense>
          <PermissionsDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
