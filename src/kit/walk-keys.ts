import { useEffect, useEffectEvent } from 'react'

import { useSingleKeys } from './page-keys.ts'

/** While a record is open beside its list, j and k lead to the next and the previous record, before the list moves its own position. */
export function useWalkKeys(isOpen: boolean, onWalk: (isForward: boolean) => void): void {
  const [hasSingleKeys] = useSingleKeys()
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!hasSingleKeys || !isPlain || (event.key !== 'j' && event.key !== 'k')) return
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, select, [role=menu], [role=listbox]'))
      return
    // A question about the open record is answered first.
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    event.stopPropagation()
    onWalk(event.key === 'j')
  })
  useEffect(
    function listen() {
      if (!isOpen) return undefined
      const listener = (event: KeyboardEvent) => handle(event)
      addEventListener('keydown', listener, true)
      return () => removeEventListener('keydown', listener, true)
    },
    [isOpen],
  )
}
