import { useEffect, useEffectEvent } from 'react'

/** Calls back with the files that are pasted anywhere on the page; pasted text stays with the input it goes to. */
export function usePastedFiles(onFiles: (files: File[], into: Element | null) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files, document.activeElement)
  })
  useEffect(function listen() {
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
