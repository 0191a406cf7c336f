import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { FilterTarget } from './filter-target.tsx'
import type { Change, ListFilter } from './filter.tsx'

interface Options<Search> {
  readonly filters: readonly ListFilter<Search>[]
  readonly search: Search
  /** Messages of a refused request, by the name of the parameter. */
  readonly refused?: Readonly<Record<string, string>> | undefined
  readonly change: (next: Change<Search>, replace?: boolean) => void
}

/** What `useFilters` returns. */
export type Narrowing<Search extends object> = ReturnType<typeof useFilters<Search>>

/** The filters of a list and the panel with their controls. */
export interface FilterButtonProps<Search> extends Options<Search> {
  readonly refused: Readonly<Record<string, string>>
  /** The label of the filter that has the focus, empty for the first; undefined while the panel is closed. */
  opened: string | undefined
  onOpened: (label: string | undefined) => void
  onClear: () => void
}

/**
 * The filters of a list and its search, if it has one, for `ListPage`.
 *
 *     const narrowing = useFilters({ filters, search, refused: list.error?.fields, change: screen.change })
 */
export function useFilters<Search extends object>({
  filters,
  search,
  refused = {},
  change,
}: Options<Search>) {
  const [opened, onOpened] = useState<string>()
  const off: Partial<Search> = Object.assign({}, ...filters.map((filter) => filter.off))
  const text = 'search' in search ? String(search.search) : ''
  const noSearch = (text === '' ? {} : { search: '' }) as Partial<Search>
  const cleared = { ...off, ...noSearch }
  const clear = () => change(cleared)
  const chips = [
    ...(text === '' ? [] : [{ label: `Search: ${text}`, off: noSearch as Change<Search> }]),
    ...filters.flatMap(({ label: opens, off, chip }) => {
      const label = chip(search)
      return label === '' ? [] : [{ label, off, opens }]
    }),
  ]
  return {
    chips,
    isNarrowed: chips.length > 0,
    /** The URL's part of them without any set. */
    cleared,
    clear,
    typed: {
      value: text,
      error: refused['search'],
      onSearch: (next: string) => change({ search: next } as object as Partial<Search>, true),
    },
    button: { filters, search, refused, change, opened, onOpened, onClear: () => change(off) },
    row: { chips, onOpen: onOpened, onRemove: change, onClear: clear },
  }
}

const FilterPanel = lazyWithRetry(async () => (await import('./filter-panel.tsx')).FilterPanel)

/** Opens the filters of a list; they are fetched with the first click. */
export function FilterButton<Search>(props: FilterButtonProps<Search>) {
  const [isRequested, setRequested] = useState(false)
  if (props.opened !== undefined && !isRequested) setRequested(true)
  if (props.filters.length === 0) return null
  const button = <FilterTarget onClick={() => props.onOpened('')} aria-haspopup="dialog" />
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <FilterPanel {...props} />
    </Suspense>
  )
}
