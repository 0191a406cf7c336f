import { Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './empty-state.module.css'

interface Props {
  icon: Icon
  /** The purpose of this place, or what happened to it. */
  title: string
  /** Why it is empty. */
  children?: ReactNode
  /** The one thing to do about it. */
  action?: ReactNode
  /** It replaces a whole screen, so its title is the screen's. */
  isPage?: boolean
  /** Within a card rather than in place of a list. */
  isSmall?: boolean
  role?: 'alert'
}

/** In place of what can't be shown: what that means, and what to do about it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  isPage = false,
  isSmall = false,
  role,
}: Props) {
  return (
    <div className={classes['state']} data-small={isSmall || undefined} role={role}>
      <span className={classes['icon']} aria-hidden>
        <Icon size={isSmall ? 18 : 22} stroke={1.6} />
      </span>
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw="28em" className={classes['why']} component="div">
          {children}
        </Text>
      )}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  )
}
