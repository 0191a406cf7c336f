import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { ownSignIn } from '#api/own-sign-in.ts'
import { session } from '#api/session.ts'
import { twoFactor } from '#api/two-factor.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { PasswordForm } from './-security/password-form.tsx'
import { SessionList } from './-security/session-list.tsx'
import { TrustedDevices } from './-security/trusted-devices.tsx'
import { TwoFactorCard } from './-security/two-factor-card.tsx'

export const Route = createFileRoute('/_app/settings/security')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(ownSignIn.sessions()),
      queryClient.ensureQueryData(twoFactor.own()),
    ]),
  component: Security,
})

/** How a person signs in, and where they are signed in. */
function Security() {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: sessions } = useSuspenseQuery(ownSignIn.sessions())
  return (
    <>
      <PageHeader title="Security" subtitle={`How you sign in as ${current.user.email}`} />
      <Stack gap="md">
        <PasswordForm email={current.user.email} name={current.user.name} />
        <SecondFactor email={current.user.email} />
        <SessionList sessions={sessions} />
      </Stack>
    </>
  )
}

function SecondFactor({ email }: { email: string }) {
  const { data: state } = useSuspenseQuery(twoFactor.own())
  return (
    <>
      <TwoFactorCard email={email} state={state} />
      {state.trusted_devices.length > 0 && <TrustedDevices devices={state.trusted_devices} />}
    </>
  )
}
