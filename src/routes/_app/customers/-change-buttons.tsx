import { Button } from '@mantine/core'

import type { ListQuery } from '#api/page.ts'

import { PermissionsButton } from './-bulk-permissions/permissions-button.tsx'
import { useChange } from './-changes/use-change.ts'
import type { Selection } from './-deletion.tsx'

interface Props {
  selection: Selection
  /** Everyone who matches is selected, rather than these. */
  isAll: boolean
  query: ListQuery
  /** How many match. */
  total: number
  onClear: () => void
}

/** Changes the selected customers. Where both active and archived ones are listed, both ways of archiving are offered. */
export function ChangeButtons({ selection, isAll, query, total, onClear }: Props) {
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
      <PermissionsButton customers={customers} who={who} onChanging={onClear} />
    </>
  )
}
