import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditDocument } from '#parts/documents/edit-document.tsx'

export const Route = createFileRoute('/_app/contracts/$id_/edit')({
  loader: requireId,
  component: EditContract,
})

function EditContract() {
  const { id } = Route.useParams()
  return <EditDocument kind="contract" id={Number(id)} />
}
