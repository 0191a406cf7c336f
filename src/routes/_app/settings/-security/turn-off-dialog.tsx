import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'
import { FullProof } from '#contract/access/two-factor.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { fieldErrors } from '#lib/field-errors.ts'

const empty: FullProof = { current_password: '', code: '' }

/** Turns two-factor authentication off, for someone who has both factors. */
export function TurnOffDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useFieldErrors(form)
  const request = useSingleFlightMutation({
    ...twoFactor.turnOff(),
    onSuccess: () => {
      onClose()
      void toast.success('Two-factor authentication is off')
    },
    onError: ({ fields }) => setErrors(fields),
  })
  const submit = () => {
    const found = fieldErrors(FullProof, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    request.mutate(values)
  }
  return (
    <FormDialog
      title="Turn off two-factor authentication?"
      action="Turn off"
      isDestructive
      form={form}
      request={request}
      problem={Object.keys(errors).length === 0 && <InlineProblem error={request.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        Your password alone will be enough to sign in. Your recovery codes stop working, and no browser is
        trusted any longer.
      </Text>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        value={values.current_password}
        error={errors['current_password']}
        onChange={({ currentTarget }) => setValues({ ...values, current_password: currentTarget.value })}
      />
      <TextInput
        label="Authentication code or recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={values.code}
        error={errors['code']}
        onChange={({ currentTarget }) => setValues({ ...values, code: currentTarget.value })}
      />
    </FormDialog>
  )
}
