import * as z from 'zod/mini'

import { type ListQuery, largestPage } from '#api/page.ts'
import { customerSorts } from '#contract/customer-filter.ts'
import { modules } from '#contract/permissions.ts'

export const listDefaults = { page: 1, size: 25, search: '', sort: '-id' } as const

/** The list as its address says it. The page of a customer carries it along, so that it knows who comes next. */
export const CustomerListSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.union([z.int().check(z.gte(1), z.lte(100)), z.literal('all')]), 25), 25),
  // A search for digits arrives as a number.
  search: z._default(z.catch(z.coerce.string<string | number>().check(z.maxLength(200)), ''), ''),
  sort: z._default(z.catch(z.enum(customerSorts), '-id'), '-id'),
  linked: z.catch(z.optional(z.enum(['yes', 'no'])), undefined),
  may: z.catch(z.optional(z.enum(modules)), undefined),
})
export type CustomerListSearch = z.infer<typeof CustomerListSearch>

/** What that address asks the query layer for. */
export function toListQuery({ page, size, search, sort, linked, may }: CustomerListSearch): ListQuery {
  return { page, size: size === 'all' ? Infinity : size, search, sort, filters: { linked, may } }
}

/** The address of the page with this position (from 0), in pages that every service can cut. */
export function searchAt(list: CustomerListSearch, position: number): CustomerListSearch {
  const size = list.size === 'all' ? largestPage : list.size
  return { ...list, page: Math.floor(position / size) + 1, size }
}
