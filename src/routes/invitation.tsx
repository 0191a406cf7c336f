import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { people } from '#api/people.ts'
import { session } from '#api/session.ts'
import { AcceptInvitation, type InvitationDetails } from '#contract/access/people.ts'
import type { Session } from '#contract/access/session.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { roleName } from '#lib/role-name.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { PasswordStrength } from './-password-strength.tsx'
import { ScreenProblem } from './-screen-problem.tsx'
import { CodeStep } from './-two-factor/code-step.tsx'

export const Route = createFileRoute('/invitation')({
  // The token is in the fragment, which no server and no log ever sees.
  loader: async ({ location, abortController: { signal } }) => {
    const token = new URLSearchParams(location.hash).get('token') ?? ''
    return { token, invitation: token === '' ? undefined : await people.show(token, signal) }
  },
  component: InvitationPage,
  errorComponent: ({ error }) => (
    <main>
      <ScreenProblem error={error as Error} />
    </main>
  ),
})

/** Where an invitation link leads. */
function InvitationPage() {
  const { token, invitation } = Route.useLoaderData()
  const [isRefused, setIsRefused] = useState(false)
  // Another link was opened in the same tab: the router loads nothing for a fragment.
  useWindowEvent('hashchange', () => location.reload())
  if (invitation === undefined || isRefused)
    return (
      <AuthLayout
        title={token === '' ? 'This invitation link is incomplete' : 'This invitation no longer works'}
        lead={
          token === ''
            ? 'Copy the whole link that you were sent.'
            : 'It was already accepted, revoked or replaced, or it has expired. Ask for a new one.'
        }
        role="alert"
      >
        <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
      </AuthLayout>
    )
  const { account_name, invited_by, role, has_sign_in } = invitation
  return (
    <AuthLayout
      title={`Join ${account_name}`}
      lead={`${invited_by} invited you as ${roleName(role).toLowerCase()}. ${
        has_sign_in
          ? 'Enter your Bureau password to accept.'
          : 'Choose how you’ll sign in, and you’re ready to go.'
      }`}
    >
      <AcceptForm token={token} invitation={invitation} onRefused={() => setIsRefused(true)} />
    </AuthLayout>
  )
}

interface Props {
  token: string
  invitation: InvitationDetails
  onRefused: () => void
}

function AcceptForm({ token, invitation: { email, has_sign_in: isKnown, account_name }, onRefused }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ name: '', password: '' })
  const [errors, setErrors] = useFieldErrors(form)
  const [isCodeNext, setIsCodeNext] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(function focusFirstInput() {
    form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [])
  const enter = (entered: Session) => {
    // Somebody else may have been signed in here.
    queryClient.clear()
    queryClient.setQueryData(session.current().queryKey, entered)
    void navigate({ to: '/', replace: true })
  }
  const accept = useSingleFlightMutation({
    ...people.accept(),
    onSuccess: ({ data }) => {
      if (data) enter(data)
      else setIsCodeNext(true)
    },
    onError: ({ fields }) => {
      if (fields['token'] === undefined) setErrors(fields)
      else onRefused()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const input = { token, password: values.password, ...(!isKnown && { name: values.name }) }
    const found = fieldErrors(AcceptInvitation, input)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    accept.mutate(input)
  }
  // They have joined already: after too long a wait they sign in like anybody else.
  if (isCodeNext) return <CodeStep onDone={enter} onRestart={() => void navigate({ to: '/sign-in' })} />
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack>
        <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
        {!isKnown && (
          <TextInput
            label="Your name"
            autoComplete="name"
            value={values.name}
            error={errors['name']}
            onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
          />
        )}
        <div>
          <PasswordInput
            label={isKnown ? 'Password' : 'Choose a password'}
            autoComplete={isKnown ? 'current-password' : 'new-password'}
            aria-describedby={isKnown ? undefined : 'password-strength'}
            value={values.password}
            error={errors['password']}
            onChange={({ currentTarget }) => setValues({ ...values, password: currentTarget.value })}
          />
          {!isKnown && (
            <PasswordStrength
              id="password-strength"
              password={values.password}
              hasError={errors['password'] !== undefined}
              known={[values.name, email, account_name]}
            />
          )}
        </div>
        {Object.keys(errors).length === 0 && <InlineProblem error={accept.error} />}
        <Button type="submit" loading={accept.isPending}>
          Join {account_name}
        </Button>
      </Stack>
    </form>
  )
}
