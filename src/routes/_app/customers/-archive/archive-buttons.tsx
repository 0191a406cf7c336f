import { Button } from '@mantine/core'

import type { ListQuery } from '#api/page.ts'

import { useChange } from '../-changes/use-change.ts'
import type { Selection } from '../-deletion.tsx'

interface Props {
  selection: Selection
  /** Everyone who matches is selected, rather than these. */
  isAll: boolean
  query: ListQuery
  /** How many match. */
  total: number
  onClear: () => void
}

/** Archives the selected customers or makes them active again; where both kinds are listed, both are offered. */
export function ArchiveButtons({ selection, isAll, query, total, onClear }: Props) {
  const { isBusy, change } = useChange()
  const shown = query.filters?.['archived']
  const customers = isAll ? { query, count: total } : { ids: [...selection.keys()] }
  const who = !isAll && selection.size === 1 ? [...selection.values()][0] : undefined
  const button = (kind: 'archive' | 'unarchive', label: string) => (
    <Button
      size="compact-md"
      variant="default"
      disabled={isBusy}
      onClick={() => change({ kind, customers, who }, { onSuccess: onClear })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {shown !== 'yes' && button('archive', 'Archive')}
      {shown !== 'no' && button('unarchive', 'Unarchive')}
    </>
  )
}
