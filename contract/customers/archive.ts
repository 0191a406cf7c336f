import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'

/** Which customers are archived. The specification knows no archive, so its shapes don't say. */

const Archive = z.object({
  /** Null for an active customer. */
  archived_at: z.nullable(Datetime),
})

export const showArchive = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers/:id/archive',
  text: '`archived_at`, null for an active customer, with the customer’s version as `ETag`',
  record: 'customers',
  params: idParams,
  response: z.object({ data: Archive }),
})

export const setArchived = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/customers/:id/archive',
  text: '`{"is_archived"}`: archives a customer or makes it active again',
  needsVersion: true,
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  body: z.object({ is_archived: z.boolean('is_archived must be true or false') }),
  response: z.object({ data: Archive }),
})
