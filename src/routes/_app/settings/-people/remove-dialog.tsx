import { people } from '#api/people.ts'
import type { Member } from '#contract/access/people.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  member: Member
  account: string
  onClose: () => void
}

/** Asks before someone loses access. */
export function RemoveDialog({ member, account, onClose }: Props) {
  const request = useSingleFlightMutation(people.remove(member.id))
  const remove = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} removed`)
      },
    })
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      action="Remove"
      request={request}
      onConfirm={remove}
      onClose={onClose}
    >
      {member.name} loses access to {account} immediately, and invitations they sent stop working. What they
      did stays. To come back, they need a new invitation.
    </ConfirmDialog>
  )
}
