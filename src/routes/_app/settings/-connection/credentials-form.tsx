import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

import { serviceConnection } from '#api/service-connection.ts'
import { ConnectionCredentials } from '#contract/access/connection.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'
import { fieldErrors } from '#lib/field-errors.ts'

prepareToasts()

const empty: ConnectionCredentials = { token: '', key: '' }

/** Replaces both credentials. They are tried first and never shown again; nothing typed here is kept as a draft. */
export function CredentialsForm() {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useFieldErrors(form)
  const replace = useSingleFlightMutation({
    ...serviceConnection.replaceCredentials(),
    onSuccess: () => {
      setValues(empty)
      void toast.success('Credentials replaced')
    },
    onError: ({ fields }) => setErrors(fields),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(ConnectionCredentials, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    replace.mutate(values)
  }
  const input = (name: keyof ConnectionCredentials, label: string) => (
    <PasswordInput
      label={label}
      autoComplete="off"
      value={values[name]}
      error={errors[name]}
      aria-invalid={errors[name] !== undefined}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
    />
  )
  return (
    <SectionCard
      title="Replace credentials"
      description="Both are tried before they replace the current ones. They’re stored encrypted and never shown again."
    >
      <form ref={form} onSubmit={send} noValidate>
        <Stack maw="26rem">
          {input('token', 'Token (/api/v1)')}
          {input('key', 'Key (/api)')}
          {Object.keys(errors).length === 0 && <InlineProblem error={replace.error} />}
          <Group>
            <Button type="submit" loading={replace.isPending}>
              Replace credentials
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  )
}
