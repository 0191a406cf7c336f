import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'

import { PasswordProof } from '#contract/access/two-factor.ts'
import { useRetype } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fieldErrors } from '#lib/field-errors.ts'

interface Props<Data> {
  /** Whose password it is, for password managers. */
  email: string
  text: ReactNode
  submitLabel: string
  mutation: Omit<UseMutationOptions<Data, DefaultError, PasswordProof>, 'mutationKey'>
  onDone: (data: Data) => void
  /** Beside the button. */
  cancel: ReactNode
}

/** Asks for the current password, before anything about the second factor is shown or changed. */
export function PasswordStep<Data>({ email, text, submitLabel, mutation, onDone, cancel }: Props<Data>) {
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  const { mutate, error, isPending } = useSingleFlightMutation({
    ...mutation,
    onSuccess: onDone,
  })
  useRetype(input, error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = { current_password: password }
    const problem = fieldErrors(PasswordProof, values)['current_password']
    setMissing(problem)
    if (problem === undefined) mutate(values)
    else input.current?.focus()
  }
  const problem = missing ?? error?.fields['current_password']
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          ref={input}
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={problem}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {problem === undefined && <InlineProblem error={error} />}
        <Group justify="flex-end" gap="xs">
          {cancel}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
