import { useLocalStorage } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { defaultParseSearch, useLocation } from '@tanstack/react-router'

import { savedViews } from '#api/saved-views.ts'
import { session } from '#api/session.ts'
import type { View } from '#contract/saved-views.ts'
import { useIdle } from '#kit/lazy-with-retry.ts'
import { type SavedView, canonicalSearch, readViews, viewsKey, writeViews } from '#lib/saved-views.ts'

/** A view as screens show it. `stored`: what the service knows about it; without it, it's in this browser alone. */
export interface PersonView extends SavedView {
  readonly stored?: View
}

type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => void

/**
 * Returns the saved views of the person who is signed in, in the current account. Those of the service are requested when
 * the browser is idle, so that no row waits for them.
 */
export function usePersonViews(): readonly PersonView[] {
  const { data: current } = useSuspenseQuery(session.current())
  const isKept = current.features.includes('views')
  const { data: stored } = useQuery({ ...savedViews.list(), enabled: useIdle() && isKept })
  const [local] = useBrowserViews()
  if (!isKept || !stored) return local
  const views = stored.map(shown)
  // For as long as they are on their way to the service.
  return [...views, ...local.filter((view) => !views.some((other) => isSameView(view, other)))]
}

/** Returns the views in this browser: all where the service has none, otherwise those that are still to be moved there. */
export function useBrowserViews(): readonly [readonly SavedView[], ChangeViews] {
  const { data: current } = useSuspenseQuery(session.current())
  const key = viewsKey(current.account.id, current.user.id)
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key,
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: readViews,
    serialize: writeViews,
  })
  // Applied at once: an updater would wait for a render that never comes in a dialog that closes.
  return [views, (change) => setViews(change(views))]
}

/** Returns the pinned view that is on the screen, if any: the list is opened with exactly its filter and sort. */
export function useOpenedView(): PersonView | undefined {
  const views = usePersonViews()
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

const shown = (stored: View): PersonView => ({
  id: `service-${stored.id}`,
  name: stored.name,
  list: stored.list,
  search: stored.search,
  ...(stored.columns && { columns: stored.columns }),
  isPinned: stored.is_pinned,
  isDefault: stored.is_default,
  stored,
})

const isSameView = (view: SavedView, { list, name, search, stored }: PersonView) =>
  stored?.is_own === true && view.list === list && view.name === name && view.search === search
