import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditDocument } from '#parts/documents/edit-document.tsx'

export const Route = createFileRoute('/_app/proposals/$id_/edit')({
  loader: requireId,
  component: EditProposal,
})

function EditProposal() {
  const { id } = Route.useParams()
  return <EditDocument kind="proposal" id={Number(id)} />
}
