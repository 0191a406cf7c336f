import { IconCheck } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { nextIndex, typedIndex } from './select-keys.ts'

import classes from './select-list.module.css'

interface Props {
  select: HTMLSelectElement
  onClose: () => void
}

const gap = 4
const mostHeight = 320
/** Letters typed within this time are one word. */
const typeaheadMs = 700

/** The options of a select, over the page, with the focus while it's open. */
export function SelectList({ select, onClose }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  // As they were when it opened: an answer that arrives doesn't move what is under the pointer.
  const [options] = useState(() =>
    [...select.options].map(({ label, disabled }) => ({ label, isDisabled: disabled })),
  )
  const [active, setActive] = useState(select.selectedIndex)

  usePlace(list, select, onClose)
  useLayoutEffect(
    function reveal() {
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
    },
    [active],
  )
  const choose = (index: number) => {
    select.focus()
    onClose()
    if (index !== select.selectedIndex && options[index]?.isDisabled === false) setChoice(select, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    const isTyping = event.timeStamp - typed.current.at < typeaheadMs && typed.current.text !== ''
    if (event.key === 'Escape') {
      select.focus()
      onClose()
    } else if (event.key === 'Enter' || (event.key === ' ' && !isTyping)) choose(active)
    else if (event.key === 'Tab') return choose(active)
    else if (isText) {
      typed.current = { text: (isTyping ? typed.current.text : '') + event.key, at: event.timeStamp }
      setActive(typedIndex(options, active, typed.current.text))
    } else {
      const next = nextIndex(options, active, event.key)
      if (next === undefined) return
      setActive(next)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={list}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label={select.ariaLabel ?? select.labels[0]?.textContent ?? undefined}
      aria-activedescendant={`${id}${active}`}
      className={classes['list']}
      // Escape closes the list, not the dialog around it.
      data-mantine-stop-propagation="true"
      onKeyDown={onKeyDown}
      onBlur={onClose}
    >
      {options.map(({ label, isDisabled }, index) => (
        <div
          // The options are those of the moment it opened.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === select.selectedIndex}
          aria-disabled={isDisabled || undefined}
          data-active={index === active || undefined}
          className={classes['option']}
          onPointerMove={() => !isDisabled && setActive(index)}
          // The list keeps the focus, or the press would close it before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
          onKeyDown={onKeyDown}
        >
          <span className={classes['label']}>{label}</span>
          <IconCheck size={14} aria-hidden className={classes['check']} />
        </div>
      ))}
    </div>
  )
}

/** Opens the list beside its select, and closes it when that moves. */
function usePlace(list: RefObject<HTMLDivElement | null>, select: HTMLSelectElement, onClose: () => void) {
  const placed = useRef<DOMRect>(null)
  useLayoutEffect(
    function open() {
      const element = list.current
      if (!element) return
      element.showPopover()
      placed.current = select.getBoundingClientRect()
      placeAt(element, select)
      element.focus({ preventScroll: true })
    },
    [list, select],
  )
  // A scroll elsewhere, such as that of rows that load, leaves it where it is.
  const closeOnMove = useEffectEvent(({ type }: Event) => {
    const { top, left } = select.getBoundingClientRect()
    if (type === 'resize' || top !== placed.current?.top || left !== placed.current.left) onClose()
  })
  useEffect(function listen() {
    const leave = (event: Event) => closeOnMove(event)
    addEventListener('scroll', leave, { capture: true, passive: true })
    addEventListener('resize', leave)
    return () => {
      removeEventListener('scroll', leave, { capture: true })
      removeEventListener('resize', leave)
    }
  }, [])
}

/** Chooses as the browser's own list would. */
function setChoice(select: HTMLSelectElement, index: number): void {
  select.selectedIndex = index
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Below the select, or above where there is more room; at least as wide, and never outside the window. */
function placeAt(list: HTMLElement, select: HTMLElement): void {
  const at = select.getBoundingClientRect()
  list.style.minWidth = `${at.width}px`
  const [below, above] = [innerHeight - at.bottom - 2 * gap, at.top - 2 * gap]
  const fullHeight = Math.min(list.scrollHeight + 2, mostHeight)
  const isAbove = below < fullHeight && above > below
  const height = Math.min(fullHeight, isAbove ? above : below)
  list.style.maxHeight = `${height}px`
  list.style.top = `${isAbove ? at.top - gap - height : at.bottom + gap}px`
  list.style.left = `${Math.max(gap, Math.min(at.left, document.documentElement.clientWidth - list.offsetWidth - gap))}px`
}
