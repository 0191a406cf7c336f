import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { credentials } from '#api/credentials.ts'
import { prefetchForSession } from '#api/session.ts'

import { CredentialList } from '../-credentials/credential-list.tsx'
import { CredentialSearch, credentialDefaults } from '../-credentials/credential-search.ts'

export const Route = createFileRoute('/_app/settings/credentials/')({
  validateSearch: CredentialSearch,
  search: { middlewares: [stripSearchParams(credentialDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) =>
    prefetchForSession(queryClient, ({ abilities }) => {
      if (abilities.includes('credentials.manage')) void queryClient.prefetchQuery(credentials.list(deps))
    }),
  component: Credentials,
})

function Credentials() {
  const navigate = Route.useNavigate()
  return (
    <CredentialList
      search={Route.useSearch()}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
