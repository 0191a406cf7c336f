import type { ReactNode } from 'react'

import { FilterChips } from './filters/chips.tsx'
import { FilterButton, type Narrowing } from './filters/filters.tsx'
import { ListToolbar } from './screen.tsx'
import { ListSearch } from './search.tsx'

interface Props<Search extends { readonly search: string }> {
  narrowing: Narrowing<Search>
  /** "Search customers" */
  label: string
  /** What it looks at: "Name or description". */
  placeholder: string
  /** False where the service can't search. */
  canSearch?: boolean
  canFilter?: boolean
  /** How the list is shown. */
  rest: ReactNode
}

/** What is above a list: its search, its filters and the chips of those that are set. */
export function ListControls<Search extends { readonly search: string }>({
  narrowing: { button, row },
  label,
  placeholder,
  canSearch = true,
  canFilter = true,
  rest,
}: Props<Search>) {
  return (
    <>
      <ListToolbar rest={rest}>
        {canSearch && (
          <ListSearch
            label={label}
            placeholder={placeholder}
            value={button.search.search}
            error={button.refused['search']}
            onSearch={(text) => button.change({ search: text } as Partial<Search>, true)}
          />
        )}
        {canFilter && <FilterButton {...button} />}
      </ListToolbar>
      <FilterChips {...row} />
    </>
  )
}
