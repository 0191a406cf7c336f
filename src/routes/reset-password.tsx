import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { passwordReset } from '#api/password-reset.ts'
import { PasswordReset } from '#contract/access/password-reset.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { PasswordStrength } from './-password-strength.tsx'
import { ScreenProblem } from './-screen-problem.tsx'

export const Route = createFileRoute('/reset-password')({
  // The token is in the fragment, which no server and no log ever sees.
  loader: async ({ location, abortController: { signal } }) => {
    const token = new URLSearchParams(location.hash).get('token') ?? ''
    if (token === '') return { token, link: { problem: 'Open the whole link from the email.' } }
    return { token, link: await passwordReset.show(token, signal) }
  },
  component: ResetPassword,
  errorComponent: ({ error }) => (
    <main>
      <ScreenProblem error={error as Error} />
    </main>
  ),
})

/** Where a link for a new password leads. */
function ResetPassword() {
  const { token, link } = Route.useLoaderData()
  const [refusal, setRefusal] = useState<string>()
  const [isDone, setIsDone] = useState(false)
  // Another link was opened in the same tab: the router loads nothing for a fragment.
  useWindowEvent('hashchange', () => location.reload())
  if (isDone)
    return (
      <AuthLayout
        title="Your password was changed"
        lead="You’re signed out everywhere. Sign in with your new password."
        role="alert"
      >
        <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
      </AuthLayout>
    )
  if ('problem' in link || refusal !== undefined)
    return (
      <AuthLayout
        title="This link can’t be used"
        lead={refusal ?? ('problem' in link ? link.problem : '')}
        role="alert"
      >
        <Stack>
          <ButtonLink to="/forgot-password">Request a new link</ButtonLink>
          <ButtonLink to="/sign-in" variant="default">
            Go to sign-in
          </ButtonLink>
        </Stack>
      </AuthLayout>
    )
  return (
    <AuthLayout title="Choose a new password" lead="You’ll be signed out everywhere and sign in with it.">
      <ResetForm
        token={token}
        email={link.email}
        onDone={() => setIsDone(true)}
        onRefused={(reason) => setRefusal(reason)}
      />
    </AuthLayout>
  )
}

interface Props {
  token: string
  email: string
  onDone: () => void
  /** Called with the reason where the link no longer works. */
  onRefused: (reason: string) => void
}

function ResetForm({ token, email, onDone, onRefused }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const queryClient = useQueryClient()
  useEffect(function focusPassword() {
    input.current?.focus()
  }, [])
  const showError = (text: string) => {
    setError(text)
    input.current?.focus()
  }
  const reset = useSingleFlightMutation({
    ...passwordReset.reset(),
    onSuccess: () => {
      // The session of this browser may be among those that have ended.
      queryClient.clear()
      onDone()
    },
    onError: ({ fields }) => {
      if (fields['token'] !== undefined) onRefused(fields['token'])
      else if (fields['password'] !== undefined) showError(fields['password'])
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(PasswordReset, { token, password })['password']
    if (found !== undefined) return showError(found)
    setError(undefined)
    reset.mutate({ token, password })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
        <div>
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            aria-describedby="password-strength"
            ref={input}
            value={password}
            error={error}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <PasswordStrength
            id="password-strength"
            password={password}
            hasError={error !== undefined}
            known={[email]}
          />
        </div>
        {error === undefined && <InlineProblem error={reset.error} />}
        <Button type="submit" loading={reset.isPending}>
          Set new password
        </Button>
      </Stack>
    </form>
  )
}
