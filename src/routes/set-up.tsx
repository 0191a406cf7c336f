import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { session } from '#api/session.ts'
import { setUp } from '#api/set-up.ts'
import { SetUp } from '#contract/access/set-up.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { countries } from '#lib/countries.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { likelyCountry, timeZone } from '#lib/locale.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { PasswordStrength } from './-password-strength.tsx'

export const Route = createFileRoute('/set-up')({
  loader: ({ context }) => context.queryClient.ensureQueryData(session.entrance()),
  component: SetUpPage,
})

const inputs = [
  { name: 'account_name', label: 'Business name', autoComplete: 'organization' },
  { name: 'name', label: 'Your name', autoComplete: 'name' },
  { name: 'email', label: 'Your email', autoComplete: 'username' },
] as const

function SetUpPage() {
  const { data: entrance } = useSuspenseQuery(session.entrance())
  const [isRefused, setRefused] = useState(false)
  // In the fragment, which no server and no log ever sees.
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (isRefused || token === '' || !entrance.needs_set_up)
    return (
      <AuthLayout
        title={token === '' ? 'This setup link is incomplete' : 'This setup link no longer works'}
        lead={
          entrance.needs_set_up
            ? 'Copy the whole link that the service printed when it started. Each start prints a new one, and only the newest works.'
            : 'Bureau is already set up. Sign in, or ask its owner to add you.'
        }
        role="alert"
      >
        <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Set up Bureau"
      lead="Create the owner account. You’ll be signed in right away and can add customers, services and invoices next."
    >
      <SetUpForm token={token} onRefused={() => setRefused(true)} />
    </AuthLayout>
  )
}

function SetUpForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({
    account_name: '',
    country: likelyCountry(navigator.languages, timeZone()),
    name: '',
    email: '',
    password: '',
  })
  const [found, setErrors] = useFieldErrors(form)
  const [checked, setChecked] = useState(values)
  // What has been changed since isn't wrong any more, as far as is known.
  const errors = Object.fromEntries(
    Object.entries(found).filter(
      ([name]) => values[name as keyof typeof values] === checked[name as keyof typeof values],
    ),
  )
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(function focusFirstInput() {
    form.current?.querySelector('input')?.focus()
  }, [])
  const attempt = useSingleFlightMutation({
    ...setUp(),
    onSuccess: ({ data }) => {
      queryClient.removeQueries({ queryKey: session.entrance().queryKey })
      queryClient.setQueryData(session.current().queryKey, data)
      void navigate({ to: '/', replace: true })
    },
    onError: ({ fields }) => {
      if (fields['token'] === undefined) setErrors(fields)
      else onRefused()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(values)
    const wrong = fieldErrors(SetUp, { ...values, token })
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    setErrors({})
    attempt.mutate({ ...values, token, time_zone: timeZone() })
  }
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack>
        {inputs.map(({ name, label, autoComplete }) => (
          <TextInput
            key={name}
            label={label}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            value={values[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
        ))}
        <Select
          label="Country"
          description="Your currency and the usual tax rate follow from it. You can change both later."
          autoComplete="country"
          data={[
            { value: '', label: 'Choose a country' },
            ...countries().map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={values.country}
          error={errors['country']}
          onChange={({ currentTarget }) => setValues({ ...values, country: currentTarget.value })}
        />
        <div>
          <PasswordInput
            label="Choose a password"
            autoComplete="new-password"
            aria-describedby="password-strength"
            value={values.password}
            error={errors['password']}
            onChange={({ currentTarget }) => setValues({ ...values, password: currentTarget.value })}
          />
          <PasswordStrength
            id="password-strength"
            password={values.password}
            hasError={errors['password'] !== undefined}
            known={[values.account_name, values.name, values.email]}
          />
        </div>
        {Object.keys(errors).length === 0 && <InlineProblem error={attempt.error} />}
        <Button type="submit" loading={attempt.isPending}>
          Create account
        </Button>
        <Text size="xs" c="dimmed" ta="center">
          This link can be used only once.
        </Text>
      </Stack>
    </form>
  )
}
