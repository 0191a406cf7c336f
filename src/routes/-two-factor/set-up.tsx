import { Button } from '@mantine/core'
import { type DefaultError, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'

import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly uri: string; readonly key: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** It’s on, and the response with the recovery codes got lost. */
  | { readonly kind: 'lost codes' }

interface Props {
  email: string
  /** The recovery codes are next: it's on, and this isn't to be closed by accident. */
  onTurnedOn: () => void
  onDone: () => void
  /** Beside the button of the first step. */
  cancel: ReactNode
}

/** Password, QR code and recovery codes. What it shows is in the state of these components and nowhere else. */
export function TwoFactorSetUp({ email, onTurnedOn, onDone, cancel }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const queryClient = useQueryClient()
  const checkWhetherOn = async ({ kind }: DefaultError) => {
    if (kind !== 'conflict') return
    const state = await queryClient.fetchQuery({ ...twoFactor.own(), staleTime: 0 }).catch(() => undefined)
    if (!state?.is_on) return
    onTurnedOn()
    setStep({ kind: 'lost codes' })
  }
  const showCodes = (codes: readonly string[]) => {
    onTurnedOn()
    setStep({ kind: 'codes', codes })
  }
  if (step.kind === 'password')
    return (
      <PasswordStep
        email={email}
        text="You’ll need an authenticator app on your phone or in your password manager. First confirm that it’s you."
        submitLabel="Continue"
        mutation={{ ...twoFactor.begin(), onError: checkWhetherOn }}
        onDone={(begun) => setStep({ kind: 'scan', ...begun })}
        cancel={cancel}
      />
    )
  if (step.kind === 'scan')
    return (
      <ScanStep
        uri={step.uri}
        secret={step.key}
        onDone={showCodes}
        onError={checkWhetherOn}
        onRestart={() => setStep({ kind: 'password' })}
      />
    )
  if (step.kind === 'lost codes')
    return (
      <PasswordStep
        email={email}
        text="The connection was lost before your recovery codes arrived. Enter your password to create new ones, or do it later in your settings, under Security."
        submitLabel="Create new codes"
        mutation={twoFactor.renewCodes()}
        onDone={showCodes}
        cancel={
          <Button variant="default" onClick={onDone}>
            Do it later
          </Button>
        }
      />
    )
  return <RecoveryCodes codes={step.codes} onDone={onDone} />
}
