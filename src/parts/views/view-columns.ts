import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { type SavedView, columnsInFragment } from '#lib/saved-views.ts'

/** The columns of a list, where it lets people choose. */
export interface Columns {
  readonly all: readonly { readonly id: string; readonly isExtra?: boolean }[]
  readonly visibility: Readonly<Record<string, boolean>>
  readonly choose: (chosen: Readonly<Record<string, boolean>>) => void
}

/** Shows the columns of a view whenever it is opened; later changes stay. */
export function useColumnsOfView(view: SavedView | undefined, columns: Columns | undefined) {
  const opened = useRef<string | undefined>(undefined)
  useEffect(
    function showColumnsOfView() {
      if (opened.current === view?.id) return
      opened.current = view?.id
      if (view?.columns) columns?.choose(view.columns)
    },
    [view, columns],
  )
}

/** Shows the columns of a link once; later changes stay. */
export function useColumnsOfLink(columns: Columns | undefined) {
  const navigate = useNavigate()
  const fragment = useLocation({ select: ({ hash }) => hash })
  useEffect(
    function showColumnsOfLink() {
      const chosen = columnsInFragment(fragment)
      if (!chosen || !columns) return
      columns.choose(chosen)
      void navigate({ to: '.', search: true, hash: '', replace: true })
    },
    [fragment, columns, navigate],
  )
}

/** Returns whether both show the same columns. */
export const isSame = (a: Readonly<Record<string, boolean>>, b: Readonly<Record<string, boolean>>) =>
  Object.keys({ ...a, ...b }).every((id) => a[id] === b[id])
