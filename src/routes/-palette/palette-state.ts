import { createStore } from '#lib/store.ts'

/** Counts the times the palette was opened; 0 while it is closed. */
const opened = createStore(0)
let times = 0

/** Reads and watches how often the palette was opened; 0 while it is closed. */
export const { get: openedPalette, subscribe: watchPalette } = opened

/** Opens the palette. It has the focus when this returns, so the next key is typed into it. */
export function openPalette(): void {
  if (opened.get() > 0) return
  times += 1
  opened.set(times)
}

/** Closes the palette. */
export const closePalette = (): void => opened.set(0)
