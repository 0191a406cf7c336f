import { useEffect, useState } from 'react'

/** A way to copy, and how the last attempt went. */
export interface Clipboard {
  /** `refused`: pages without https have no clipboard. Back to `idle` after a moment. */
  readonly outcome: 'idle' | 'copied' | 'refused'
  readonly copy: (text: string) => Promise<void>
}

/** Copies text to the clipboard and reports for a moment whether that worked. */
export function useClipboard(onCopied?: () => void): Clipboard {
  const [outcome, setOutcome] = useState<Clipboard['outcome']>('idle')
  useEffect(
    function forget() {
      if (outcome === 'idle') return undefined
      const timer = setTimeout(() => setOutcome('idle'), 2_500)
      return () => clearTimeout(timer)
    },
    [outcome],
  )
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      onCopied?.()
    } catch {
      setOutcome('refused')
    }
  }
  return { outcome, copy }
}
