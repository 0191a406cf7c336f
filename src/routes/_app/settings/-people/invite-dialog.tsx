import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'

import { people } from '#api/people.ts'
import { InvitationInput, type NewInvitation } from '#contract/access/people.ts'
import type { Role } from '#contract/access/session.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'

import { LinkDialog, confirmEmailed } from './link-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  roles: readonly string[]
  onClose: () => void
}

/** Invites someone by email address, and shows the link once where it wasn't emailed. */
export function InviteDialog({ roles, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<{ email: string; role: Role }>({ email: '', role: 'staff' })
  const [errors, setErrors] = useFieldErrors(form)
  // In the state of this component and nowhere else: the cache would keep the link.
  const [created, setCreated] = useState<NewInvitation>()
  const request = useSingleFlightMutation(people.invite())
  if (created?.link != null)
    return (
      <LinkDialog
        invitation={created.invitation}
        link={created.link}
        problem={created.problem}
        onClose={onClose}
      />
    )
  const send = () => {
    const found = fieldErrors(InvitationInput, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    request.mutate(values, {
      onSuccess: (invitation) => {
        if (invitation.link === null) {
          onClose()
          confirmEmailed(invitation.invitation)
        } else setCreated(invitation)
        request.reset()
      },
      onError: ({ fields }) => setErrors(fields),
    })
  }
  return (
    <FormDialog
      title="Invite someone"
      action="Invite"
      form={form}
      request={request}
      known={['email']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        data-autofocus
        value={values.email}
        error={errors['email']}
        onChange={({ currentTarget }) => setValues({ ...values, email: currentTarget.value })}
      />
      <RoleChoice roles={roles} value={values.role} onChange={(role) => setValues({ ...values, role })} />
    </FormDialog>
  )
}
