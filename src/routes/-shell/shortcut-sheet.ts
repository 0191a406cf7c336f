import { createStore } from '#lib/store.ts'

const open = createStore(false)

/** Reads and watches whether the keyboard shortcuts are shown. */
export const { get: areShortcutsOpen, subscribe: watchShortcuts } = open

export const openShortcuts = (): void => open.set(true)
export const closeShortcuts = (): void => open.set(false)
