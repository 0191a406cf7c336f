import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { type NotificationData, Notifications } from '@mantine/notifications'
import { IconCircleCheck } from '@tabler/icons-react'

import classes from './toaster.module.css'

/** Where toasts appear. Loaded with the first one. */
export function Toaster() {
  return <Notifications position="bottom-right" limit={4} autoClose={5000} containerWidth={380} />
}

interface Undo {
  readonly undo: () => void
  readonly close: () => void
}

/** Returns the toast of something that worked, with a way back where there is one. */
export function successToast(message: string, way?: Undo): NotificationData {
  return {
    icon: <IconCircleCheck size={20} aria-hidden />,
    color: 'var(--bureau-good-dot)',
    // Time enough to read, to decide and to get there.
    autoClose: way ? 8000 : 4000,
    message: (
      <div className={classes['line']}>
        <span className={classes['message']}>{message}</span>
        {way && (
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            onClick={() => {
              way.undo()
              way.close()
            }}
          >
            Undo
          </Button>
        )}
      </div>
    ),
  }
}
