import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const trashDefaults = { ...pageDefaults, search: '' } as const

/** The trash as its URL states it. */
export const TrashSearch = z.object({
  ...pageSearch,
  // Digits arrive as a number.
  search: z._default(z.catch(z.coerce.string<string | number>().check(z.maxLength(200)), ''), ''),
})
export type TrashSearch = z.infer<typeof TrashSearch>
