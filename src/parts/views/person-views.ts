import { useQuery } from '@tanstack/react-query'
import { defaultParseSearch, useLocation } from '@tanstack/react-router'

import { savedViews } from '#api/saved-views.ts'
import type { View } from '#contract/account/saved-views.ts'
import { useIdle } from '#kit/lazy-with-retry.ts'
import { type SavedView, canonicalSearch } from '#lib/saved-views.ts'

/** A view as screens show it. `stored`: what the service knows about it. */
export interface PersonView extends SavedView {
  readonly stored: View
}

/**
 * Returns the saved views of the person who is signed in, in the current account. Those of the service are requested when
 * the browser is idle, so that no row waits for them.
 */
export function usePersonViews(): readonly PersonView[] {
  const { data: stored = none } = useQuery({ ...savedViews.list(), enabled: useIdle() })
  return stored.map(shown)
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

const none: readonly View[] = []

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
