import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useRef, useState } from 'react'

import type { RowOptions } from '#kit/list/rows.tsx'

const preloadAfterMs = 120

/** The row opened last, by the address of its list, to return to it. */
const opened = new Map<string, number>()

/** Opens a row from a click anywhere on it or from the keyboard, and preloads the row under the pointer. */
export function useRowLinks<Row>(rows: readonly Row[], offset: number, options: RowOptions<Row>) {
  const router = useRouter()
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [returnId] = useState(() => takeOpened(router.state.location.href))
  const linkOf = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows[index]
    return row === undefined || index === undefined ? undefined : options.link?.(row, offset + index)
  }
  const remember = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows[index]
    if (row !== undefined) opened.set(router.state.location.href, options.id(row))
  }
  const open = (index: number | undefined) => {
    const link = linkOf(index)
    if (!link) return
    remember(index)
    void router.navigate(link)
  }
  const returnIndex = returnId === undefined ? -1 : rows.findIndex((row) => options.id(row) === returnId)
  return {
    open,
    /** Index of the row that was opened before somebody came back here. */
    returnTo: returnIndex < 0 ? undefined : returnIndex,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const control = event.target instanceof Element ? event.target.closest('a, button, input, label') : null
      const isMarkingText = getSelection()?.isCollapsed === false
      if (control?.matches('a')) remember(indexOf(event))
      if (!control && !isMarkingText) open(indexOf(event))
    },
    onHover: (event: SyntheticEvent) => {
      clearTimeout(hoverTimer.current)
      const link = linkOf(indexOf(event))
      if (link) hoverTimer.current = setTimeout(() => void router.preloadRoute(link), preloadAfterMs)
    },
  }
}

function takeOpened(href: string): number | undefined {
  const id = opened.get(href)
  opened.delete(href)
  return id
}

/** Index in the page of the row in which something happened. */
export function indexOf({ target }: SyntheticEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : undefined
}
