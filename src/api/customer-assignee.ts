import { mutationOptions } from '@tanstack/react-query'

import { assignCustomer } from '#contract/customers/assignee.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

/** Assigns a customer to a person, or to nobody. */
export const customerAssignee = () =>
  mutationOptions({
    mutationFn: async ({ id, person }: { id: number; person: number | null }) =>
      (await call(assignCustomer, { params: { id }, body: { person } })).data.assignee,
    onSuccess: (assignee, { id }, _result, { client }) =>
      client.setQueryData(customers.byId([id]).queryKey, (known) => {
        const customer = known?.get(id)
        return customer && new Map([[id, { ...customer, assignee }]])
      }),
    meta: { stale: customers.all },
  })
