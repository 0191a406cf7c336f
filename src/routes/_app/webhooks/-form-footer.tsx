import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './-form-footer.module.css'

interface Props {
  /** The error above the buttons. */
  problem: ReactNode
  /** Summary of the request, or of missing inputs. */
  status?: string
  children: ReactNode
}

/** The buttons of a long form, always in sight at the bottom of the window. */
export function FormFooter({ problem, status, children }: Props) {
  return (
    <div className={classes['footer']} data-form-footer>
      {problem}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status" className={classes['status']}>
          {status}
        </Text>
        <Group gap="xs" className={classes['buttons']}>
          {children}
        </Group>
      </Group>
    </div>
  )
}
