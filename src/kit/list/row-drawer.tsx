import { Drawer } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'

import { Problem } from '#kit/problem.tsx'
import { useWalkKeys } from '#kit/walk-keys.ts'

import { useDrawerEscape, useDrawerFocus } from './drawer-focus.ts'

import classes from './row-drawer.module.css'

interface Props<Row> {
  opened: boolean
  title: string
  /** Its width in pixels. */
  size: number
  /** The query for the row. While the drawer closes it still has the last one, so that nothing vanishes early. */
  record: Pick<UseQueryResult<Row>, 'data' | 'error' | 'refetch'>
  /** Beside the button that closes it. */
  tools?: ReactNode
  /** Shown until there is a row. */
  skeleton: ReactNode
  children: (row: Row) => ReactNode
  /** J and K: opens the next or the previous row, if there is one. */
  onWalk: (isForward: boolean) => void
  onClose: () => void
}

/**
 * One row of a list, beside the list, which stays usable: nothing is dimmed, the keys of the page work, and the focus may
 * go back and forth. It starts in the drawer, and returns to where it was when the drawer closes. Escape closes it.
 */
export function RowDrawer<Row>({
  opened,
  title,
  size,
  tools,
  record: { data, error, refetch },
  skeleton,
  children,
  onWalk,
  onClose,
}: Props<Row>) {
  const content = useDrawerFocus(opened)
  useDrawerEscape(opened, onClose)
  useWalkKeys(opened, onWalk)
  useLayoutEffect(
    function makeRoom() {
      if (!opened) return
      const { style } = document.documentElement
      style.setProperty('--beside', `${size}px`)
      return () => void style.removeProperty('--beside')
    },
    [opened, size],
  )
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
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
          {tools && <div className={classes.tools}>{tools}</div>}
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>
          {error ? (
            <Problem error={error} retry={() => void refetch()} />
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

/** Returns what J and K do on one page of a list: open the row after or before this one, and nothing at its ends. */
export const walkRows =
  (
    rows: readonly { readonly id: number }[] | undefined,
    id: number | undefined,
    open: (id: number) => void,
  ) =>
  (isForward: boolean): void => {
    const index = rows?.findIndex((row) => row.id === id) ?? -1
    const next = index === -1 ? undefined : rows?.[index + (isForward ? 1 : -1)]
    if (next) open(next.id)
  }
