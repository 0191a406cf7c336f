import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useRef } from 'react'

import type { RowTraits } from '#kit/list/rows.tsx'

const preloadAfterMs = 120

/** Opens a row from a click anywhere on it or from the keyboard, and loads ahead what somebody dwells on. */
export function useRowLinks<Row>(rows: readonly Row[], offset: number, traits: RowTraits<Row>) {
  const router = useRouter()
  const dwelling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const linkOf = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows[index]
    return row === undefined || index === undefined ? undefined : traits.link?.(row, offset + index)
  }
  const open = (index: number | undefined) => {
    const link = linkOf(index)
    if (link) void router.navigate(link)
  }
  return {
    open,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const isForSomethingElse =
        event.target instanceof Element && event.target.closest('a, button, input, label') !== null
      const isMarkingText = getSelection()?.isCollapsed === false
      if (!isForSomethingElse && !isMarkingText) open(indexOf(event))
    },
    onApproach: (event: SyntheticEvent) => {
      clearTimeout(dwelling.current)
      const link = linkOf(indexOf(event))
      if (link) dwelling.current = setTimeout(() => void router.preloadRoute(link), preloadAfterMs)
    },
  }
}

/** Index in the page of the row in which something happened. */
export function indexOf({ target }: SyntheticEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : undefined
}
