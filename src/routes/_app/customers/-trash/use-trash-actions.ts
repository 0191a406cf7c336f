import { customerTrash } from '#api/customer-trash.ts'
import type { DeletedCustomer } from '#contract/customers/trash.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { countOf } from '../-deletion.tsx'
import { deletedName } from './deleted-name.ts'

type Some = readonly DeletedCustomer[]

/** Restores deleted customers, or deletes them permanently, and shows the outcome in a toast. */
export function useTrashActions({ onDone }: { onDone?: () => void } = {}) {
  const restoring = useSingleFlightMutation(customerTrash.restore())
  const deleting = useSingleFlightMutation(customerTrash.deletePermanently())
  const failed = (title: string) => toast.failed('trash', title, { autoClose: false })
  return {
    isBusy: restoring.isPending || deleting.isPending,
    restore: (some: Some, onRestored?: () => void) =>
      restoring.mutate(idsOf(some), {
        onSuccess: (restored) => {
          onDone?.()
          if (restored === 0) return void toast.success('Already restored or permanently deleted')
          void toast.success(`${restored === some.length ? whoOf(some) : countOf(restored)} restored`)
          onRestored?.()
        },
        onError: failed('Couldn’t restore'),
      }),
    deletePermanently: (some: Some) =>
      deleting.mutate(idsOf(some), {
        onSuccess: () => {
          onDone?.()
          void toast.success(`${whoOf(some)} permanently deleted`)
        },
        onError: failed('Couldn’t delete permanently'),
      }),
  }
}

const idsOf = (some: Some) => some.map(({ id }) => id)

/** The name of one, the number of several. */
export const whoOf = (some: Some): string =>
  some.length === 1 && some[0] ? deletedName(some[0]) : countOf(some.length)
