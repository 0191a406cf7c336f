import { Button } from '@mantine/core'
import { Fragment, Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { ChangeDialogProps } from './-changes/use-change-dialog.tsx'

const dialogs = [
  {
    label: 'Assign…',
    Dialog: lazyWithRetry(async () => (await import('./-bulk-assign/assign-dialog.tsx')).AssignDialog),
  },
  {
    label: 'Change permissions…',
    Dialog: lazyWithRetry(
      async () => (await import('./-bulk-permissions/permissions-dialog.tsx')).PermissionsDialog,
    ),
  },
]

/** Opens the dialogs that change the selected customers. */
export function ChangeDialogs(props: Omit<ChangeDialogProps, 'onClose'>) {
  const [opened, setOpened] = useState<string>()
  return dialogs.map(({ label, Dialog }) => (
    <Fragment key={label}>
      <Button size="compact-md" variant="default" onClick={() => setOpened(label)}>
        {label}
      </Button>
      {opened === label && (
        <Suspense>
          <Dialog {...props} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Fragment>
  ))
}
