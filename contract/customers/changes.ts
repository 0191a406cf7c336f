import * as z from 'zod/mini'

import { type Action, actions } from '../values/permissions.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { customerFilter, customerSearch } from './filter.ts'

/** Changes to several customers, or to all that match a filter. */

/** Kinds of changes to customers. */
export const changeKinds = ['archive', 'unarchive', 'permissions', 'assign'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A change ends as `completed`, or as `canceled` with the rest of its customers as they were. */
export const changeStates = ['running', 'completed', 'canceled'] as const

/** A change and how far it is: `changed`, `unchanged`, `missing` and `failed` add up to `total`. */
export const CustomerChange = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  state: z.enum(changeStates),
  total: z.int(),
  changed: z.int(),
  /** How many were like that already. */
  unchanged: z.int(),
  /** How many someone had deleted before it was their turn. */
  missing: z.int(),
  /** How many couldn't be changed. They are as they were. */
  failed: z.int(),
  caused_by: z.string(),
  created_at: Datetime,
  finished_at: z.nullable(Datetime),
})
export type CustomerChange = z.infer<typeof CustomerChange>

/** How many customers one change may name. */
export const changedAtOnce = 10_000

const idList = 'customers must be a list of customer ids'

const actionNames = actions.map(({ name }) => name) as [Action, ...Action[]]
const permissionList = (name: string) => {
  const text = `${name} must be a list of permissions such as view-invoice`
  return z.optional(z.array(z.enum(actionNames, text), text).check(z.maxLength(actionNames.length, text)))
}

/** Those that are named, or else those that match, by search and filters as in the query of the list. */
const whom = {
  customers: z.optional(
    z
      .array(z.int(idList).check(z.gte(1, idList)), idList)
      .check(
        z.minLength(1, 'customers must name at least one customer'),
        z.maxLength(changedAtOnce, `customers must name at most ${changedAtOnce} customers`),
      ),
  ),
  search: customerSearch.search,
  ...customerFilter,
}

/**
 * A change and its customers. Strict, because an unknown filter that was ignored would change too much. `count` is how
 * many are meant to match; 422 if another number does. `permissions` grants some, revokes others, at least one, and leaves
 * the rest as they are. `assign` assigns them to a person of the account, or to nobody.
 */
export const RequestedChange = z.strictObject({
  kind: z.enum(changeKinds, `kind must be one of ${changeKinds.join(', ')}`),
  grant: permissionList('grant'),
  revoke: permissionList('revoke'),
  person: z.optional(z.nullable(z.int('person must be the id of a person, or null'))),
  ...whom,
  count: z.optional(
    z
      .int('count must be the number of customers to change')
      .check(z.gte(1, 'count must be the number of customers to change')),
  ),
})
export type RequestedChange = z.output<typeof RequestedChange>

export const changeCustomers = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customer-changes',
  text: 'changes several customers: `kind` (`archive`, `unarchive`, `permissions` with names such as `view-invoice` in `grant` and `revoke`, or `assign` with the id of a `person`, or null), and either `customers`, up to 10,000 ids, or `search`, the filters of the list and `count` as for deletions; up to 50 are changed in the request, more in the background',
  isIdempotent: true,
  ability: 'customers.manage',
  status: 201,
  body: RequestedChange,
  response: z.object({ data: CustomerChange }),
})

export const listCustomerChanges = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-changes',
  text: 'those that are running, the newest first, at most 20',
  ability: 'customers.manage',
  response: z.object({ data: z.array(CustomerChange) }),
})

const one = {
  surface: 'x',
  record: 'customer_changes',
  ability: 'customers.manage',
  params: idParams,
} as const

export const showCustomerChange = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customer-changes/:id',
  text: 'one with its progress: `state` (`running`, `completed`, `canceled`), `total`, `changed`, `unchanged`, `missing`, `failed`; for a day after its end',
  response: z.object({ data: CustomerChange }),
})

export const cancelCustomerChange = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/customer-changes/:id/cancel',
  text: 'changes no more customers; one that has ended stays as it is',
  response: z.object({ data: CustomerChange }),
})

export const undoCustomerChange = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/customer-changes/:id/undo',
  text: 'takes one that has ended back for the customers that it changed, as a change of its own; 409 while it is running, and for permissions and assignments, which may have been different before',
  isIdempotent: true,
  status: 201,
  response: z.object({ data: CustomerChange }),
})

export const countPermissions = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customer-permissions',
  text: 'how many customers there are, and how many have each permission, to preview a change: `customers`, or `search` and the filters of the list',
  ability: 'customers.manage',
  body: z.strictObject(whom),
  response: z.object({
    data: z.object({
      total: z.int(),
      permissions: z.array(z.object({ name: z.enum(actionNames), count: z.int() })),
    }),
  }),
})
