import * as z from 'zod/mini'

import { customerSorts } from '#contract/customers.ts'

import type { ListQuery } from '../../../api/page.ts'

export const listDefaults = { page: 1, size: 25, search: '', sort: '-id' } as const satisfies ListQuery

/** Where in the list one is; the page of a customer carries it along, so that it knows who comes next. */
export const listSearch = {
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  // A search for digits arrives as a number.
  search: z._default(z.catch(z.coerce.string<string | number>(), ''), ''),
  sort: z._default(z.catch(z.enum(customerSorts), '-id'), '-id'),
}
