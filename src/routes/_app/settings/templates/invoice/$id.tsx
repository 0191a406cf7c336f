import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { lookKind } from '../../-templates/look-kind.ts'

export const Route = createFileRoute('/_app/settings/templates/invoice/$id')({
  loader: requireId,
  component: EditInvoiceTemplate,
})

function EditInvoiceTemplate() {
  const { id } = Route.useParams()
  return <EditRecord kind={lookKind} id={Number(id)} />
}
