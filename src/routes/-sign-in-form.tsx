import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { session } from '#api/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

interface Props {
  onDone: () => void
  /** Signing in again over a page: the email is known and stays. */
  email?: string
  demo?: { email: string; password: string } | null
}

export function SignInForm({ onDone, email: known, demo }: Props) {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const queryClient = useQueryClient()
  const signIn = useSingleFlightMutation({
    ...session.signIn(),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(session.current().queryKey, data)
      onDone()
    },
  })
  const { email: emailProblem, password: passwordProblem } = signIn.error?.fields ?? {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password, remember })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {demo && (
          <Button
            variant="light"
            loading={signIn.isPending}
            onClick={() => signIn.mutate({ ...demo, remember: false })}
          >
            Use the demo account
          </Button>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly={known !== undefined}
          error={emailProblem}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={passwordProblem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Checkbox
          label="Stay signed in on this device"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <InlineProblem error={signIn.error} known={['email', 'password']} />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
