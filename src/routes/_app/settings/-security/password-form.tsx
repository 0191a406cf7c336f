import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

import { ownSignIn } from '#api/own-sign-in.ts'
import { PasswordChange } from '#contract/access/own-sign-in.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { PasswordStrength } from '#routes/-password-strength.tsx'

prepareToasts()

const empty: PasswordChange = { current_password: '', new_password: '' }

/** Changes the password of the person who is signed in. Nothing typed here is kept as a draft. */
export function PasswordForm({ email, name }: { email: string; name: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useFieldErrors(form)
  const change = useSingleFlightMutation({
    ...ownSignIn.changePassword(),
    onSuccess: () => {
      setValues(empty)
      void toast.success('Password changed. You’re signed out everywhere else.')
    },
    onError: ({ fields }) => setErrors(fields),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(PasswordChange, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    change.mutate(values)
  }
  return (
    <SectionCard title="Password" description="Changing it signs you out everywhere else.">
      <form ref={form} onSubmit={send} noValidate>
        <Stack maw="26rem">
          {/* Password managers look for whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={values.current_password}
            error={errors['current_password']}
            aria-invalid={errors['current_password'] !== undefined}
            onChange={({ currentTarget }) => setValues({ ...values, current_password: currentTarget.value })}
          />
          <div>
            <PasswordInput
              label="New password"
              autoComplete="new-password"
              aria-describedby="password-strength"
              value={values.new_password}
              error={errors['new_password']}
              aria-invalid={errors['new_password'] !== undefined}
              onChange={({ currentTarget }) => setValues({ ...values, new_password: currentTarget.value })}
            />
            <PasswordStrength
              id="password-strength"
              password={values.new_password}
              hasError={errors['new_password'] !== undefined}
              known={[name, email]}
            />
          </div>
          {Object.keys(errors).length === 0 && <InlineProblem error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  )
}
