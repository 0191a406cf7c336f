import { Suspense } from 'react'

import { lazily } from '#kit/lazily.ts'

import type { ChipsProps } from './parts/chip-list.tsx'

export type { Chip } from './parts/chip-list.tsx'

const LazyChips = lazily(async () => (await import('./parts/chip-list.tsx')).ListChips)

/** What narrows the list, each with a way out. */
export function FilterChips<Change>(props: ChipsProps<Change>) {
  if (props.chips.length === 0) return null
  return (
    <Suspense>
      <LazyChips {...props} />
    </Suspense>
  )
}
