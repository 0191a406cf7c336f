import { useQueryClient } from '@tanstack/react-query'

import { type ChangedCustomers, customerChanges } from '#api/customer-changes.ts'
import { customers as customerQueries } from '#api/customers.ts'
import { isUnanswered } from '#api/watch-job.ts'
import type { ChangeKind } from '#contract/customers/changes.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

import { failureTitle, followChange, showFailure } from './follow-change.tsx'

prepareToasts()

interface ChangeRequest {
  readonly kind: ChangeKind
  readonly customers: ChangedCustomers
  /** The name of a single customer. */
  readonly who: string | undefined
}

/** Archives customers or makes them active again, and shows progress and outcome in a toast with a way back. */
export function useChange() {
  const client = useQueryClient()
  const request = useSingleFlightMutation({
    mutationFn: async ({ kind, customers, who }: ChangeRequest) => {
      const call = client.getMutationCache().build(client, customerChanges.request())
      const change = await call.execute({ kind, customers, key: newKey() })
      return { change, who }
    },
    onSuccess: ({ change, who }) => void followChange(client, change, { who }),
    onError: (error, { kind }) => {
      void client.invalidateQueries({ queryKey: customerQueries.all })
      const count = error.fields['count']
      const doubt = isUnanswered(error) ? '. It may have worked anyway: check the list' : ''
      showFailure(failureTitle(kind), {
        message:
          count === undefined ? `${error.message}${doubt}` : `${count}. Check the list, then try again`,
      })
    },
  })
  return { isBusy: request.isPending, change: request.mutate }
}
