import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'
import { ImportScreen } from '#routes/-imports/import-screen.tsx'

export const Route = createFileRoute('/_app/customers/import')({
  /** `id`: the import that was begun. */
  validateSearch: z.object({ id: optionalOf(z.int().check(z.gte(1))) }),
  component: ImportPage,
})

function ImportPage() {
  const navigate = Route.useNavigate()
  return (
    <ImportScreen
      kind="customers"
      id={Route.useSearch().id}
      onId={(id) => void navigate({ search: id ? { id } : {} })}
    />
  )
}
