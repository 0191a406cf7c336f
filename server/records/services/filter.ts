import { fold } from '#contract/values/folding.ts'

import type { Filter } from './kinds.ts'

/** The filter that a request states. */
export function filterOf(query: {
  type?: string | undefined
  category?: string | undefined
  is_active?: boolean | undefined
  tags?: string | undefined
  search?: string | undefined
}): Filter {
  const tags = (query.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  // What a form sends for a field left empty narrows nothing.
  return {
    type: query.type,
    category: query.category || undefined,
    is_active: query.is_active,
    tags,
    search: fold(query.search ?? ''),
  }
}
