import { Button, Code, Group, Stack, Text } from '@mantine/core'
import type { DefaultError } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { useRetype } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { QrCode } from '#kit/qr-code.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { CodeInput, isWholeCode } from './code-input.tsx'

interface Props {
  uri: string
  /** The same key, to type. */
  secret: string
  onDone: (recoveryCodes: string[]) => void
  onError: (error: DefaultError) => void
  onRestart: () => void
}

/** Hands the key to an authenticator app, and asks for a first code of it. */
export function ScanStep({ uri, secret, onDone, onError, onRestart }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  useEffect(function focusCode() {
    input.current?.focus()
  }, [])
  const { mutate, error, isPending } = useSingleFlightMutation({
    ...twoFactor.confirm(),
    onSuccess: onDone,
    onError,
  })
  useRetype(input, error)
  const send = (typed: string) => {
    if (isWholeCode(typed)) return mutate({ code: typed })
    setMissing('Enter the 6 digits that the app shows')
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const change = (typed: string) => {
    setMissing(undefined)
    setCode(typed)
    if (isWholeCode(typed)) send(typed)
  }
  const problem = missing ?? error?.fields['code']
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Scan this code with an authenticator app, such as the one built into your password manager. Then
          enter the 6 digits it shows.
        </Text>
        <Group justify="center">
          <QrCode text={uri} label="QR code for your authenticator app" size={200} />
        </Group>
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            Can’t scan it? Enter this key in the app:
          </Text>
          <Group gap="xs">
            <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }}>
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </Code>
            <CopyButton label="Copy key" text={secret} />
          </Group>
        </Stack>
        <CodeInput ref={input} value={code} error={problem} onChange={change} />
        {problem === undefined && <InlineProblem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={onRestart}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
