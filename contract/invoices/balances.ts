import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { ids } from '../wire/list-query.ts'

export const listInvoiceBalances = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoice-balances',
  text: '`id` and `amount_due` of those of up to 500 invoices, `ids` joined by commas, that are sent or overdue',
  query: z.object({ ids }),
  response: z.object({ data: z.array(z.object({ id: z.int(), amount_due: z.number() })) }),
})

export const listCustomerBalances = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-balances',
  text: 'what is due of the invoices of up to 500 customers, `ids` joined by commas: `customer_id`, `currency` and `amount_due`, without those who owe nothing',
  query: z.object({ ids }),
  response: z.object({
    data: z.array(z.object({ customer_id: z.int(), currency: z.string(), amount_due: z.number() })),
  }),
})
