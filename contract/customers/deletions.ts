import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, Id } from '../wire/surface.ts'
import { customerFilter, customerSearch } from './filter.ts'

/** Deletions of all customers that match a filter, which the service carries out in the background. */

/** A deletion ends as `completed`, or as `canceled` with the rest of its customers kept. */
export const deletionStates = ['running', 'completed', 'canceled'] as const

/** A deletion and how far it is: `deleted`, `missing` and `failed` grow up to `total`. */
export const CustomerDeletion = z.object({
  id: z.int(),
  state: z.enum(deletionStates),
  /** How many customers matched when it was requested. */
  total: z.int(),
  deleted: z.int(),
  /** How many someone else had deleted before it was their turn. */
  missing: z.int(),
  /** How many couldn't be deleted. They are as they were. */
  failed: z.int(),
  caused_by: z.string(),
  created_at: Datetime,
  finished_at: z.nullable(Datetime),
})
export type CustomerDeletion = z.infer<typeof CustomerDeletion>

/**
 * Which customers to delete: search and filters as in the query of the list. Strict, because an unknown filter that was
 * ignored would delete too much. `count` is how many the caller means to delete; 422 if another number matches.
 */
export const MatchingCustomers = z.strictObject({
  search: customerSearch.search,
  ...customerFilter,
  count: z
    .int('count must be the number of customers to delete')
    .check(z.gte(1, 'count must be the number of customers to delete')),
})

export const deleteMatchingCustomers = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customer-deletions',
  text: 'deletes all customers that match, in the background: `search` and the filters of the list as text, and `count`, how many that are; 422 if another number matches',
  isIdempotent: true,
  ability: 'customers.manage',
  status: 201,
  body: MatchingCustomers,
  response: z.object({ data: CustomerDeletion }),
})

export const listCustomerDeletions = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-deletions',
  text: 'those that are running, the newest first, at most 20',
  ability: 'customers.manage',
  response: z.object({ data: z.array(CustomerDeletion) }),
})

export const showCustomerDeletion = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-deletions/:id',
  text: 'one with its progress, also after its end: `state` (`running`, `completed`, `canceled`), `total`, `deleted`, `missing`, `failed`',
  record: 'customer_deletions',
  ability: 'customers.manage',
  params: z.object({ id: Id }),
  response: z.object({ data: CustomerDeletion }),
})

export const cancelCustomerDeletion = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customer-deletions/:id/cancel',
  text: 'deletes no more customers; one that has finished stays as it is',
  record: 'customer_deletions',
  ability: 'customers.manage',
  params: z.object({ id: Id }),
  response: z.object({ data: CustomerDeletion }),
})
