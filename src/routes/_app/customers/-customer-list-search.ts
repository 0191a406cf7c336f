import * as z from 'zod/mini'

import { type ListQuery, largestPage } from '#api/page.ts'
import { customerSorts } from '#contract/customer-filter.ts'
import { modules } from '#contract/permissions.ts'

/** Defaults that the URL leaves out. */
export const listDefaults = { page: 1, size: 25, search: '', sort: '-id' } as const

const yesNo = z.catch(z.optional(z.enum(['yes', 'no'])), undefined)
const day = z.catch(z.optional(z.iso.date()), undefined)
// Digits arrive as a number.
const text = (most: number) =>
  z.catch(z.optional(z.coerce.string<string | number>().check(z.maxLength(most))), undefined)

/** The state of the list in the URL. A customer's page keeps it, for the link to the next customer. */
export const CustomerListSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.union([z.int().check(z.gte(1), z.lte(100)), z.literal('all')]), 25), 25),
  search: z._default(z.catch(z.coerce.string<string | number>().check(z.maxLength(200)), ''), ''),
  sort: z._default(z.catch(z.enum(customerSorts), '-id'), '-id'),
  linked: yesNo,
  may: z.catch(z.optional(z.enum(modules)), undefined),
  overdue: yesNo,
  country: text(500),
  from: day,
  to: day,
  field: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  value: text(500),
  /** Active customers unless given. */
  archived: z.catch(z.optional(z.enum(['yes', 'all'])), undefined),
  /** Those of an import, by its id. */
  import: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
})
export type CustomerListSearch = z.infer<typeof CustomerListSearch>

/** Returns the request of the list that a URL means. */
export function toListQuery({
  page,
  size,
  search,
  sort,
  field,
  archived,
  import: imported,
  ...filters
}: CustomerListSearch): ListQuery {
  return {
    page,
    size: size === 'all' ? Infinity : size,
    search,
    sort,
    filters: {
      ...filters,
      field: field === undefined ? undefined : String(field),
      import: imported === undefined ? undefined : String(imported),
      archived: archived === 'all' ? undefined : (archived ?? 'no'),
    },
  }
}

/** The URL of the page with this position (from 0), in pages that every service can cut. */
export function searchAt(list: CustomerListSearch, position: number): CustomerListSearch {
  const size = list.size === 'all' ? largestPage : list.size
  return { ...list, page: Math.floor(position / size) + 1, size }
}
