import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'

/** Deleted customers, who can be restored for 30 days. */

/** How long a deleted customer is kept, in days. */
export const keptInTrashDays = 30

export const DeletedCustomer = z.object({
  /** The id the customer had, and has again once restored. */
  id: z.int(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company_name: z.nullable(z.string()),
  deleted_at: Datetime,
  /** The person, or the integration. */
  deleted_by: z.string(),
  /** The customer it was merged into; null for one that was deleted. */
  merged_into: z.nullable(z.int()),
  /** That customer's name; null if it doesn't exist any more. Absent on older services. */
  merged_into_name: z.optional(z.nullable(z.string())),
  /** When it is permanently deleted. */
  expires_at: Datetime,
})
export type DeletedCustomer = z.infer<typeof DeletedCustomer>

export const listDeletedCustomers = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/deleted-customers',
  text: 'the trash: customers deleted within 30 days, the last first, with `deleted_at`, `deleted_by`, `merged_into` and `expires_at`; `page`, `limit`, `search`',
  ability: 'customers.manage',
  query: z.object({
    ...pageB,
    search: z.optional(
      z
        .string('search must be given once')
        .check(z.maxLength(200, 'search must be at most 200 characters long')),
    ),
  }),
  response: z.object({ data: z.array(DeletedCustomer), meta: MetaB }),
})

export const showDeletedCustomer = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/deleted-customers/:id',
  text: 'one customer in the trash, by the customer’s id',
  record: 'deleted_customers',
  ability: 'customers.manage',
  params: idParams,
  response: z.object({ data: DeletedCustomer }),
})

/** How many customers one request may restore, or delete permanently. */
export const trashedAtOnce = 100

const idList = 'customers must be a list of customer ids'
const customers = z
  .array(z.int(idList).check(z.gte(1, idList)), idList)
  .check(
    z.minLength(1, 'customers must name at least one customer'),
    z.maxLength(trashedAtOnce, `customers must name at most ${trashedAtOnce} customers`),
  )

export const restoreCustomers = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/deleted-customers/restore',
  text: '`{"customers"}`: restores up to 100, with files, contacts, notes and activity; answers with how many were in the trash; sends `customer.created` and `contact.created`',
  ability: 'customers.manage',
  body: z.object({ customers }),
  response: z.object({ data: z.object({ restored: z.int() }) }),
})

export const deletePermanently = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: '/api/x/deleted-customers',
  text: '`{"customers"}`: permanently deletes up to 100 of those in the trash',
  ability: 'customers.manage',
  body: z.object({ customers }),
  status: 204,
  response: z.undefined(),
})
