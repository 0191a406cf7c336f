import { Alert, Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'

import { LeaveDialog } from './leave-dialog.tsx'

/** Whether something that can be seen only once was copied, downloaded or said to be kept. */
export function useKept() {
  const [isKept, setIsKept] = useState(false)
  // Leaving right after this must not ask, even before the next render.
  const kept = useRef(false)
  return {
    isKept,
    wouldLose: () => !kept.current,
    keep: () => {
      kept.current = true
      setIsKept(true)
    },
  }
}

interface Props {
  kept: ReturnType<typeof useKept>
  /** Its name, as in "Leave without the link?". */
  what: string
  /** The consequence of leaving without it. */
  loss: string
  /** Label of the button until it has been copied. */
  confirmLabel: string
  doneLabel?: string
  isFinishing?: boolean
  onDone: () => void
}

/** The end of what can be seen only once: a button that is the only gate, and a question when leaving without it. */
export function ShownOnceEnd({
  kept: { isKept, keep, wouldLose },
  what,
  loss,
  confirmLabel,
  doneLabel = 'Done',
  isFinishing = false,
  onDone,
}: Props) {
  return (
    <>
      <Group justify="flex-end">
        <Button
          variant={isKept ? 'filled' : 'default'}
          loading={isFinishing}
          onClick={() => {
            keep()
            onDone()
          }}
        >
          {isKept ? doneLabel : confirmLabel}
        </Button>
      </Group>
      <LeaveDialog
        title={`Leave without ${what}?`}
        text={
          <Alert color="yellow" variant="light">
            {loss}
          </Alert>
        }
        leaveWord={`Leave without ${what}`}
        hasWork={wouldLose}
        isPageItself
      />
    </>
  )
}
