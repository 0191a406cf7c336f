import { NativeSelect } from '@mantine/core'

import type { ListColumn, ListSort } from './columns.tsx'

interface SortSelectProps<Row> {
  columns: readonly ListColumn<Row>[]
  sort: ListSort
  /** Sorts that no column stands for: `-id` → `Newest first`. */
  others: Readonly<Record<string, string>>
}

/** The sorts of a list by name, for those who see no heads of columns and for the ones that have none. */
export function SortSelect<Row>({ columns, sort, others }: SortSelectProps<Row>) {
  const named = columns.flatMap(({ sort: by, sortWords: [up, down] = ['A to Z', 'Z to A'], label }) =>
    by === undefined
      ? []
      : [
          { value: by, label: `${label}, ${up}` },
          { value: `-${by}`, label: `${label}, ${down}` },
        ],
  )
  return (
    <NativeSelect
      aria-label="Sort by"
      data={[...Object.entries(others).map(([value, label]) => ({ value, label })), ...named]}
      value={sort.by}
      onChange={({ currentTarget }) => sort.onSort(currentTarget.value)}
    />
  )
}
