import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { optionalOf } from '#lib/page-search.ts'
import { NewDocument } from '#parts/documents/new-document.tsx'

export const Route = createFileRoute('/_app/contracts/new')({
  validateSearch: z.object({ customer: optionalOf(z.int()) }),
  component: NewContract,
})

function NewContract() {
  const { customer } = Route.useSearch()
  return <NewDocument kind="contract" customer={customer} />
}
