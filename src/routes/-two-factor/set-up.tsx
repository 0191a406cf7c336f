import { type ReactNode, useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'

import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly uri: string; readonly key: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

interface Props {
  email: string
  /** The recovery codes are shown: it's on, and this isn't to be closed by accident. */
  onTurnedOn: () => void
  onDone: () => void
  /** Beside the button of the first step. */
  cancel: ReactNode
}

/** Password, QR code and recovery codes. What it shows is in the state of these components and nowhere else. */
export function TwoFactorSetUp({ email, onTurnedOn, onDone, cancel }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  if (step.kind === 'password')
    return (
      <PasswordStep
        email={email}
        text="You’ll need an authenticator app on your phone or in your password manager. First confirm that it’s you."
        submitLabel="Continue"
        mutation={twoFactor.begin()}
        onDone={(begun) => setStep({ kind: 'scan', ...begun })}
        cancel={cancel}
      />
    )
  if (step.kind === 'scan')
    return (
      <ScanStep
        uri={step.uri}
        secret={step.key}
        onDone={(codes) => {
          onTurnedOn()
          setStep({ kind: 'codes', codes })
        }}
        onRestart={() => setStep({ kind: 'password' })}
      />
    )
  return <RecoveryCodes codes={step.codes} onDone={onDone} />
}
