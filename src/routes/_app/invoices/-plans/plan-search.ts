import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const planDefaults = { ...pageDefaults, search: '', archived: false }

/** The list of plans as its URL states it. */
export const PlanSearch = z.object({
  ...pageSearch,
  search: z._default(z.catch(z.string(), ''), ''),
  archived: z._default(z.catch(z.boolean(), false), false),
})
export type PlanSearch = z.infer<typeof PlanSearch>
