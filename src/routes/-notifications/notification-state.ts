import { createStore } from '#lib/store.ts'

const open = createStore(false)

/** Reads and watches whether the notifications are open. */
export const { get: areNotificationsOpen, subscribe: watchNotifications } = open

export const openNotifications = (): void => open.set(true)
export const closeNotifications = (): void => open.set(false)
