import * as z from 'zod/mini'

import { listSearch, optionalOf, searchDefaults } from '#lib/page-search.ts'

export const documentDefaults = { ...searchDefaults, status: '' }

/** The list of proposals, contracts or meetings as its URL states it. A status that the kind doesn’t have is as if it were not there. */
export const documentSearch = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.object({
    ...listSearch(sorts),
    /** Empty for all of them. */
    status: z._default(z.catch(z.string(), ''), ''),
    customer: optionalOf(z.int()),
  })
export type DocumentSearch<Sort extends string = string> = z.infer<ReturnType<typeof documentSearch<Sort>>>
