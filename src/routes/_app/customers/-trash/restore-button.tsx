import { Button } from '@mantine/core'

import type { DeletedCustomer } from '#contract/customers/trash.ts'

import { deletedName } from './deleted-name.ts'
import { useTrashActions } from './use-trash-actions.ts'

/** Restores one deleted customer, without asking. */
export function RestoreButton({ customer }: { customer: DeletedCustomer }) {
  const { isBusy, restore } = useTrashActions()
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      aria-label={`Restore ${deletedName(customer)}`}
      onClick={() => restore([customer])}
    >
      Restore
    </Button>
  )
}
