import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/** How many records of a customer there are, for the parts of its page that are only there with some. */
export const CustomerCounts = z.object({
  /** Whatever their state. */
  subscriptions: z.int(),
  /** To come and past, without canceled ones. */
  meetings: z.int(),
})
export type CustomerCounts = z.infer<typeof CustomerCounts>

export const showCustomerCounts = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers/:id/counts',
  text: 'how many `subscriptions` and `meetings` (without canceled ones) a customer has',
  record: 'customers',
  params: idParams,
  response: z.object({ data: CustomerCounts }),
})
