import type { NotificationData } from '@mantine/notifications'

const load = () => import('@mantine/notifications')

/** Tells something in the corner; for an action without a form of its own. The same `id` replaces what it said before. */
export async function toast(data: NotificationData & { id: string }): Promise<void> {
  const { notifications, notificationsStore } = await load()
  const isThere = notificationsStore.getState().notifications.some(({ id }) => id === data.id)
  if (isThere) notifications.update(data)
  else notifications.show(data)
}

export async function untoast(id: string): Promise<void> {
  const { notifications } = await load()
  notifications.hide(id)
}
