import { ActionIcon, Drawer } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { isTyping } from '#kit/page-keys.ts'
import { Problem } from '#kit/problem.tsx'
import { useWalkKeys } from '#kit/walk-keys.ts'
import { capitalized } from '#lib/capitalized.ts'

import { useIsCrowded } from './narrow.ts'

import classes from './row-drawer.module.css'

interface Props<Row> {
  opened: boolean
  titleOf: (row: Row) => string
  /** Its width in pixels; less where the list would have no room. */
  size: number
  /** The query for the row. While the drawer closes it still has the last one, so that nothing vanishes early. */
  record: Pick<UseQueryResult<Row>, 'data' | 'error' | 'refetch'>
  /** The noun for its record: `invoice`. */
  one: string
  /** Beside the buttons that walk and close it. */
  tools?: ReactNode
  /** Shown until there is a row. */
  skeleton: ReactNode
  children: (row: Row) => ReactNode
  /** Opens the row before or after this one, by a button or by K and J; undefined at the ends of the list. */
  walk: Readonly<Record<'before' | 'after', (() => void) | undefined>>
  onClose: () => void
}

/**
 * One row of a list, beside the list, which stays usable: nothing is dimmed, the keys of the page work, and the focus may
 * go back and forth. It starts in the drawer, and returns to where it was when the drawer closes. Escape closes it.
 */
export function RowDrawer<Row>({
  opened,
  titleOf,
  one,
  size,
  tools,
  record: { data, error, refetch },
  skeleton,
  children,
  walk,
  onClose,
}: Props<Row>) {
  const width = useIsCrowded() ? `min(${size}px, 100vw - ${besidePx}px)` : `${size}px`
  const title = data === undefined ? capitalized(one) : titleOf(data)
  const content = useDrawerFocus(opened)
  useDrawerEscape(opened, onClose)
  useWalkKeys(opened, (isForward) => walk[isForward ? 'after' : 'before']?.())
  useLayoutEffect(
    function makeRoom() {
      if (!opened) return
      const { style } = document.documentElement
      style.setProperty('--beside', width)
      return () => void style.removeProperty('--beside')
    },
    [opened, width],
  )
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={width}
      shadow="var(--bureau-shadow-dialog)"
      transitionProps={{ duration: 160 }}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
      // The head of a drawer is not a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <Drawer.Content ref={content} data-beside>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <div className={classes.tools}>
            {tools}
            <nav aria-label={`${capitalized(one)} navigation`}>
              <Step label={`Previous ${one}`} icon={IconChevronUp} onWalk={walk.before} />
              <Step label={`Next ${one}`} icon={IconChevronDown} onWalk={walk.after} />
            </nav>
          </div>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>
          {error ? (
            <Problem error={error} retry={() => void refetch()} what={title} />
          ) : data === undefined ? (
            skeleton
          ) : (
            children(data)
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The sidebar, the margins and what a list needs to show its most important columns. */
const besidePx = 850

interface StepProps {
  label: string
  icon: typeof IconChevronUp
  onWalk: (() => void) | undefined
}

function Step({ label, icon: Icon, onWalk }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={onWalk === undefined}
      onClick={onWalk}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

/**
 * Moves the focus into a drawer beside the list when it opens, and back to where it was when it closes. Returns the ref of
 * its content.
 */
function useDrawerFocus(opened: boolean) {
  const content = useRef<HTMLElement | null>(null)
  const before = useRef<Element | null>(null)
  useEffect(
    function returnFocus() {
      if (!opened) return undefined
      return () => {
        if (content.current?.contains(document.activeElement) && before.current instanceof HTMLElement)
          before.current.focus({ preventScroll: true })
      }
    },
    [opened],
  )
  return useCallback((element: HTMLElement | null) => {
    content.current = element
    if (!element) return
    // Mantine sets it on every drawer; here it would hide the list from screen readers, and the page's keys would rest.
    element.removeAttribute('aria-modal')
    before.current = document.activeElement
    element.focus({ preventScroll: true })
  }, [])
}

/** Closes the drawer on Escape, unless that closes something above it or belongs to a field of the list. */
function useDrawerEscape(opened: boolean, onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Escape' || event.isComposing || !(target instanceof HTMLElement)) return
    const isAbove =
      document.querySelector('[aria-modal=true], dialog[open]') !== null ||
      target.closest('[role=menu], [role=listbox], [data-mantine-stop-propagation=true]') !== null
    if (isAbove || (isTyping(target) && !target.closest('[data-beside]'))) return
    // One thing for each Escape: the selection of the list stays.
    event.preventDefault()
    onClose()
  })
  useEffect(
    function listen() {
      if (!opened) return undefined
      const listener = (event: KeyboardEvent) => onKey(event)
      addEventListener('keydown', listener, true)
      return () => removeEventListener('keydown', listener, true)
    },
    [opened],
  )
}
