import { twoFactor } from '#api/two-factor.ts'
import type { Member } from '#contract/access/people.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

/** Asks before the second factor of someone who lost their phone is turned off. */
export function ResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const request = useSingleFlightMutation(twoFactor.reset(member.id))
  const reset = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success(`Two-factor authentication of ${member.name} is off`)
      },
    })
  return (
    <ConfirmDialog
      title={`Reset two-factor authentication of ${member.name}?`}
      action="Reset"
      request={request}
      onConfirm={reset}
      onClose={onClose}
    >
      For someone who lost their phone and their recovery codes. {member.name} is signed out everywhere and
      signs in with the password alone, until they turn it on again. Make sure that it’s really {member.name}{' '}
      who asked you.
    </ConfirmDialog>
  )
}
