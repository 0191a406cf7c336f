import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { NewDocument } from '#parts/documents/new-document.tsx'

export const Route = createFileRoute('/_app/contracts/new')({
  validateSearch: z.object({ customer: z.optional(z.catch(z.optional(z.int()), undefined)) }),
  component: NewContract,
})

function NewContract() {
  const { customer } = Route.useSearch()
  return <NewDocument kind="contract" customer={customer} />
}
