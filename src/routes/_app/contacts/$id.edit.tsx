import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { contactKind } from './-edit/contact-kind.tsx'

export const Route = createFileRoute('/_app/contacts/$id/edit')({
  loader: requireId,
  component: EditContact,
})

function EditContact() {
  const queryClient = useQueryClient()
  const { id } = Route.useParams()
  return <EditRecord kind={contactKind(queryClient)} id={Number(id)} />
}
