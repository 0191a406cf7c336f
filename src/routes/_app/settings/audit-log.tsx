import { createFileRoute } from '@tanstack/react-router'

import { auditLog } from '#api/audit-log.ts'
import { people } from '#api/people.ts'
import { prefetchForSession } from '#api/session.ts'

import { AuditList } from './-audit-log/audit-list.tsx'
import { AuditSearch } from './-audit-log/audit-search.ts'

export const Route = createFileRoute('/_app/settings/audit-log')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) =>
    prefetchForSession(queryClient, ({ abilities }) => {
      if (!abilities.includes('audit.view')) return
      void queryClient.prefetchInfiniteQuery(auditLog.list(deps))
      void queryClient.prefetchQuery(people.members())
    }),
  component: AuditLog,
})

function AuditLog() {
  const navigate = Route.useNavigate()
  return <AuditList search={Route.useSearch()} setSearch={(search) => void navigate({ search })} />
}
