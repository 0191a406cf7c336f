import { Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './banner.module.css'

interface Props {
  icon: Icon
  action?: ReactNode
  children: ReactNode
}

/** A line about what is shown below it. Part of every first visit, so it doesn’t use Alert, which is larger. */
export function Banner({ icon: Icon, action, children }: Props) {
  return (
    <div className={classes.banner} role="status">
      <Icon size={18} aria-hidden />
      <Text size="sm" flex="1 1 12rem">
        {children}
      </Text>
      {action}
    </div>
  )
}
