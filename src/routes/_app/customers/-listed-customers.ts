import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { customers } from '#api/customers.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { useCustomersById } from '#parts/customers/use-customers-by-id.ts'

import { type ListedCustomer, askedBy, customerColumns } from './-columns.tsx'

interface Options {
  readonly fields: readonly CustomFieldConfig[]
  readonly processor: string | undefined
  /** Whether rows say if they are archived. */
  readonly hasState: boolean
  /** Whether the service says more of customers than their rows do. */
  readonly hasFigures: boolean
}

/** The columns of the list, and its rows with what the visible ones show besides. */
export function useListedCustomers(
  rows: readonly CustomerRow[] | undefined,
  { fields, processor, hasState, hasFigures }: Options,
) {
  const columns = useColumnChoice(
    'customers',
    useMemo(
      () => customerColumns(fields, processor, { hasState, hasFigures }),
      [fields, processor, hasState, hasFigures],
    ),
  )
  const asked = askedBy(columns.visible)
  const ids = rows?.map(({ id }) => id) ?? []
  const known = useCustomersById(ids, hasState || asked.known)
  const { data: balances } = useQuery({
    ...customers.balances(ids),
    enabled: asked.balance && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const listed = useMemo(
    (): readonly ListedCustomer[] | undefined =>
      known || balances
        ? rows?.map((row) => ({ ...row, known: known?.get(row.id), balance: balances?.get(row.id) }))
        : rows,
    [rows, known, balances],
  )
  return { columns, rows: listed }
}
