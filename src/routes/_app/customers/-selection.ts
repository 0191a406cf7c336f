import { useCallback, useMemo, useState } from 'react'

import type { CustomerRow } from '#contract/customers.ts'

import { fullName } from './-columns.tsx'
import type { Selection } from './-deletion.tsx'

interface SelectionOptions {
  /** Names what the list is narrowed by; "all" means all of that. */
  readonly filter: string
  /** Those of this page. */
  readonly rows: readonly CustomerRow[] | undefined
}

export type CustomerSelection = ReturnType<typeof useSelection>

const everyone = { has: () => true }

/**
 * Who is selected: rows, across pages, or all that match. Clearing one row of all leaves the others of this page, and
 * another filter leaves none. `select` changes with the rows only.
 */
export function useSelection({ filter, rows }: SelectionOptions) {
  const [selection, setSelection] = useState<Selection>(new Map())
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === filter
  const select = useCallback(
    (some: readonly CustomerRow[], isSelected: boolean) => {
      setAllOf(undefined)
      setSelection((before) => {
        const next = new Map(isAll ? rows?.map((row) => [row.id, fullName(row)]) : before)
        for (const row of some) {
          if (isSelected) next.set(row.id, fullName(row))
          else next.delete(row.id)
        }
        return next
      })
    },
    [isAll, rows],
  )
  const clear = useCallback(() => {
    setAllOf(undefined)
    setSelection(new Map())
  }, [])
  const selectAll = useCallback(() => {
    setAllOf(filter)
    setSelection(new Map())
  }, [filter])
  const isWholePage = useMemo(
    () => rows !== undefined && rows.length > 0 && rows.every(({ id }) => selection.has(id)),
    [rows, selection],
  )
  return {
    selection,
    isAll,
    /** All rows of this page are selected, one by one. */
    isWholePage,
    selected: isAll ? everyone : selection,
    select,
    selectAll,
    clear,
  }
}
