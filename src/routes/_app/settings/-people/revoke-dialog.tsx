import { people } from '#api/people.ts'
import type { Invitation } from '#contract/access/people.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

/** Asks before the link of an invitation stops working. */
export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const request = useSingleFlightMutation(people.revoke(invitation.id))
  const revoke = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success('Invitation revoked')
      },
    })
  return (
    <ConfirmDialog
      title="Revoke this invitation?"
      action="Revoke"
      request={request}
      onConfirm={revoke}
      onClose={onClose}
    >
      The link that {invitation.email} has stops working.
    </ConfirmDialog>
  )
}
