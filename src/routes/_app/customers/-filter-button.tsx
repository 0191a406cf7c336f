import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { FilterTarget } from '#kit/list/filter-target.tsx'

import type { FilterMenuProps } from './-filter-menu.tsx'

const FilterMenu = lazyWithRetry(async () => (await import('./-filter-menu.tsx')).FilterMenu)

/** Opens the filters; they are fetched with the first click. */
export function FilterButton(props: FilterMenuProps) {
  const [isRequested, setIsRequested] = useState(false)
  const button = <FilterTarget onClick={() => setIsRequested(true)} aria-haspopup="dialog" />
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <FilterMenu {...props} />
    </Suspense>
  )
}
