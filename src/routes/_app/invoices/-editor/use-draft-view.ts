import { useRef, useSyncExternalStore } from 'react'

import type { DraftForm } from '#api/invoice-draft.ts'

import type { DraftSession, DraftView } from './draft-session.ts'

/** Returns what the editor shows. A component is drawn again once a problem or one of these parts of the draft is another. */
export function useDraftView(
  { subscribe, get }: DraftSession,
  parts: readonly (keyof DraftForm)[],
): DraftView {
  const known = useRef(get())
  return useSyncExternalStore(subscribe, () => {
    const [before, now] = [known.current, get()]
    if (before.problems !== now.problems || parts.some((part) => before.form[part] !== now.form[part]))
      known.current = now
    return known.current
  })
}
