import type { NotificationData } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

const wanted = createStore(false)

/** Whether anything was ever told; until then nobody needs the place where toasts appear. */
export const useToasterWanted = (): boolean => useSyncExternalStore(wanted.subscribe, wanted.get)

const load = () => import('@mantine/notifications')

/** Fetches what toasts need; call it where one may follow, so that a lost network does not silence it. */
export function prepareToasts(): void {
  Promise.all([load(), import('./toaster.tsx')]).catch(() => undefined)
}

/** Tells something in the corner; for an action without a form of its own. The same `id` replaces what it said before. */
export async function toast(data: NotificationData & { id: string }): Promise<void> {
  wanted.set(true)
  const { notifications, notificationsStore } = await load()
  const isThere = notificationsStore.getState().notifications.some(({ id }) => id === data.id)
  if (isThere) notifications.update(data)
  else notifications.show(data)
}

export async function untoast(id: string): Promise<void> {
  const { notifications } = await load()
  notifications.hide(id)
}
