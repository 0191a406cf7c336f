import type { CustomerSort } from '#contract/customer-filter.ts'
import { contactSearchTerms } from '#contract/folding.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { mapSlices } from '#server/lists/search-totals.ts'

const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

export type Column = (typeof columns)[keyof typeof columns]
export type Direction = 'asc' | 'desc'

/** The column that a sort reads, and which way. */
export const orderOf = (sort: CustomerSort): { readonly column: Column; readonly direction: Direction } => ({
  column: columns[sort.replace('-', '') as keyof typeof columns],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

/** The words of a search, without those that another one contains. */
export function distinctWords(search: string): readonly string[] {
  const words = [...new Set(contactSearchTerms(search))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).toSorted()
}

/** Counts the account's rows that contain every word. On SQLite, over `most` ids at a time. */
export async function countMatches(
  tenant: Tenant,
  words: readonly string[],
  rows: number,
  most?: number,
): Promise<number> {
  // No text holds NUL, and neither database takes it in a search.
  if (words.some((word) => word.includes('\0'))) return 0
  const slices = { table: 'customers', rows, ...(most !== undefined && { most }) } as const
  const totals = await mapSlices(tenant, slices, async (ids) => {
    const { total } = await tenant
      .search({ table: 'customers', words, key: 'id', ...(ids && { ids }) })
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}
