import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import type { Session } from '#contract/access/session.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { ResultKeys } from './palette-results.tsx'
import { closePalette, openedPalette, watchPalette } from './palette-state.ts'

import classes from './palette.module.css'

const loadResults = () => import('./palette-results.tsx')
const PaletteResults = lazyWithRetry(async () => (await loadResults()).PaletteResults)

/** Fetches what shows the results, where somebody is about to search. */
export const preloadPalette = (): void => void loadResults().catch(() => undefined)

interface Props {
  session: Session
  onShortcuts: () => void
}

/**
 * Finds records, screens and actions. The dialog and its input are part of every visit and opened synchronously, so that
 * no key is lost or taken for a shortcut of the page; what shows the results is fetched at the first use.
 */
export function Palette({ session, onShortcuts }: Props) {
  const opened = useSyncExternalStore(flushed, openedPalette)
  return opened > 0 && <PaletteDialog key={opened} session={session} onShortcuts={onShortcuts} />
}

/** Renders at once rather than with the next frame: the next key may already be on its way. */
const flushed = (listener: () => void) => watchPalette(() => flushSync(listener))

function PaletteDialog({ session, onShortcuts }: Props) {
  const [text, setText] = useState('')
  /** Enter was pressed before there was anything to choose; what comes first is chosen then. */
  const [isChoiceDue, setIsChoiceDue] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<ResultKeys>(null)
  useLayoutEffect(function takeFocus() {
    const before = document.activeElement
    dialog.current?.showModal()
    input.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    const isCommand = ctrlKey || metaKey
    if (key === 'ArrowDown' || key === 'ArrowUp') results.current?.move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter' && results.current) results.current.choose(isCommand)
    else if (key === 'Enter') setIsChoiceDue(true)
    else if (key === 'Escape' || (isCommand && key.toLowerCase() === 'k')) closePalette()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={classes['dialog']}
      aria-label="Search"
      onClose={closePalette}
      onPointerDown={({ target }) => {
        if (target === dialog.current) closePalette()
      }}
    >
      <div className={classes['panel']}>
        <div className={classes['head']}>
          <IconSearch size={18} stroke={1.8} aria-hidden />
          <input
            ref={input}
            className={classes['input']}
            role="combobox"
            aria-label="Search records, screens and actions"
            aria-expanded
            aria-controls="palette-results"
            aria-autocomplete="list"
            placeholder="Search, or type > for actions"
            autoComplete="off"
            spellCheck={false}
            // Mantine's dialogs beneath would close as well.
            data-mantine-stop-propagation
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setIsChoiceDue(false)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes['cancel']} onClick={closePalette}>
            Cancel
          </button>
        </div>
        <Suspense fallback={<div className={classes['wait']} />}>
          <PaletteResults
            text={text}
            session={session}
            input={input}
            keys={results}
            isChoiceDue={isChoiceDue}
            onChoiceDue={setIsChoiceDue}
            onShortcuts={onShortcuts}
          />
        </Suspense>
      </div>
    </dialog>
  )
}
