import { Select } from '../select.tsx'
import type { ListSort } from './list-sort.ts'

interface SortSelectProps {
  columns: readonly {
    readonly label: string
    readonly sort?: string
    readonly sortWords?: readonly [string, string]
  }[]
  sort: ListSort
  /** Sorts that don't belong to a column: `-id` → `Recently added`. */
  others: Readonly<Record<string, string>>
  /** Visible; without it the select is named "Sort by" for screen readers only. */
  label?: string
}

/** The sorts of a list by name, where there are no column headings and for sorts without a column. */
export function SortSelect({ columns, sort, others, label }: SortSelectProps) {
  const named = columns.flatMap(
    ({ sort: by, sortWords: [up, down] = ['A to Z', 'Z to A'], label: column }) =>
      by === undefined
        ? []
        : [
            { value: by, label: `${column}, ${up}` },
            { value: `-${by}`, label: `${column}, ${down}` },
          ],
  )
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Sort by' } : { label })}
      data={[...Object.entries(others).map(([value, name]) => ({ value, label: name })), ...named]}
      value={sort.by}
      onChange={({ currentTarget }) => sort.onSort(currentTarget.value)}
    />
  )
}
