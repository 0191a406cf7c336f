import { useQueryClient } from '@tanstack/react-query'

import { csvExports } from '#api/exports.ts'
import type { ListQuery } from '#api/page.ts'
import type { Features } from '#contract/access/session.ts'
import { ListExport } from '#kit/list/export.tsx'

interface Props {
  query: Omit<ListQuery, 'page' | 'size'>
  features: Features
  total: number
}

/** Exports what the list's search and filters have found. Apart from the list, which draws its rows without it. */
export function CustomerExport({ query, features, total }: Props) {
  const queryClient = useQueryClient()
  return (
    <ListExport
      name="customers"
      one="customer"
      total={total}
      file={csvExports.customers(queryClient, features, query)}
      disabled={total === 0}
    />
  )
}
