import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { viewWrites } from '#api/saved-view-writes.ts'
import { savedViews } from '#api/saved-views.ts'
import { session } from '#api/session.ts'
import { MovedView } from '#contract/account/saved-view-writes.ts'
import { type SavedView, readViews, viewsKey, writeViews } from '#lib/saved-views.ts'

/** Moves views that an earlier version kept in this browser to the service. They stay here until it has confirmed that it has them. */
export function useMovedViews(): void {
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const key = viewsKey(current.account.id, current.user.id)
  useEffect(
    function moveToService() {
      const move = async () => {
        // Read here: another tab may have moved them while this one waited.
        const views = kept(key).filter((view) => inputOf(view) !== undefined)
        if (views.length === 0) return
        await viewWrites.move(views.flatMap((view) => inputOf(view) ?? []))
        await queryClient.invalidateQueries({ queryKey: savedViews.all })
        const sent = new Set(views.map((view) => JSON.stringify(view)))
        localStorage.setItem(key, writeViews(kept(key).filter((view) => !sent.has(JSON.stringify(view)))))
      }
      if (kept(key).length === 0) return
      // What fails is tried again with the next page. Browsers offer locks on secure origins only.
      void ('locks' in navigator ? navigator.locks.request(`move ${key}`, move) : move()).catch(
        () => undefined,
      )
    },
    [key, queryClient],
  )
}

const kept = (key: string) => readViews(localStorage.getItem(key) ?? undefined)

/** Returns a view as the service takes it, or undefined where it wouldn't. */
const inputOf = ({ name, list, search, columns, isPinned, isDefault }: SavedView) =>
  MovedView.safeParse({
    name,
    list,
    search,
    columns: columns ?? null,
    is_pinned: isPinned,
    is_default: isDefault,
  }).data
