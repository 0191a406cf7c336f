import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { credentials } from '#api/credentials.ts'
import { prefetchForSession } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'

import { NewCredential } from '../-credentials/new-credential.tsx'

export const Route = createFileRoute('/_app/settings/credentials/new')({
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, ({ abilities }) => {
      if (abilities.includes('credentials.manage')) void queryClient.prefetchQuery(credentials.grantable())
    }),
  component: New,
})

function New() {
  const grantable = useQuery(credentials.grantable())
  if (grantable.data) return <NewCredential grantable={grantable.data} />
  return (
    <>
      <PageHeader title="New API credential" />
      {grantable.error && <Problem error={grantable.error} retry={() => void grantable.refetch()} />}
    </>
  )
}
