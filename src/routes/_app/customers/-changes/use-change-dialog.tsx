import { useQueryClient } from '@tanstack/react-query'

import { type ChangeRequest, type ChangedCustomers, customerChanges } from '#api/customer-changes.ts'
import { customers as customerQueries } from '#api/customers.ts'
import { useAttempt } from '#kit/attempt.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { prepareToasts } from '#kit/toast.ts'

import { followChange } from './follow-change.tsx'

prepareToasts()

export interface ChangeDialogProps {
  customers: ChangedCustomers
  /** The name of a single customer. */
  who: string | undefined
  onClose: () => void
  onChanging: () => void
}

/** Requests a change from a dialog, which closes once it has begun; its outcome is shown in a toast. */
export function useChangeDialog({ customers, who, onClose, onChanging }: ChangeDialogProps) {
  const client = useQueryClient()
  const request = useAttempt(customerChanges.request())
  const refused = request.error?.fields['count']
  const send = (change: Omit<ChangeRequest, 'customers' | 'key'>) =>
    request.mutate(
      { ...change, customers },
      {
        onSuccess: (begun) => {
          onClose()
          onChanging()
          void followChange(client, begun, { who })
        },
        onError: ({ fields }) =>
          fields['count'] !== undefined && void client.invalidateQueries({ queryKey: customerQueries.all }),
      },
    )
  const problem = (
    <InlineProblem
      error={
        refused === undefined
          ? request.error
          : { message: `${refused}. Close this, check the list, then try again` }
      }
    />
  )
  return { request, problem, send }
}
