import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { ownSignIn } from '#api/own-sign-in.ts'
import { session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { PasswordForm } from './-security/password-form.tsx'
import { SessionList } from './-security/session-list.tsx'

export const Route = createFileRoute('/_app/settings/security')({
  loader: async ({ context: { queryClient } }) => {
    const { features } = await queryClient.ensureQueryData(session.current())
    if (features.includes('own-sign-in')) await queryClient.ensureQueryData(ownSignIn.sessions())
  },
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
        <SessionList sessions={sessions} />
      </Stack>
    </>
  )
}
