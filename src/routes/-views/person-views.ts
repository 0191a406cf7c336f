import { useLocalStorage } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { defaultParseSearch, useLocation } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { type SavedView, canonicalSearch, readViews, viewsKey, writeViews } from '#lib/saved-views.ts'

type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => void

/** Returns the saved views of the person who is signed in, in the current account; every tab sees a change at once. */
export function usePersonViews(): readonly [readonly SavedView[], ChangeViews] {
  const { data: current } = useSuspenseQuery(session.current())
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: viewsKey(current.account.id, current.user.id),
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: readViews,
    serialize: writeViews,
  })
  // Applied at once: an updater would wait for a render that never comes in a dialog that closes.
  return [views, (change) => setViews(change(views))]
}

/** Returns the pinned view that is on the screen, if any: the list is opened with exactly its filter and sort. */
export function useOpenedView(): SavedView | undefined {
  const [views] = usePersonViews()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useLocation({ select: ({ searchStr }) => canonicalSearch(searchStr, transientParams) })
  return views.find((view) => view.isPinned && view.list === path && view.search === search)
}

/** Parts of a list's URL that aren't part of a view: page, drawer and selection. */
export const transientParams = ['page', 'open', 'compare'] as const

/**
 * Returns the query of a view as a link takes it. Which list it belongs to is only known at run time, so its type can't be
 * known before: the schema of the list's own route reads it, as it reads any URL.
 */
export const searchOf = (search: string): never => defaultParseSearch(search) as never

const none: readonly SavedView[] = []
