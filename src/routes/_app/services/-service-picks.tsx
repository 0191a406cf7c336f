import { type ComponentProps, Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { CompareBar } from './-compare-bar.tsx'

const ServiceSelectionBar = lazyWithRetry(
  async () => (await import('./-bulk/service-selection-bar.tsx')).ServiceSelectionBar,
)

interface Props extends ComponentProps<typeof ServiceSelectionBar> {
  /** The ids in the URL, joined by commas. */
  compare: string
  /** They can be changed or exported, and not only compared. */
  canUseMany: boolean
}

/** What can be done with the selected services. */
export function ServicePicks({ compare, canUseMany, ...bar }: Props) {
  const { ids, isAll, clear } = bar.selected
  if (!canUseMany) return <CompareBar ids={compare} count={ids.size} onClear={clear} />
  return (
    (ids.size > 0 || isAll) && (
      <Suspense>
        <ServiceSelectionBar {...bar} />
      </Suspense>
    )
  )
}
