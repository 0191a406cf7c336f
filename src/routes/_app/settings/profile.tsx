import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { Appearance } from './-profile/appearance.tsx'
import { ProfileForm } from './-profile/profile-form.tsx'

export const Route = createFileRoute('/_app/settings/profile')({ component: Profile })

/** Personal settings. */
function Profile() {
  const { data: current } = useSuspenseQuery(session.current())
  return (
    <>
      <PageHeader title="Profile" />
      <Stack gap="md">
        <ProfileForm user={current.user} />
        <Appearance />
      </Stack>
    </>
  )
}
