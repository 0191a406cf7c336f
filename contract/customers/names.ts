import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { someCustomers } from './customers.ts'

export const listCustomerNames = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-names',
  text: 'the names of those of the customers `ids` that exist',
  query: someCustomers,
  response: z.object({
    data: z.array(z.object({ id: z.int(), name: z.string(), last_name: z.string() })),
  }),
})
