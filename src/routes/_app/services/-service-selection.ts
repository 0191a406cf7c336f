import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'

import type { Service } from '#contract/services/services.ts'

import { pick, pickedIds } from './-picked-ids.ts'

interface Options {
  /** The ids in the URL, joined by commas, and how many of them count. */
  readonly picked: string
  readonly most: number
  /** Names what the list is narrowed by; "all" means all of that. */
  readonly filter: string
  /** Those of this page. */
  readonly rows: readonly Service[] | undefined
}

export type ServiceSelection = ReturnType<typeof useServiceSelection>

const everything = { has: () => true }

/**
 * Which services are selected: some, whose ids the URL names so that the way to a comparison and back keeps them, or all
 * that match. Clearing one of all leaves the others of this page, and another filter leaves none.
 */
export function useServiceSelection({ picked, most, filter, rows }: Options) {
  const navigate = useNavigate({ from: '/services/' })
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === filter
  const ids = useMemo(() => new Set(pickedIds(picked, most)), [picked, most])
  const set = useCallback(
    (change: (before: string) => string) =>
      void navigate({ search: (old) => ({ ...old, compare: change(old.compare) }), replace: true }),
    [navigate],
  )
  const select = useCallback(
    (some: readonly Service[], isPicked: boolean) => {
      setAllOf(undefined)
      const changed = some.map(({ id }) => id)
      const page = rows?.map(({ id }) => id).join(',') ?? ''
      set((before) => pick(isAll ? page : before, changed, isPicked, most))
    },
    [isAll, rows, most, set],
  )
  const clear = () => {
    setAllOf(undefined)
    set(() => '')
  }
  const selectAll = () => {
    setAllOf(filter)
    set(() => '')
  }
  return {
    ids,
    isAll,
    /** All rows of this page are selected, one by one. */
    isWholePage: rows !== undefined && rows.length > 0 && rows.every(({ id }) => ids.has(id)),
    selected: isAll ? everything : ids,
    select,
    selectAll,
    clear,
  }
}
