import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { templateKind } from '../-templates/template-kind.ts'

export const Route = createFileRoute('/_app/settings/templates/$id')({
  loader: requireId,
  component: EditTemplate,
})

function EditTemplate() {
  const { id } = Route.useParams()
  return <EditRecord kind={templateKind} id={Number(id)} />
}
