import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'

import { isOpen } from './invoice-status.tsx'

/** Returns rows of a list with what is still due of the unpaid ones, which arrives after the list itself. */
export function useAmountsDue<Rows extends readonly Invoice[] | undefined>(rows: Rows): Rows {
  const { data: current } = useSuspenseQuery(session.current())
  const ids = rows?.filter(({ status }) => isOpen(status)).map(({ id }) => id) ?? []
  const { data: due } = useQuery({
    ...invoices.balances(ids),
    enabled: ids.length > 0 && current.features.records,
  })
  return useMemo(() => {
    if (!rows || !due) return rows
    return rows.map((row) => {
      const amount = due.get(row.id)
      return amount === undefined ? row : { ...row, amount_due: amount }
    }) as unknown as Rows
  }, [rows, due])
}
