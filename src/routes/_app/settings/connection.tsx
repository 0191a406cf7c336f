import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { serviceConnection } from '#api/service-connection.ts'
import { prefetchForSession, session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { ConnectionCard } from './-connection/connection-card.tsx'
import { CredentialsForm } from './-connection/credentials-form.tsx'

export const Route = createFileRoute('/_app/settings/connection')({
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, ({ abilities, features }) => {
      if (abilities.includes('settings.manage') && !features.records)
        void queryClient.prefetchQuery(serviceConnection.current())
    }),
  component: ConnectionSettings,
})

/** The service that the records of the account are on. */
function ConnectionSettings() {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: connection } = useSuspenseQuery(serviceConnection.current())
  return (
    <>
      <PageHeader title="Connection" subtitle="The service that has the records of this account" />
      <Stack gap="md">
        <ConnectionCard connection={connection} />
        {current.abilities.includes('owners.manage') && connection.source !== 'variables' && (
          <CredentialsForm />
        )}
      </Stack>
    </>
  )
}
