import { mutationOptions } from '@tanstack/react-query'

import { showBilling, updateBilling } from '#contract/customers/billing.ts'

import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { editQueries } from './record-queries.ts'

const queries = editQueries(
  { show: showBilling, update: updateBilling },
  [...customers.all, 'billing'],
  customers.all,
)

/** How a customer is billed. */
export const customerBilling = {
  ...queries,
  update: (id: number) =>
    mutationOptions({
      ...queries.update(id),
      // Drafts say what the customer is now.
      onSettled: (_data, _error, _input, _result, { client }) =>
        client.invalidateQueries({ queryKey: invoices.all }),
    }),
}
