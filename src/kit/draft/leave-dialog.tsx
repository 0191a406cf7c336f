import { Button } from '@mantine/core'

import { LeaveDialog } from '#kit/leave-dialog.tsx'

interface Props {
  title: string
  hasWork: () => boolean
  /** Whether closing the tab now would lose something. */
  isUnsaved: () => boolean
  discardWord?: string
  onSave: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks before unfinished work is left. Closing the tab asks only when the draft can’t be saved. */
export function LeaveDraftDialog({
  title,
  hasWork,
  isUnsaved,
  discardWord = 'Discard',
  onSave,
  onDiscard,
}: Props) {
  return (
    <LeaveDialog
      title={title}
      text="You can save it as a draft in this browser and finish later."
      hasWork={hasWork}
      isUnsaved={isUnsaved}
      renderWays={(stay, leave) => (
        <>
          <Button variant="default" onClick={stay}>
            Stay
          </Button>
          <Button variant="light" color="red" onClick={() => void onDiscard().then(leave)}>
            {discardWord}
          </Button>
          <Button data-autofocus onClick={() => void onSave().then(leave)}>
            Save draft
          </Button>
        </>
      )}
    />
  )
}
