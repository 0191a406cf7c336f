import { Drawer, type DrawerProps } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './side-drawer.module.css'

interface Props {
  opened: boolean
  title: string
  size: NonNullable<DrawerProps['size']>
  onClose: () => void
  children: ReactNode
}

/** One row of a list, beside the list. */
export function SideDrawer({ opened, title, size, onClose, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      title={title}
      classNames={{ title: classes.title ?? '' }}
    >
      {children}
    </Drawer>
  )
}
