import { Anchor, Button, Checkbox, Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { session } from '#api/session.ts'
import { signIn } from '#api/sign-in.ts'
import type { Session } from '#contract/access/session.ts'
import { SignIn } from '#contract/access/sign-in.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'

import { CodeStep } from './-two-factor/code-step.tsx'

interface Props {
  onDone: () => void
  /** Signing in again over a page: the email is known and stays. */
  email?: string
}

/** Email and password, and a code where the person has two-factor authentication. Calls `onDone` once the person is signed in. */
export function SignInForm({ onDone, email: known }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  useEffect(
    function focusEmail() {
      // Over another page the dialog puts the focus on the password (data-autofocus).
      if (known === undefined) emailInput.current?.focus()
    },
    [known],
  )
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const [errors, setErrors] = useFieldErrors(form)
  const [isCodeNext, setIsCodeNext] = useState(false)
  const queryClient = useQueryClient()
  const enter = (entered: Session) => {
    queryClient.setQueryData(session.current().queryKey, entered)
    onDone()
  }
  const attempt = useSingleFlightMutation({
    ...signIn.withPassword(),
    onSuccess: ({ data }) => {
      if (data) return enter(data)
      setPassword('')
      setIsCodeNext(true)
    },
    onError: ({ fields }) => {
      setErrors(fields)
      if (Object.keys(fields).length === 0) passwordInput.current?.select()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = { email, password, remember }
    const found = fieldErrors(SignIn, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    attempt.mutate(values)
  }
  if (isCodeNext) return <CodeStep onDone={enter} onRestart={() => setIsCodeNext(false)} />
  const { email: emailError, password: passwordError } = errors
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          ref={emailInput}
          value={email}
          readOnly={known !== undefined}
          error={emailError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          ref={passwordInput}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={passwordError}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Checkbox
          label="Stay signed in on this device"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {!emailError && !passwordError && <InlineProblem error={attempt.error} />}
        <Button type="submit" loading={attempt.isPending}>
          Sign in
        </Button>
        <ForgotPassword isOverPage={known !== undefined} />
      </Stack>
    </form>
  )
}

/** The way to a new password. Over a page it opens beside it, so that nothing typed there is lost. */
function ForgotPassword({ isOverPage }: { isOverPage: boolean }) {
  const { data: entrance } = useQuery(session.entrance())
  const canEmail = entrance?.can_reset_password ?? false
  return (
    <Text size="sm" c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
      {canEmail ? (
        <Anchor href="/forgot-password" inherit {...(isOverPage && { target: '_blank' })}>
          Forgot your password?
        </Anchor>
      ) : (
        <>
          Forgot your password? Ask an owner of your account. On the server,{' '}
          <Code>npm run staff -- --reset-password</Code> sets a new one.
        </>
      )}
    </Text>
  )
}
