import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

import { type DraftCell, type DraftForm, isBlank } from '#api/invoice-draft.ts'
import type { Service } from '#contract/services/services.ts'
import { commandKey } from '#kit/page-keys.ts'
import { toast, untoast } from '#kit/toast.ts'
import { decimalOf, digits } from '#lib/decimal.ts'
import { amountAsTyped } from '#lib/money.ts'

import { type DraftAction, nextLine } from './draft-reducer.ts'
import type { LineActions } from './line-row.tsx'

/** The keys of the lines, as people read them. */
export const lineKeys = [
  { keys: [['Enter']], does: 'next line, or a new one' },
  { keys: [['↑'], ['↓']], does: 'between lines' },
  {
    keys: [
      ['Alt', '↑'],
      ['Alt', '↓'],
    ],
    does: 'move the line',
  },
  { keys: [[commandKey, '⌫']], does: 'remove the line' },
] as const

/** Actions on lines, by mouse and keyboard; stable for as long as the editor is open. */
export function useLineActions(
  list: RefObject<HTMLElement | null>,
  read: () => DraftForm,
  dispatch: (action: DraftAction) => void,
) {
  const [actions] = useState(() => makeActions(list, { read, dispatch }))
  return actions
}

function makeActions(
  list: RefObject<HTMLElement | null>,
  { read, dispatch }: { read: () => DraftForm; dispatch: (action: DraftAction) => void },
): LineActions & { add: () => void } {
  const lines = () => read().lines
  const indexOf = (key: string) => lines().findIndex((line) => line.key === key)
  const focus = (key: string | undefined, cell: DraftCell) => focusCell(list.current, key, cell)
  /** Brings the line back that was removed last; undefined once there is something newer to undo. */
  let restore: (() => void) | undefined
  const write = (action: DraftAction) => {
    restore = undefined
    dispatch(action)
  }
  // The input to focus exists once the change is on the screen.
  const change = (action: DraftAction) => flushSync(() => dispatch(action))

  const add = () => {
    const { line, isNew } = nextLine(lines())
    if (isNew) change({ kind: 'insert', line, at: lines().length })
    focus(line.key, 'description')
  }
  const remove = (key: string) => {
    const at = indexOf(key)
    const line = lines()[at]
    if (!line) return
    const isOnly = lines().length === 1
    change({ kind: 'remove', key })
    focus(lines()[Math.min(at, lines().length - 1)]?.key, 'description')
    if (isBlank(line)) return
    const undo = () => {
      restore = undefined
      const [first] = lines()
      change({ kind: 'insert', line, at })
      if (isOnly && first && isBlank(first)) change({ kind: 'remove', key: first.key })
      focus(line.key, 'description')
    }
    restore = () => {
      undo()
      void untoast('line-removed')
    }
    void toast.success('Line removed', { id: 'line-removed', undo })
  }
  const move = (key: string, by: 1 | -1, cell: DraftCell = 'description') => {
    restore = undefined
    change({ kind: 'move', key, by })
    focus(key, cell)
  }
  const leaveDown = (key: string, cell: DraftCell) => {
    const below = lines()[indexOf(key) + 1]
    if (below) focus(below.key, cell)
    else add()
  }

  const onKey = (event: KeyboardEvent<HTMLElement>, key: string, cell: DraftCell) => {
    if (event.nativeEvent.isComposing) return
    const run = (work: () => void) => {
      event.preventDefault()
      work()
    }
    const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    const by = event.key === 'ArrowUp' ? -1 : 1
    const isCommand = event.ctrlKey || event.metaKey
    if (isVertical && event.altKey) return run(() => move(key, by, cell))
    if (isCommand && event.key === 'Backspace') return run(() => remove(key))
    // The browser's own undo knows nothing of lines: it would change what was typed before, in another one.
    if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'z' && restore) return run(restore)
    if (isCommand || event.altKey || event.shiftKey) return undefined
    if (event.key === 'Enter') {
      // Enter chooses what is highlighted in the catalog.
      const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
      return isChoosing ? undefined : run(() => leaveDown(key, 'description'))
    }
    if (event.key === 'Tab' && cell === 'tax') {
      const line = lines()[indexOf(key)]
      if (line && !isBlank(line) && indexOf(key) === lines().length - 1) return run(add)
    }
    // In a description they move through the catalog.
    if (isVertical && cell !== 'description') {
      const other = lines()[indexOf(key) + by]
      if (other) return run(() => focus(other.key, cell))
    }
    return undefined
  }

  return {
    add,
    remove,
    move,
    onKey,
    setOptional: (key, isOptional) =>
      write({ kind: 'fill', key, values: { isOptional: isOptional || undefined } }),
    type: (key, cell, text) => write({ kind: 'type', key, cell, text }),
    pick: (key, service) => {
      const values = valuesOf(service, read().currency)
      write({ kind: 'fill', key, values })
      requestAnimationFrame(() => focus(key, values.price === undefined ? 'price' : 'quantity'))
    },
  }
}

function focusCell(list: HTMLElement | null, key: string | undefined, cell: DraftCell): void {
  const line = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find(
    (one) => one.dataset['line'] === key,
  )
  line?.querySelector<HTMLInputElement>(`input[data-cell="${cell}"]`)?.focus()
}

/** Returns what a service says about a line; no price in another currency, which would be a wrong one. */
const valuesOf = (service: Service, currency: string) => ({
  description: service.name,
  tax: service.tax_rate === 0 ? '' : digits(decimalOf(service.tax_rate)),
  ...(service.currency === currency && { price: amountAsTyped(service.price, service.currency) }),
})
