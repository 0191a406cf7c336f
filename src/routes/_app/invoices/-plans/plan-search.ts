import * as z from 'zod/mini'

import { planSorts } from '#contract/wire/list-sorts.ts'
import { listSearch, searchDefaults } from '#lib/page-search.ts'

export const planDefaults = { ...searchDefaults, archived: false }

/** The list of plans as its URL states it. */
export const PlanSearch = z.object({
  ...listSearch(planSorts),
  archived: z._default(z.catch(z.boolean(), false), false),
})
export type PlanSearch = z.infer<typeof PlanSearch>
