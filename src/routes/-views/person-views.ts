import { useLocalStorage } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { defaultParseSearch } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { type SavedView, readViews, viewsKey, writeViews } from '#lib/saved-views.ts'

type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => void

/** The saved views of whoever is signed in, in the account they work in; every tab sees a change at once. */
export function usePersonViews(): readonly [readonly SavedView[], ChangeViews] {
  const { data: current } = useSuspenseQuery(session.current())
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: viewsKey(current.account.id, current.user.id),
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: readViews,
    serialize: writeViews,
  })
  // Applied here and now: an updater would wait for a render that a dialog closing with it never has.
  return [views, (change) => setViews(change(views))]
}

/** What a link of the navigation opens that list with: its default view, or nothing. */
export function useDefaultSearch(): (list: string) => never {
  const [views] = usePersonViews()
  return (list) => searchOf(views.find((view) => view.list === list && view.isDefault)?.search ?? '')
}

/**
 * The query of a view as a link takes it. Which list it belongs to is known only as the program runs, so its type cannot
 * be: the schema of the list's own route reads it, as it reads any URL.
 */
export const searchOf = (search: string): never => defaultParseSearch(search) as never

const none: readonly SavedView[] = []
