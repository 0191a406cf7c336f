import { Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { ChipsProps } from './parts/chip-list.tsx'

export type { Chip } from './parts/chip-list.tsx'

const LazyChips = lazyWithRetry(async () => (await import('./parts/chip-list.tsx')).ListChips)

/** What narrows the list, each with a way out. */
export function FilterChips<Change>(props: ChipsProps<Change>) {
  if (props.chips.length === 0) return null
  return (
    <Suspense>
      <LazyChips {...props} />
    </Suspense>
  )
}
