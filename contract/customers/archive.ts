import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { someCustomers } from './customers.ts'

/** Which customers are archived. The specification knows no archive, so its shapes don't say. */

const Archive = z.object({
  /** Null for an active customer. */
  archived_at: z.nullable(Datetime),
})

/** Whether a customer is archived. The response’s `ETag` is the customer's version. */
export const showArchive = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers/:id/archive',
  record: 'customers',
  params: idParams,
  response: z.object({ data: Archive }),
})

/** Archives a customer, or makes it active again. `If-Match` names the version of the ETag that was read. */
export const setArchived = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/customers/:id/archive',
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  body: z.object({ is_archived: z.boolean('is_archived must be true or false') }),
  response: z.object({ data: Archive }),
})

/** Which of these customers are archived. */
export const listArchived = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/archived-customers',
  query: someCustomers,
  response: z.object({ data: z.array(z.int()) }),
})
