import { useEffect, useRef } from 'react'

/** Calls back with the files that are pasted anywhere on the page; pasted text stays with the input it goes to. */
export function usePastedFiles(onFiles: (files: File[], into: Element | null) => void): void {
  const newest = useRef(onFiles)
  useEffect(function keepTheNewest() {
    newest.current = onFiles
  })
  useEffect(function listen() {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      newest.current(files, document.activeElement)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
