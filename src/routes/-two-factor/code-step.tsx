import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { signIn } from '#api/sign-in.ts'
import type { Session } from '#contract/access/session.ts'
import { useRetype } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { CodeInput, isWholeCode } from './code-input.tsx'

interface Props {
  onDone: (session: Session) => void
  /** The password has to be entered again. */
  onRestart: () => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onDone, onRestart }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [missing, setMissing] = useState<string>()
  useEffect(
    function focusCode() {
      input.current?.focus()
    },
    [kind],
  )
  const { mutate, error, isPending, isInFlight, reset } = useSingleFlightMutation({
    ...signIn.withCode(),
    onSuccess: ({ data }) => onDone(data),
  })
  useRetype(input, error)
  const send = (typed: string) => {
    if (typed.trim() === '') return setMissing('Enter the code')
    if (!isInFlight()) mutate({ code: typed, trust })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const change = (typed: string) => {
    setMissing(undefined)
    setCode(typed)
    // Nothing else is to be done once it's complete: typed, pasted or filled in by the browser.
    if (kind === 'app' && isWholeCode(typed)) send(typed)
  }
  const choose = (chosen: 'app' | 'recovery') => {
    reset()
    setMissing(undefined)
    setCode('')
    setKind(chosen)
  }
  const isOver = error?.kind === 'unauthenticated'
  const problem = missing ?? error?.fields['code']
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {kind === 'app' ? (
          <CodeInput
            ref={input}
            description="Open your authenticator app and enter the 6 digits for Bureau."
            value={code}
            error={problem}
            onChange={change}
          />
        ) : (
          <TextInput
            ref={input}
            label="Recovery code"
            description="One of the ten codes you saved when you turned on two-factor authentication. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={code}
            error={problem}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
        <Checkbox
          label="Trust this browser for 30 days"
          description="Only on a device that you alone use."
          checked={trust}
          onChange={({ currentTarget }) => setTrust(currentTarget.checked)}
        />
        {problem === undefined && <InlineProblem error={error} />}
        {isOver ? (
          <Button onClick={onRestart}>Enter password again</Button>
        ) : (
          <Button type="submit" loading={isPending}>
            Verify
          </Button>
        )}
        <Group justify="space-between" gap="xs">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => choose(kind === 'app' ? 'recovery' : 'app')}
          >
            {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onRestart}>
            Back
          </Anchor>
        </Group>
        <Text size="xs" c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
          Lost your phone and your recovery codes? Someone who manages people in your account can reset
          two-factor authentication for you.
        </Text>
      </Stack>
    </form>
  )
}
