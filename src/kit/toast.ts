import type { NotificationData } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

const isUsed = createStore(false)

/** Whether there was ever a toast; until then the place where they appear isn't loaded. */
export const useToasterWanted = (): boolean => useSyncExternalStore(isUsed.subscribe, isUsed.get)

const load = () => Promise.all([import('@mantine/notifications'), import('./toaster.tsx')])

/** Loads what toasts need; call it before one may follow, so that a lost network doesn't silence it. */
export function prepareToasts(): void {
  load().catch(() => undefined)
}

interface Success {
  /** A later toast with the same id replaces this one. */
  readonly id?: string
  /** Offers an Undo button. */
  readonly undo?: () => void
}

/** Shows a message in the corner, for an action without a form. The same `id` replaces an earlier message. */
export async function toast(data: NotificationData & { id: string }): Promise<void> {
  isUsed.set(true)
  const [{ notifications, notificationsStore }] = await load()
  const isShown = notificationsStore.getState().notifications.some(({ id }) => id === data.id)
  if (isShown) notifications.update(data)
  else notifications.show(data)
}

let count = 0

/** Confirms that something worked, in a few words: `Saved`, `Webhook deleted`. */
toast.success = async (message: string, { id, undo }: Success = {}): Promise<void> => {
  count += 1
  const ownId = id ?? `success-${count}`
  const [, { successToast }] = await load()
  await toast({ id: ownId, ...successToast(message, undo && { undo, close: () => void untoast(ownId) }) })
}

/** Returns what says that something failed, and why. */
toast.failed =
  (id: string, title: string, more: Pick<NotificationData, 'autoClose'> = {}) =>
  ({ message }: Pick<Error, 'message'>): void =>
    void toast({ id, color: 'red', title, message: message.replace(/\.?$/, '.'), ...more })

/** Removes a toast; nothing happens if it is gone. */
export async function untoast(id: string): Promise<void> {
  const [{ notifications }] = await load()
  notifications.hide(id)
}
