import { useRef, useSyncExternalStore } from 'react'

import type { DraftForm } from '#api/invoice-draft.ts'

import type { DraftSession, DraftView } from './draft-session.ts'

/** Returns these parts of the draft, and what is wrong with it. A component is drawn again once one of that is another. */
export function useDraftView<Part extends keyof DraftForm>(
  { subscribe, get }: DraftSession,
  parts: readonly Part[],
): Pick<DraftView, 'problems'> & { readonly form: Pick<DraftForm, Part> } {
  const known = useRef(get())
  return useSyncExternalStore(subscribe, () => {
    const [before, now] = [known.current, get()]
    if (before.problems !== now.problems || parts.some((part) => before.form[part] !== now.form[part]))
      known.current = now
    return known.current
  })
}
