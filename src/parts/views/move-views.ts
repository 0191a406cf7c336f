import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { viewWrites } from '#api/saved-view-writes.ts'
import { savedViews } from '#api/saved-views.ts'
import { session } from '#api/session.ts'
import { MovedView } from '#contract/saved-view-writes.ts'
import { type SavedView, readViews, viewsKey } from '#lib/saved-views.ts'

import { useBrowserViews } from './person-views.ts'

/**
 * Moves the views of this browser to the service, once it keeps any. They stay here, and work, until it has confirmed
 * that it has them.
 */
export function useMovedViews(): void {
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const [local, changeLocal] = useBrowserViews()
  const key = viewsKey(current.account.id, current.user.id)
  const wants = current.features.includes('views') && local.length > 0
  const forget = useEffectEvent((moved: readonly SavedView[]) => {
    const sent = new Set(moved.map((view) => JSON.stringify(view)))
    changeLocal(() => kept(key).filter((view) => !sent.has(JSON.stringify(view))))
  })
  useEffect(
    function moveToService() {
      if (!wants) return
      const move = async () => {
        // Read here: another tab may have moved them while this one waited.
        const views = kept(key).filter((view) => inputOf(view) !== undefined)
        if (views.length === 0) return
        await viewWrites.move(views.flatMap((view) => inputOf(view) ?? []))
        await queryClient.invalidateQueries({ queryKey: savedViews.all })
        forget(views)
      }
      // What fails is tried again with the next page. Browsers offer locks on secure origins only.
      void ('locks' in navigator ? navigator.locks.request(`move ${key}`, move) : move()).catch(
        () => undefined,
      )
    },
    [wants, key, queryClient],
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
