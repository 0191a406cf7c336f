import { useMemo } from 'react'

import { usePendingIds } from '#api/grace.ts'

/** The rows of a page without those that are being deleted, which no longer count either, unless that is undone. */
export function useStayingRows<Row extends { readonly id: number }>(
  records: Parameters<typeof usePendingIds>[0],
  all: readonly Row[] | undefined,
) {
  const hidden = usePendingIds(records)
  const rows = useMemo(() => all?.filter(({ id }) => !hidden.has(id)), [all, hidden])
  return { rows, leaving: (all?.length ?? 0) - (rows?.length ?? 0) }
}
