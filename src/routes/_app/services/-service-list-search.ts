import * as z from 'zod/mini'

import type { ServiceQuery } from '#api/services.ts'
import { serviceSorts } from '#contract/wire/list-sorts.ts'
import { optionalOf } from '#lib/page-search.ts'

/** Defaults that the URL leaves out. */
export const listDefaults = {
  page: 1,
  size: 25,
  search: '',
  type: '',
  category: '',
  tags: '',
  view: 'table',
  compare: '',
} as const

// What looks like a number or a boolean in the URL arrives as one.
const text = () => z._default(z.catch(z.coerce.string<string | number | boolean>(), ''), '')

/** The state of the catalog in the URL. A filter that the service rejects is kept, so that its control can say why. */
export const ServiceListSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  search: text(),
  type: text(),
  category: text(),
  active: optionalOf(z.boolean()),
  /** Any of them, joined by commas. */
  tags: text(),
  /** In the order of entry unless given. */
  sort: optionalOf(z.enum(serviceSorts)),
  view: z._default(z.catch(z.enum(['table', 'cards']), 'table'), 'table'),
  /** The entry in the drawer. */
  open: optionalOf(z.int().check(z.gte(1))),
  /** Those picked for a comparison, joined by commas. */
  compare: text(),
})
export type ServiceListSearch = z.infer<typeof ServiceListSearch>

/** Returns the request of the list that a URL means. */
export function toListQuery({
  page,
  size,
  search,
  type,
  category,
  active,
  tags,
  sort,
}: ServiceListSearch): ServiceQuery {
  return { page, size, search, type, category, active, tags, sort }
}

/** Returns the tags that a URL names, joined by commas. */
export const tagsOf = (tags: string): readonly string[] => tags.split(',').filter(Boolean)
