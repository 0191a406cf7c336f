import { Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { credentials } from '#api/credentials.ts'
import { prefetchForSession } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { requireId } from '#kit/require-id.ts'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { CredentialActions } from '../-credentials/credential-actions.tsx'
import { CredentialFacts } from '../-credentials/credential-facts.tsx'
import { CredentialState, kindName } from '../-credentials/credential-words.tsx'
import { UsageCard } from '../-credentials/usage-card.tsx'

export const Route = createFileRoute('/_app/settings/credentials/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    prefetchForSession(queryClient, ({ abilities }) => {
      if (abilities.includes('credentials.manage')) void queryClient.prefetchQuery(credentials.usage(id))
    })
    await queryClient.ensureQueryData(credentials.one(id))
  },
  component: CredentialPage,
  errorComponent: recordProblem({
    icon: IconKey,
    title: 'Credential not found',
    back: { to: '/settings/credentials', label: 'Back to API credentials' },
    reason: 'It may belong to another account.',
  }),
})

function CredentialPage() {
  const { id } = Route.useParams()
  const { data: credential } = useSuspenseQuery(credentials.one(Number(id)))
  return (
    <>
      <PageHeader
        back={<BackLink to="/settings/credentials">API credentials</BackLink>}
        title={credential.name}
        subtitle={
          <>
            <CredentialState state={credential.state} /> {kindName[credential.kind]}
          </>
        }
        actions={credential.state !== 'revoked' && <CredentialActions credential={credential} />}
      />
      <Stack gap="md">
        <CredentialFacts credential={credential} />
        <UsageCard id={credential.id} />
      </Stack>
    </>
  )
}
