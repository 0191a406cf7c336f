import { useCallback, useState } from 'react'

import type { CustomerRow } from '#contract/customers.ts'

import { fullName } from './-columns.tsx'
import type { Selection } from './-deletion.tsx'

/** Who is selected, across pages. `select` is stable. */
export function useSelection() {
  const [selection, setSelection] = useState<Selection>(new Map())
  const select = useCallback((rows: readonly CustomerRow[] | 'none', isSelected = true) => {
    setSelection((before) => {
      if (rows === 'none') return new Map()
      const next = new Map(before)
      for (const row of rows) {
        if (isSelected) next.set(row.id, fullName(row))
        else next.delete(row.id)
      }
      return next
    })
  }, [])
  return [selection, select] as const
}
