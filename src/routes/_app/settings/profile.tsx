import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'

import { PageHeader } from '#kit/page-header.tsx'

import { Appearance } from './-profile/appearance.tsx'

export const Route = createFileRoute('/_app/settings/profile')({ component: Profile })

/** What a person sets for themselves. */
function Profile() {
  return (
    <>
      <PageHeader title="Profile" />
      <Stack gap="md">
        <Appearance />
      </Stack>
    </>
  )
}
