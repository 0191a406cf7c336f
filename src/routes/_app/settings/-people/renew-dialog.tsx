import { Text } from '@mantine/core'
import { useState } from 'react'

import { people } from '#api/people.ts'
import type { Invitation, NewInvitation } from '#contract/access/people.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { LinkDialog, confirmEmailed } from './link-dialog.tsx'

/** Replaces the link of an invitation, and shows the new one once where it wasn't emailed. */
export function RenewDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const [created, setCreated] = useState<NewInvitation>()
  const request = useSingleFlightMutation(people.renew(invitation.id))
  if (created?.link != null)
    return (
      <LinkDialog
        invitation={created.invitation}
        link={created.link}
        problem={created.problem}
        onClose={onClose}
      />
    )
  const renew = () =>
    request.mutate(undefined, {
      onSuccess: (renewed) => {
        if (renewed.link === null) {
          onClose()
          confirmEmailed(renewed.invitation)
        } else setCreated(renewed)
        request.reset()
      },
    })
  return (
    <FormDialog
      title="Create a new link?"
      action="Create new link"
      request={request}
      onSubmit={renew}
      onClose={onClose}
    >
      <Text size="sm">
        The link that {invitation.email} has stops working, and the new one works for seven days.
      </Text>
    </FormDialog>
  )
}
