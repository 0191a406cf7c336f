import * as z from 'zod/mini'

import type { ServiceQuery } from '../../../api/services.ts'
import { idSearch, pageDefaults, pageSearch, textSearch } from '../../../lib/list-search.ts'

export const defaults = {
  ...pageDefaults,
  search: '',
  type: '',
  category: '',
  tags: '',
  view: 'table',
  compare: '',
} as const

/** The state of the catalogue in the URL. A filter that the service refuses is kept, so that it can be told where. */
export const ServiceSearch = z.object({
  ...pageSearch,
  search: textSearch,
  type: textSearch,
  category: textSearch,
  active: z.optional(z.catch(z.optional(z.boolean()), undefined)),
  /** Any of them, joined by commas. */
  tags: textSearch,
  view: z._default(z.catch(z.enum(['table', 'cards']), 'table'), 'table'),
  /** The entry in the drawer. */
  open: idSearch,
  /** Those picked for a comparison, joined by commas. */
  compare: textSearch,
})
export type ServiceSearch = z.infer<typeof ServiceSearch>

export function serviceQuery({
  page,
  size,
  search,
  type,
  category,
  active,
  tags,
}: ServiceSearch): ServiceQuery {
  return { page, size, search, type, category, active, tags }
}

/** What the filters alone change, from the first page on. */
export type FilterChange = Partial<Pick<ServiceSearch, 'search' | 'type' | 'category' | 'active' | 'tags'>>

export const unfiltered = { search: '', type: '', category: '', active: undefined, tags: '' } as const

export const tagsOf = (tags: string): readonly string[] => tags.split(',').filter(Boolean)
