import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { optionalOf } from '#lib/page-search.ts'
import { ImportScreen } from '#routes/-imports/import-screen.tsx'

export const Route = createFileRoute('/_app/services/import')({
  /** `id`: the import that was begun. */
  validateSearch: z.object({
    id: optionalOf(z.int().check(z.gte(1))),
  }),
  component: ImportPage,
})

function ImportPage() {
  const { data: current } = useSuspenseQuery(session.current())
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('services.manage'))
    return <NoAccess title="You can’t import services" ability="services.manage" />
  return (
    <ImportScreen
      kind="services"
      id={id}
      onId={(next) => void navigate({ search: next ? { id: next } : {} })}
    />
  )
}
