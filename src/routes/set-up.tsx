import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'

import { session } from '#api/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { Entrance } from './-entrance.tsx'

export const Route = createFileRoute('/set-up')({ component: SetUpPage })

const inputs = [
  { name: 'account_name', label: 'Business name', autoComplete: 'organization' },
  { name: 'name', label: 'Your name', autoComplete: 'name' },
  { name: 'email', label: 'Your email', autoComplete: 'username' },
] as const

function SetUpPage() {
  const [values, setValues] = useState({ account_name: '', name: '', email: '', password: '' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const setUp = useSingleFlightMutation({
    ...session.setUp(),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(session.current().queryKey, data)
      void navigate({ to: '/', replace: true })
    },
  })
  // In the fragment, which no server and no log ever sees.
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate({ ...values, token })
  }
  const fields = setUp.error?.fields ?? {}
  return (
    <Entrance title="Set up Bureau" lead="Create the owner account. This link can be used only once.">
      <form onSubmit={send} noValidate>
        <Stack>
          {inputs.map(({ name, label, autoComplete }) => (
            <TextInput
              key={name}
              label={label}
              autoComplete={autoComplete}
              value={values[name]}
              error={fields[name]}
              onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
            />
          ))}
          <PasswordInput
            label="Choose a password"
            description="At least 10 characters"
            autoComplete="new-password"
            value={values.password}
            error={fields['password']}
            onChange={({ currentTarget }) => setValues({ ...values, password: currentTarget.value })}
          />
          <InlineProblem error={setUp.error} known={Object.keys(values)} />
          <Button type="submit" loading={setUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </Entrance>
  )
}
