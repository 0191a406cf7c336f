import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { planKind } from '../-plans/plan-kind.ts'

export const Route = createFileRoute('/_app/invoices/plans/$id_/edit')({
  loader: requireId,
  component: EditPlan,
})

function EditPlan() {
  const { id } = Route.useParams()
  return <EditRecord kind={planKind} id={Number(id)} />
}
