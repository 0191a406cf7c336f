import type { ReactNode } from 'react'

import { FilterChips } from './filters/chips.tsx'
import { FilterButton, type Narrowing } from './filters/filters.tsx'
import { ListToolbar } from './screen.tsx'
import { ListSearch } from './search.tsx'

interface Props<Search extends object> {
  narrowing: Narrowing<Search>
  /** "Search customers" */
  label: string
  /** What it looks at: "Name or description". */
  searches: string
  /** False where the service can't search. */
  canSearch?: boolean
  canFilter?: boolean
  /** How the list is shown. */
  rest: ReactNode
}

/** What is above a list: its search, its filters and the chips of those that are set. */
export function ListControls<Search extends object>({
  narrowing: { typed, button, row },
  label,
  searches,
  canSearch = true,
  canFilter = true,
  rest,
}: Props<Search>) {
  return (
    <>
      <ListToolbar rest={rest}>
        {canSearch && <ListSearch {...typed} label={label} placeholder={searches} />}
        {canFilter && <FilterButton {...button} />}
      </ListToolbar>
      <FilterChips {...row} />
    </>
  )
}
