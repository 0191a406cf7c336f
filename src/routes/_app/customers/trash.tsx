import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { customerTrash } from '#api/customer-trash.ts'
import { session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'

import { TrashList } from './-trash/trash-list.tsx'
import { TrashSearch, trashDefaults } from './-trash/trash-search.ts'

export const Route = createFileRoute('/_app/customers/trash')({
  validateSearch: TrashSearch,
  search: { middlewares: [stripSearchParams(trashDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.features.records && known.abilities.includes('customers.manage'))
      void queryClient.prefetchQuery(customerTrash.list(deps))
  },
  component: Trash,
})

function Trash() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('customers.manage'))
    return <NoAccess title="You don’t have access to the trash" ability="customers.manage" />
  return (
    <TrashList
      search={search}
      setSearch={(update, replace) => void navigate({ search: update, replace: replace ?? false })}
    />
  )
}
