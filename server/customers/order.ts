import type { CustomerSort } from '#contract/customer-filter.ts'
import type { Direction } from '#server/lists/searched-pages.ts'

const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

export type Column = (typeof columns)[keyof typeof columns]

/** The column that a sort reads, and which way. */
export const orderOf = (sort: CustomerSort): { readonly column: Column; readonly direction: Direction } => ({
  column: columns[sort.replace('-', '') as keyof typeof columns],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})
