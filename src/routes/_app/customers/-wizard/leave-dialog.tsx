import { Button } from '@mantine/core'

import { LeaveDialog as ConfirmLeave } from '#kit/leave-dialog.tsx'

interface Props {
  hasWork: () => boolean
  /** Whether closing the tab now would lose something. */
  isUnsaved: () => boolean
  onKeep: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks before unsaved work is left. The tab itself asks only when the draft could not be written down. */
export function LeaveDialog({ hasWork, isUnsaved, onKeep, onDiscard }: Props) {
  return (
    <ConfirmLeave
      title="Leave without finishing?"
      text="You can save it as a draft in this browser and finish later."
      hasWork={hasWork}
      isUnsaved={isUnsaved}
      renderWays={(stay, leave) => (
        <>
          <Button variant="subtle" onClick={stay}>
            Stay
          </Button>
          <Button variant="light" color="red" onClick={() => void onDiscard().then(leave)}>
            Discard
          </Button>
          <Button data-autofocus onClick={() => void onKeep().then(leave)}>
            Save draft
          </Button>
        </>
      )}
    />
  )
}
