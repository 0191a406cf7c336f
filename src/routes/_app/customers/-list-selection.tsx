import { VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'

import type { ListQuery } from '#api/page.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import type { RowSelection } from '#kit/list/selection.ts'

const DeleteBar = lazyWithRetry(async () => (await import('./-delete-bar.tsx')).DeleteBar)
const RunningDeletions = lazyWithRetry(
  async () => (await import('./-matching-deletion.tsx')).RunningDeletions,
)

const RunningChanges = lazyWithRetry(
  async () => (await import('./-changes/follow-change.tsx')).RunningChanges,
)

interface Props {
  selected: RowSelection<CustomerRow>
  query: ListQuery
  narrowedBy: readonly string[]
  total: number
  features: Features
  canManage: boolean
  /** Nothing more urgent is loading. */
  idle: boolean
}

/** The selection bar of the list, and the deletions that are running. */
export function ListSelection({ selected, total, features, canManage, idle, ...list }: Props) {
  const { selection, isAll } = selected
  const canDeleteAll = canManage && features.records
  const offersAll = selected.isWholePage && total > selection.size && features.records
  return (
    <>
      <VisuallyHidden role="status">
        {isAll
          ? `All ${total} selected`
          : selection.size > 0 && `${selection.size} selected across all pages`}
      </VisuallyHidden>
      {/* Also when nobody matches any more: its dialog may be waiting for a lost response. */}
      {(selection.size > 0 || isAll) && (
        <Suspense>
          <DeleteBar
            {...list}
            selection={selection}
            isAll={isAll}
            total={total}
            features={features}
            onSelectAll={offersAll ? selected.selectAll : undefined}
            onClear={selected.clear}
          />
        </Suspense>
      )}
      {idle && canDeleteAll && (
        <Suspense>
          <RunningChanges />
        </Suspense>
      )}
      {idle && canDeleteAll && (
        <Suspense>
          <RunningDeletions />
        </Suspense>
      )}
    </>
  )
}
