import { useCallback, useMemo, useState } from 'react'

interface SelectionOptions<Row, Kept> {
  /** Names what the list is narrowed by; "all" means all of that. */
  readonly filter: string
  /** Those of this page. */
  readonly rows: readonly Row[] | undefined
  /** What is kept of a selected row, on whatever page it was, such as its name. Must be stable. */
  readonly keep: (row: Row) => Kept
}

/** The selected rows, and the ways to change them. */
export type RowSelection<Row extends { readonly id: number }, Kept = string> = ReturnType<
  typeof useSelection<Row, Kept>
>

const everything = { has: () => true }

/**
 * The selection: rows, across pages, or all that match. Clearing one row of all leaves the others of this page, and
 * another filter leaves none. `select` changes with the rows only.
 */
export function useSelection<Row extends { readonly id: number }, Kept>({
  filter,
  rows,
  keep,
}: SelectionOptions<Row, Kept>) {
  /** By id. */
  const [selection, setSelection] = useState<ReadonlyMap<number, Kept>>(new Map())
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === filter
  const select = useCallback(
    (some: readonly Row[], isSelected: boolean) => {
      setAllOf(undefined)
      setSelection((before) => {
        const next = new Map(isAll ? rows?.map((row) => [row.id, keep(row)]) : before)
        for (const row of some) {
          if (isSelected) next.set(row.id, keep(row))
          else next.delete(row.id)
        }
        return next
      })
    },
    [isAll, rows, keep],
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
    selected: isAll ? everything : selection,
    select,
    selectAll,
    clear,
  }
}
