import { type ReactNode, type Ref, Suspense, useState } from 'react'

import { useIdle } from './lazy-with-retry.ts'

interface Props {
  renderButton: (props: ButtonProps) => ReactNode
  /** What takes its place once the browser is idle, or earlier if it was pressed: then it opens at once. */
  renderMenu: (wasPressed: boolean) => ReactNode
}

interface ButtonProps {
  onMouseDown: () => void
  onClick: () => void
  ref: Ref<HTMLButtonElement>
}

/**
 * A button that stands in for a menu until the menu's code has arrived. Pressing it counts: the menu may take its place before
 * it is released, and the click would be nobody's. What takes its place has the focus it had.
 */
export function StandIn({ renderButton, renderMenu }: Props) {
  const [wasPressed, setWasPressed] = useState(false)
  const idle = useIdle()
  const press = () => setWasPressed(true)
  const button = renderButton({ onMouseDown: press, onClick: press, ref: handOverFocus })
  if (!idle && !wasPressed) return button
  return <Suspense fallback={button}>{renderMenu(wasPressed)}</Suspense>
}

function handOverFocus(button: HTMLButtonElement | null): () => void {
  return () => {
    const place = button?.parentElement
    if (!place || document.activeElement !== button) return
    const position = [...place.children].indexOf(button)
    // Its successor is there at the end of this very update.
    queueMicrotask(() => (place.children[position] as HTMLElement | undefined)?.focus())
  }
}
