import { Drawer, type DrawerProps } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './side-drawer.module.css'

interface Props {
  opened: boolean
  title: string
  size: NonNullable<DrawerProps['size']>
  onClose: () => void
  /** The list beside it stays usable: nothing is dimmed, and the focus may go back and forth. */
  isBeside?: boolean
  children: ReactNode
}

/** One row of a list, beside the list. */
export function SideDrawer({ opened, title, size, onClose, isBeside = false, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      title={title}
      classNames={{ title: classes.title ?? '', content: classes.content ?? '' }}
      {...(isBeside && beside)}
    >
      {children}
    </Drawer>
  )
}

const beside = {
  withOverlay: false,
  lockScroll: false,
  trapFocus: false,
  closeOnClickOutside: false,
  // Keys of the list still reach the list.
  attributes: { header: { role: 'presentation' }, content: { 'aria-modal': false } },
} as const
