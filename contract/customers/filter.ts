import * as z from 'zod/mini'

import { modules } from '../values/permissions.ts'
import {
  anyTextFilter,
  bothWays,
  dayFilter,
  flagFilter,
  idFilter,
  idOrNoneFilter,
  personSearch,
  sortBy,
  textFilter,
} from '../wire/list-query.ts'

/** Sorts of the customer list; a leading `-` reverses the order. */
export const customerSorts = bothWays(['id', 'name', 'last_name', 'email', 'company_name'])
export type CustomerSort = (typeof customerSorts)[number]

/** Filters of customers, all combined. */
export const customerFilter = {
  /** Linked with the payment processor. */
  linked: flagFilter('linked'),
  /** Has at least one permission of this module. */
  permission: z.optional(z.enum(modules, `permission must be one of ${modules.join(', ')}`)),
  /** Only the archived, or only the others; all of them unless given. */
  archived: flagFilter('archived'),
  /** Days in the account's time zone, both included. */
  created_from: dayFilter('created_from'),
  created_to: dayFilter('created_to'),
  /** As it was entered; given several times, any of them. */
  country: anyTextFilter('country', 500),
  has_overdue: flagFilter('has_overdue'),
  /** Assigned to this person, as `GET /api/x/people` lists them, or to nobody who works in the account. */
  assigned_to: idOrNoneFilter('assigned_to', 'person'),
  /** The id of a custom field, and the value that it has. */
  field: idFilter('field', 'custom field'),
  field_value: textFilter('field_value', 10_000),
  /** Those that the import with this id created or updated, as long as its results are kept. */
  import: idFilter('import', 'import'),
}

export type CustomerFilter = z.output<z.ZodMiniObject<typeof customerFilter>>

/** In name, company, email and phone. */
export const customerSearch = {
  search: personSearch,
  sort: sortBy(customerSorts),
}
