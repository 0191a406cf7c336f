import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { passwordReset } from '#api/password-reset.ts'
import { Email } from '#contract/access/sign-in.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'

import { AuthLayout } from './-auth-layout.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPassword })

/** Requests the link for a new password. What it shows doesn't depend on whether anyone has that address. */
function ForgotPassword() {
  const [email, setEmail] = useState('')
  const request = useSingleFlightMutation(passwordReset.request())
  if (request.isSuccess)
    return (
      <AuthLayout title="Check your email" lead={`If there’s an account for ${email}, we’ve sent a link.`}>
        <Stack role="status">
          <Text size="sm">
            It works once and expires in an hour. Didn’t get it? Look in the spam folder, or check the
            address.
          </Text>
          <Group>
            <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
            <Button variant="default" onClick={() => request.reset()}>
              Request another link
            </Button>
          </Group>
        </Stack>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Enter the email address you sign in with. You’ll get a link to choose a new password."
    >
      <RequestForm
        email={email}
        onChange={setEmail}
        problem={request.error}
        isPending={request.isPending}
        onSend={() => request.mutate(email)}
      />
    </AuthLayout>
  )
}

interface Props {
  email: string
  onChange: (email: string) => void
  onSend: () => void
  problem: Error | null
  isPending: boolean
}

function RequestForm({ email, onChange, onSend, problem, isPending }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  useEffect(function focusEmail() {
    input.current?.focus()
  }, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(z.object({ email: Email }), { email })['email']
    setError(found)
    if (found === undefined) onSend()
    else input.current?.focus()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          ref={input}
          value={email}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {error === undefined && <InlineProblem error={problem} />}
        <Button type="submit" loading={isPending}>
          Email me a link
        </Button>
        <Text size="sm" ta="center">
          <TextLink to="/sign-in" inherit>
            Back to sign-in
          </TextLink>
        </Text>
      </Stack>
    </form>
  )
}
