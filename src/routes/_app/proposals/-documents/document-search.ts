import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const documentDefaults = { ...pageDefaults, search: '', status: '' }

/** The list as its URL states it; a status that the kind doesn’t have is as if it were not there. */
export const DocumentSearch = z.object({
  ...pageSearch,
  search: z._default(z.catch(z.string(), ''), ''),
  /** Empty for all of them. */
  status: z._default(z.catch(z.string(), ''), ''),
  customer: z.optional(z.catch(z.optional(z.int()), undefined)),
})
export type DocumentSearch = z.infer<typeof DocumentSearch>
